import { basename } from 'node:path';
import { type DangerVerdict, type JudgeSetting, verdictsOn } from '../judge.ts';
import { packOf, ruleTable } from '../rules.ts';
import { partsOfDockerfile, partsOfMakefile, partsOfYaml, type ScriptPart } from './script-parts.ts';

export const confidences = ['high', 'medium', 'low'] as const;
export type Confidence = (typeof confidences)[number];

export interface ScanFinding {
  readonly confidence: Confidence;
  readonly line: number;
  readonly column: number;
  readonly verdict: DangerVerdict;
}

type Reader = (text: string) => readonly ScriptPart[];

const readers: readonly (readonly [name: RegExp, read: Reader])[] = [
  [/^package\.json$/, (text) => partsOfYaml(text, true)],
  [/\.ya?ml$/i, (text) => partsOfYaml(text, false)],
  [/^(?:GNUm|M|m)akefile$|\.mk$/, partsOfMakefile],
  [/^(?:Docker|Container)file|\.dockerfile$/i, partsOfDockerfile],
  [/\.(?:sh|bash|zsh|ksh|dash|bats|command)$|^\.(?:bash|zsh)\w*$|^\.profile$|^\.envrc$/, wholeText],
];

function wholeText(text: string): readonly ScriptPart[] {
  return [{ text, line: 1, column: 1, indent: 1 }];
}

function readerOf(path: string, text: string): Reader | null {
  const named = readers.find(([name]) => name.test(basename(path)))?.[1];
  return named ?? (/^#!.*\b(?:ba|z|k|da)?sh\b/.test(text.slice(0, 200)) ? wholeText : null);
}

export function isScannable(path: string, text: string): boolean {
  return readerOf(path, text) !== null;
}

export function scanText(
  path: string,
  text: string,
  cwd: string,
  setting: JudgeSetting,
): readonly ScanFinding[] | null {
  const read = readerOf(path, text);
  return read === null ? null : read(text).flatMap((part) => scanPart(part, cwd, setting));
}

function scanPart(part: ScriptPart, cwd: string, setting: JudgeSetting): readonly ScanFinding[] {
  const table = ruleTable(
    setting.table.rules.filter((rule) => part.without?.includes(packOf(rule)) !== true),
  );
  // The script may run elsewhere, with other files.
  const call = { toolName: 'Bash', input: { command: part.text }, cwd };
  const verdicts = verdictsOn(call, { ...setting, table, looks: false });
  const worst = [...verdicts].sort((left, right) => rank(left) - rank(right));
  const seen = new Set<number>();
  return worst
    .filter(({ span }) => !seen.has(span.start) && seen.add(span.start))
    .sort((left, right) => left.span.start - right.span.start)
    .map((verdict) => ({
      ...placeIn(part, verdict.span.start),
      confidence: confidenceOf(verdict, part),
      verdict,
    }));
}

function confidenceOf({ decision, rule, finding }: DangerVerdict, { isThrownAway }: ScriptPart): Confidence {
  if (rule.id === 'remote-code.hidden' || /only known at run time/.test(finding.why ?? '')) return 'low';
  const isOwn = isThrownAway === true && /^(?:filesystem|system)$/.test(packOf(rule));
  return decision === 'ask' || rule.unless.length > 0 || isOwn ? 'medium' : 'high';
}

function rank({ decision }: DangerVerdict): number {
  return decision === 'deny' ? 0 : 1;
}

function placeIn(
  { text, line, column, indent }: ScriptPart,
  offset: number,
): { readonly line: number; readonly column: number } {
  const before = text.slice(0, offset).split('\n');
  const last = before.at(-1)?.length ?? 0;
  return before.length === 1
    ? { line, column: column + last }
    : { line: line + before.length - 1, column: indent + last };
}
