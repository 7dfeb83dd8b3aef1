import type { Config } from '../../config/load/config.ts';
import type { TraceSetting } from '../../config/load/trace-setting.ts';
import type { LogEntry } from '../../engine/firing/interceptor.ts';
import type { Hooks } from '../../engine/hooks/hooks.ts';
import { type ContentMode, contentModes } from '../../trace/format/lines.ts';
import type { DescribeHook, HookFacts } from '../../trace/record/hook-facts.ts';
import type { Recording, RecordSetting } from '../../trace/record/record.ts';
import { probeSession } from '../exceptions/call-openings.ts';

const offWords = new Set(['0', 'off', 'false', 'no']);
const onWords = new Set(['1', 'on', 'true', 'yes']);

export async function recordConfig(
  config: Config,
  log: (entry: LogEntry) => void,
): Promise<Recording | null> {
  return recordHooks(config.hooks, config.trace, {
    log,
    describe: describeHooks(config),
    config: () => config.digest,
  });
}

export async function recordHooks(
  hooks: Hooks,
  trace: TraceSetting | null,
  more: Pick<RecordSetting, 'log' | 'describe' | 'config'>,
): Promise<Recording | null> {
  const variable = process.env['HOOKLINE_TRACE'] ?? '';
  const message = whyNotWanted(variable);
  if (message !== null) more.log?.({ level: 'warning', message, point: null, hook: null });
  const setting = wantedSetting(trace, variable);
  if (setting === null) return null;
  const { level, ...options } = setting;
  const { startRecording } = await import('../../trace/record/record.ts');
  const redact = async () => (await import('../../builtin/secrets/redact-value.ts')).loadRedaction();
  return startRecording(hooks, { ...options, ...more, redact, ignoredSession: probeSession });
}

/**
 * Agents may set the variable, so it can't switch off what a level switched on, nor change what the user or
 * administrator set.
 */
export function wantedSetting(setting: TraceSetting | null, variable: string): TraceSetting | null {
  const word = variable.trim();
  const { level } = setting ?? {};
  if (word === '' || level === 'managed' || level === 'user') return setting;
  if (offWords.has(word.toLowerCase())) return level === undefined ? null : setting;
  if (onWords.has(word.toLowerCase())) return setting ?? {};
  const content = contentOf(word);
  if (content !== undefined) return { ...setting, content };
  return isPath(word) ? { ...setting, folder: word } : setting;
}

function whyNotWanted(variable: string): string | null {
  const word = variable.trim();
  const isWord = word === '' || offWords.has(word.toLowerCase()) || onWords.has(word.toLowerCase());
  if (isWord || contentOf(word) !== undefined || isPath(word)) return null;
  const words = ['1', 'off', ...contentModes].join(', ');
  return `HOOKLINE_TRACE=${JSON.stringify(word.slice(0, 60))} means nothing and changes nothing: it takes ${words}, or a folder such as ./traces`;
}

function contentOf(word: string): ContentMode | undefined {
  return contentModes.find((mode) => mode === word.toLowerCase());
}

/** A folder contains a slash: a mistyped word must not create a folder. */
function isPath(word: string): boolean {
  return /[/\\]/.test(word);
}

function describeHooks(config: Config): DescribeHook {
  let known: readonly unknown[] | null = null;
  let facts = new Map<string, HookFacts>();
  return (hook, point) => {
    // A reload brings another list.
    if (config.declarations !== known) {
      known = config.declarations;
      facts = new Map(
        config.declarations.map(({ name, point: { name: at }, level, place, type }) => {
          const { file, line, column } = place;
          return [`${at}\n${name}`, { level: level ?? null, place: { file, line, column }, kind: type }];
        }),
      );
    }
    return facts.get(`${point}\n${hook}`);
  };
}
