import type { HookContext } from '../../engine/hooks/hook-context.ts';
import { deny, type Effect, modify, suppress } from '../../engine/outcome/effects.ts';
import type { PointName } from '../../engine/points/point-types.ts';
import type { Fields } from '../../engine/values/shapes.ts';
import { textOf } from '../../engine/values/text.ts';
import type { HookFunction } from '../../handlers/handler.ts';
import { builtinFunction, defineBuiltin } from '../builtin.ts';
import { readOptions } from '../builtin-options.ts';
import { secretValues } from './environment.ts';
import type { FoundSecret } from './found-secret.ts';
import { type SecretsChoices, type SecretsOptions, secretsOptions } from './options.ts';
import { loadPreset } from './preset.ts';
import { createScan, type Scan } from './scan.ts';
import { sentTexts } from './sent-texts.ts';
import { mapTexts, redact, Texts } from './texts.ts';

interface Place {
  readonly field: string;
  readonly does: 'deny' | 'redact';
}

const places: Readonly<Partial<Record<PointName, Place>>> = {
  PreToolUse: { field: 'tool_input', does: 'deny' },
  PermissionRequest: { field: 'tool_input', does: 'deny' },
  UserPromptSubmit: { field: 'prompt', does: 'deny' },
  'pre:message': { field: 'prompt', does: 'deny' },
  'pre:git:write': { field: 'content', does: 'deny' },
  PostToolUse: { field: 'tool_response', does: 'redact' },
  PostToolUseFailure: { field: 'error', does: 'redact' },
};

export const secretsRow = defineBuiltin({
  name: 'secrets',
  summary: 'Keeps secrets out of commands, files, prompts and outputs.',
  points: Object.keys(places) as PointName[],
  priority: 20,
  judges: 'event',
  options: secretsOptions,
  create,
});

/** Register it as a guard: `hooks.on('PreToolUse', { guard: true }, secrets())`. */
export function secrets(given: SecretsOptions = {}): HookFunction {
  return create(readOptions(secretsRow, given));
}

function create(options: SecretsChoices): HookFunction {
  const loading = loadScan(options);
  // Whoever fires waits for it and is told; until then it is nobody's failure.
  loading.catch(() => undefined);
  return builtinFunction(secretsRow, async (input, context) => {
    const place = places[context.point as PointName];
    if (place === undefined) return undefined;
    const scan = await loading;
    return place.does === 'deny' ? denial(input, place, scan, context) : redaction(input[place.field], scan);
  });
}

/** Starts to load what looks for secrets. Nothing of it is loaded where the guard is not used. */
export async function loadScan({ allow, ignore, variables }: SecretsChoices): Promise<Scan> {
  const values = secretValues(variables, process.env);
  return createScan({ preset: await loadPreset(), allow, ignore, values });
}

function denial(input: Fields, { field }: Place, scan: Scan, context: HookContext): Effect | undefined {
  const found = findIn(textsOf(input, field), scan, (kind) => context.isOpen?.(`secrets.${kind}`) === true);
  return found === null ? undefined : deny(found.reason);
}

function textsOf(input: Fields, field: string): Texts {
  if (field === 'tool_input') return sentTexts(textOf(input['tool_name']), input[field]);
  const texts = new Texts();
  texts.addAll(input[field], undefined, field);
  return texts;
}

interface SecretFinding {
  readonly kind: string | null;
  readonly reason: string;
}

function findIn(texts: Texts, scan: Scan, isOpen: (kind: string) => boolean): SecretFinding | null {
  const found = scan(texts.joined);
  if (found === null)
    return {
      kind: null,
      reason: 'It is too long to be looked through for secrets in time. Do it in smaller parts.',
    };
  const first = found.find(({ kind }) => !isOpen(kind));
  return first === undefined
    ? null
    : { kind: first.kind, reason: reasonOf(first, texts.nameAt(first.start)) };
}

function reasonOf({ what, kind }: FoundSecret, name: string): string {
  const instead =
    name === 'prompt'
      ? 'Leave it out, put it into an environment variable and name the variable. If it was sent before, revoke it.'
      : 'Name an environment variable or a file that the program reads itself, such as $API_TOKEN.';
  return `secrets.${kind}: there is ${what} in "${/^[\w-]{1,40}$/.test(name) ? name : 'it'}". ${instead} Test data may be allowed in the guard's options.`;
}

function redaction(value: unknown, scan: Scan): Effect | undefined {
  const texts = new Texts();
  texts.addAll(value);
  const found = scan(texts.joined);
  if (found === null) return suppress();
  if (found.length === 0) return undefined;
  const byText = texts.byText(found);
  return modify(mapTexts(value, (text) => redact(text, byText.get(text) ?? [])));
}
