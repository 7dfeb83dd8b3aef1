import { type TraceLine, traceVersion, type WriterLine } from '../format/lines.ts';
import { rightHash, toldHash } from '../write/chain.ts';
import { parseLine, rawLines } from './read-lines.ts';

export interface VerifyProblem {
  readonly line: number;
  readonly what: string;
}

export interface Verified {
  readonly lines: number;
  readonly writers: number;
  readonly torn: number;
  readonly problems: readonly VerifyProblem[];
}

export type Chains = Map<string, { seq: number; hash: string }>;

const lineStart = `{"v":${traceVersion},"type":"`;

/** A starting writer names the line that was last then; others may write a few in between. */
const maxRecent = 4096;

/** Within this time, two writers may both have found the file empty. */
const atOnceMs = 60_000;

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

export async function verifyFile(path: string, chains: Chains = new Map()): Promise<Verified> {
  const verification = new Verification(chains);
  for await (const { text, number } of rawLines(path)) if (text !== '') verification.take(text, number);
  return verification.result();
}

class Verification {
  readonly #chains: Chains;
  readonly #problems: VerifyProblem[] = [];
  readonly #writers = new Set<string>();
  readonly #recent = new Set<string>();
  #lines = 0;
  #torn = 0;
  #firstBegan: number | null = null;
  #isBehindTorn = false;

  constructor(chains: Chains) {
    this.#chains = chains;
  }

  take(text: string, number: number): void {
    const line = parseLine(text);
    const told = toldHash(text);
    const isWhole = line !== null && told !== null;
    const problems = isWhole ? this.#takeLine(line, text, told) : this.#takePart(text);
    this.#isBehindTorn = !isWhole;
    for (const what of problems) this.#problems.push({ line: number, what });
  }

  result(): Verified {
    return {
      lines: this.#lines,
      writers: this.#writers.size,
      torn: this.#torn,
      problems: this.#problems,
    };
  }

  #takePart(text: string): readonly string[] {
    if (!isPartOfLine(text)) return ['no writer of this version wrote it so'];
    this.#torn += 1;
    return [];
  }

  #takeLine(line: TraceLine, text: string, told: string): readonly string[] {
    const start = line.type === 'writer' ? this.#startProblem(line) : this.#lostStart(line);
    const link = linkProblem(line, this.#expected(line), (before) => rightHash(before, text) === told);
    this.#lines += 1;
    this.#writers.add(line.writer);
    this.#chains.set(line.writer, { seq: line.seq + 1, hash: told });
    this.#remember(told);
    return [start, link].filter((problem) => problem !== null);
  }

  #startProblem({ at, after }: WriterLine): string | null {
    const began = Date.parse(at);
    this.#firstBegan ??= began;
    if (after !== null) return this.#recent.has(after) ? null : 'the line before it was changed or taken out';
    const foundItEmpty = this.#isBehindTorn || Math.abs(began - this.#firstBegan) <= atOnceMs;
    return foundItEmpty ? null : 'it was put in: its writer says that the file was empty';
  }

  #lostStart({ writer }: TraceLine): string | null {
    return this.#writers.has(writer) ? null : 'the first line of its writer was taken out';
  }

  #expected(line: TraceLine): ExpectedLink {
    const chain = this.#chains.get(line.writer);
    if (line.type === 'writer') return chain ?? { seq: line.seq, hash: line.previous ?? '' };
    if (this.#writers.has(line.writer) && chain !== undefined) return chain;
    return { seq: line.seq, hash: chain?.hash ?? null };
  }

  #remember(hash: string): void {
    this.#recent.add(hash);
    const [oldest = ''] = this.#recent;
    if (this.#recent.size > maxRecent) this.#recent.delete(oldest);
  }
}

interface ExpectedLink {
  readonly seq: number;
  readonly hash: string | null;
}

function linkProblem(
  { seq }: TraceLine,
  expected: ExpectedLink,
  isRightAfter: (before: string) => boolean,
): string | null {
  if (seq > expected.seq) return `${seq - expected.seq} lines of its writer before it were taken out`;
  if (seq < expected.seq) return 'it was put in, or is in the wrong place';
  const isRight = expected.hash === null || isRightAfter(expected.hash);
  return isRight ? null : 'it was changed, or the one of its writer before it was';
}
