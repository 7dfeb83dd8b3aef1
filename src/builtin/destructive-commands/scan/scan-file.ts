import { basename } from 'node:path';
import { type JudgeSetting, type LineVerdict, verdictsOn } from '../judge.ts';
import { packOf } from '../rules.ts';
import { partsOfDockerfile, partsOfMakefile } from './line-parts.ts';
import { placeIn, type ScriptPart } from './script-part.ts';
import { partsOfYaml } from './yaml-parts.ts';

export interface ScanFinding {
  readonly line: number;
  readonly column: number;
  readonly verdict: LineVerdict;
}

type Reader = (text: string) => readonly ScriptPart[];

/** How files are read, by their names; the first that fits. */
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

/** What the rules find in a file; null where it is no file that is known to hold shell text. */
export function scanText(
  path: string,
  text: string,
  cwd: string,
  setting: JudgeSetting,
): readonly ScanFinding[] | null {
  const named = readers.find(([name]) => name.test(basename(path)))?.[1];
  const read = named ?? (/^#!.*\b(?:ba|z|k|da)?sh\b/.test(text.slice(0, 200)) ? wholeText : null);
  return read === null ? null : read(text).flatMap((part) => scanPart(part, cwd, setting));
}

function scanPart(part: ScriptPart, cwd: string, setting: JudgeSetting): readonly ScanFinding[] {
  const rules = setting.rules.filter((rule) => part.without?.includes(packOf(rule)) !== true);
  // What a repository holds here now says nothing about where the script will run.
  const verdicts = verdictsOn(part.text, cwd, { ...setting, rules, looks: false });
  const worst = [...verdicts].sort((left, right) => rank(left) - rank(right));
  const seen = new Set<number>();
  return worst
    .filter(({ span }) => !seen.has(span.start) && seen.add(span.start))
    .sort((left, right) => left.span.start - right.span.start)
    .map((verdict) => ({ ...placeIn(part, verdict.span.start), verdict }));
}

function rank({ decision }: LineVerdict): number {
  return decision === 'deny' ? 0 : 1;
}
