import { traceVersion } from '../format/version.ts';
import { rightHash, toldHash } from '../write/chain.ts';
import { parseLine, rawLines } from './read-lines.ts';

/** Something in a file that no writer wrote so. */
export interface VerifyProblem {
  /** The number of the line where it shows. */
  readonly line: number;
  readonly what: string;
}

export interface Verified {
  readonly lines: number;
  readonly writers: number;
  /** Lines whose writers were killed, or that the disk took in part. */
  readonly torn: number;
  readonly problems: readonly VerifyProblem[];
}

/** Where the chain of a writer stands, over all files. */
export type Chains = Map<string, { seq: number; hash: string }>;

const lineStart = `{"v":${traceVersion},"type":"`;

/** A writer that begins names a line that was the last one then: others may write a few in between. */
const maxRecent = 4096;

/** Writers that begin an empty file within this time may have found it empty both. */
const atOnceMs = 60_000;

/** Whether it is what a killed writer, or a full disk, leaves of a line: its beginning. */
function isPartOfLine(text: string): boolean {
  const length = Math.min(text.length, lineStart.length);
  if (text.slice(0, length) !== lineStart.slice(0, length)) return false;
  try {
    JSON.parse(text);
    return false;
  } catch {
    return toldHash(text) === null;
  }
}

/** Follows the chain of each writer through a file. Files of one session are given in their order, with the same chains. */
export async function verifyFile(path: string, chains: Chains = new Map()): Promise<Verified> {
  const problems: VerifyProblem[] = [];
  const here = new Set<string>();
  const recent = new Set<string>();
  let lines = 0;
  let torn = 0;
  let began: number | null = null;
  let wasTorn = false;
  for await (const { text, number } of rawLines(path)) {
    if (text === '') continue;
    const line = parseLine(text);
    const told = toldHash(text);
    const report = (what: string): void => void problems.push({ line: number, what });
    if (line === null || told === null) {
      if (isPartOfLine(text)) torn += 1;
      else report('no writer of this version wrote it so');
      wasTorn = true;
      continue;
    }
    lines += 1;
    const chain = chains.get(line.writer);
    // Null where it is not known.
    let before: string | null = chain?.hash ?? '';
    let seq = chain?.seq ?? 0;
    if (line.type === 'writer') {
      began ??= Date.parse(line.at);
      if (line.after !== null && !recent.has(line.after))
        report('the line before it was changed or taken out');
      // Several may find the file empty, at the same time.
      else if (line.after === null && !wasTorn && !(Math.abs(Date.parse(line.at) - began) <= atOnceMs))
        report('it was put in: its writer says that the file was empty');
      if (chain === undefined) {
        before = line.previous ?? '';
        seq = line.seq;
      }
      here.add(line.writer);
    } else if (!here.has(line.writer)) {
      report('the first line of its writer was taken out');
      here.add(line.writer);
      seq = line.seq;
      before = chain?.hash ?? null;
    }
    if (line.seq > seq) report(`${line.seq - seq} lines of its writer before it were taken out`);
    else if (line.seq < seq) report('it was put in, or stands in the wrong place');
    else if (before !== null && rightHash(before, text) !== told)
      report('it was changed, or the one of its writer before it was');
    wasTorn = false;
    chains.set(line.writer, { seq: line.seq + 1, hash: told });
    recent.add(told);
    if (recent.size > maxRecent)
      for (const oldest of recent) {
        recent.delete(oldest);
        break;
      }
  }
  return { lines, writers: here.size, torn, problems };
}
