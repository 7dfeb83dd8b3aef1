import type { AgentAnswer } from '../answer/answer.ts';

const end = 'end';

/**
 * Writes an answer so that a shell can take it apart in one go: the exit code, then each line of stdout behind a 1 and each line of
 * stderr behind a 2. The last line tells that it is whole. Blank lines before it are signs of life.
 */
export function writeAnswerMessage({ exitCode, stdout, stderr }: AgentAnswer): string {
  return [`hookline ${exitCode}`, ...marked('1', stdout), ...marked('2', stderr), end].join('\n');
}

/** Reads an answer. Null where it is anything else, or not whole. */
export function readAnswerMessage(text: string): AgentAnswer | null {
  const [head = '', ...lines] = text.trimStart().split('\n');
  if (lines.pop() !== end) return null;
  const [, exitCode] = /^hookline ([012])$/.exec(head) ?? [];
  if (exitCode === undefined || lines.some((line) => !/^[12]/.test(line))) return null;
  const of = (mark: string): string =>
    lines
      .filter((line) => line.startsWith(mark))
      .map((line) => line.slice(1))
      .join('\n');
  return { exitCode: Number(exitCode), stdout: of('1'), stderr: of('2') };
}

function marked(mark: string, text: string): readonly string[] {
  return text === '' ? [] : text.split('\n').map((line) => `${mark}${line}`);
}
