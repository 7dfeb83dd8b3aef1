import { SetMap } from '../../engine/values/maps.ts';
import type { FilePlace, Problem, Warning } from './problem.ts';
import type { SourceFile } from './source-file.ts';

/** `# hookline-ignore CODE`: the author knows of the warning and means it. */
export interface Acknowledgement {
  readonly code: string;
  readonly place: FilePlace;
  readonly lines: readonly number[];
}

export interface Findings {
  readonly problems: readonly Problem[];
  readonly acknowledgements: readonly Acknowledgement[];
  /** An acknowledgement there covers the whole file. */
  readonly namedAt: ReadonlyMap<string, FilePlace>;
}

export interface Settled {
  readonly problems: readonly Problem[];
  readonly acknowledged: readonly Warning[];
  readonly unused: readonly Acknowledgement[];
}

const comment = /#[ \t]*hookline-ignore\b[ \t:]*([\w-]+(?:[ \t]*,[ \t]*[\w-]+)*)?/;

export function acknowledgementsIn(file: SourceFile): readonly Acknowledgement[] {
  const lines = file.text.split('\n');
  return lines.flatMap((text, index) => {
    const found = comment.exec(text);
    if (found === null) return [];
    const isAlone = text.trimStart().startsWith('#');
    const about = isAlone ? [index + 1, nextLine(lines, index + 1)] : [index + 1];
    const place = (start: number, length: number): FilePlace => ({
      file: file.path,
      line: index + 1,
      column: start + 1,
      endColumn: start + length + 1,
      text: file.line(index + 1),
    });
    const [whole, codes = ''] = found;
    if (codes === '') return [{ code: '', place: place(found.index, whole.trimEnd().length), lines: about }];
    const start = found.index + whole.length - codes.length;
    return [...codes.matchAll(/[\w-]+/g)].map((match) => ({
      code: match[0],
      place: place(start + match.index, match[0].length),
      lines: about,
    }));
  });
}

function nextLine(lines: readonly string[], from: number): number {
  const offset = lines.slice(from).findIndex((text) => !/^\s*(?:#|$)/.test(text));
  return offset === -1 ? from : from + offset + 1;
}

export function settle({ problems, acknowledgements, namedAt }: Findings): Settled {
  const acknowledged: Warning[] = [];
  const used = new Set<Acknowledgement>();
  const byLine = new SetMap<string, Acknowledgement>();
  for (const one of acknowledgements)
    for (const line of one.lines) byLine.add(lineKey(one.code, one.place.file, line), one);
  const rest = problems.filter((problem) => {
    if (problem.severity === 'error') return true;
    const own = placesOf(problem, namedAt).flatMap(({ file, line }) =>
      byLine.get(lineKey(problem.code, file, line)),
    );
    for (const one of own) used.add(one);
    if (own.length > 0) acknowledged.push(problem);
    return own.length === 0;
  });
  return { problems: rest, acknowledged, unused: acknowledgements.filter((one) => !used.has(one)) };
}

function lineKey(code: string, file: string, line: number): string {
  return `${code}\0${line}\0${file}`;
}

function placesOf({ place }: Problem, namedAt: Findings['namedAt']): readonly FilePlace[] {
  const places = new Map<string, FilePlace>();
  for (
    let at: FilePlace | undefined = place;
    at !== undefined && !places.has(at.file);
    at = namedAt.get(at.file)
  )
    places.set(at.file, at);
  return [...places.values()];
}
