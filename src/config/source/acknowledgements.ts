import { didYouMean } from '../../engine/values/suggest.ts';
import { type FilePlace, type Problem, type Warning, warning } from './problem.ts';
import type { SourceFile } from './source-file.ts';
import { type FoundAt, isWarningCode, stages, warningCodes, warningRow } from './warning-codes.ts';

/** `# hookline-ignore CODE`: the author knows of the warning and means it. */
export interface Acknowledgement {
  /** As written. It may be no code at all. */
  readonly code: string;
  readonly place: FilePlace;
  /** The lines it is about. */
  readonly lines: readonly number[];
}

/** Everything that was found in a set of files, and what their authors acknowledge. */
export interface Findings {
  readonly problems: readonly Problem[];
  readonly acknowledgements: readonly Acknowledgement[];
  /** The places where other files name a file. An acknowledgement there covers the whole file. */
  readonly namedAt: ReadonlyMap<string, FilePlace>;
}

export interface Settled {
  readonly problems: readonly Problem[];
  readonly acknowledged: readonly Warning[];
}

const comment = /#[ \t]*hookline-ignore\b[ \t:]*([\w-]+(?:[ \t]*,[ \t]*[\w-]+)*)?/;

/** The acknowledgements of a file: after what they are about, or on a line of their own before it. */
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

/** The number of the next line with content. */
function nextLine(lines: readonly string[], from: number): number {
  const offset = lines.slice(from).findIndex((text) => !/^\s*(?:#|$)/.test(text));
  return offset === -1 ? from : from + offset + 1;
}

/**
 * Removes acknowledged warnings, and adds problems with the acknowledgements. One for a warning that only a deeper
 * check finds is judged only after that check.
 */
export function settle({ problems, acknowledgements, namedAt }: Findings, looked: FoundAt): Settled {
  const acknowledged: Warning[] = [];
  const used = new Set<Acknowledgement>();
  const rest = problems.filter((problem) => {
    if (problem.severity === 'error') return true;
    const own = acknowledgements.filter((one) => one.code === problem.code && isAbout(one, problem, namedAt));
    for (const one of own) used.add(one);
    if (own.length > 0) acknowledged.push(problem);
    return own.length === 0;
  });
  const idle = acknowledgements.filter((one) => !used.has(one)).flatMap((one) => idleness(one, looked));
  return { problems: [...rest, ...idle], acknowledged };
}

function isAbout(
  { place: { file }, lines }: Acknowledgement,
  { place }: Problem,
  namedAt: Findings['namedAt'],
): boolean {
  const seen = new Set<string>();
  for (let at: FilePlace | undefined = place; at !== undefined; at = namedAt.get(at.file)) {
    if (at.file === file && lines.includes(at.line)) return true;
    if (seen.has(at.file)) return false;
    seen.add(at.file);
  }
  return false;
}

function idleness({ code, place }: Acknowledgement, looked: FoundAt): readonly Warning[] {
  if (code === '') return [warning('ignore-unknown', 'say what is ignored: # hookline-ignore CODE', place)];
  if (!isWarningCode(code)) {
    const message = `no warning has the code "${code}"${didYouMean(code, Object.keys(warningCodes))}`;
    return [warning('ignore-unknown', message, place)];
  }
  const { found, ofMachine } = warningRow(code);
  if (ofMachine || stages.indexOf(found) > stages.indexOf(looked)) return [];
  return [warning('ignore-unused', `there is no warning "${code}" here to ignore`, place)];
}
