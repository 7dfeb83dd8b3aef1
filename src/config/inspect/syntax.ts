import { execFile } from 'node:child_process';
import { basename } from 'node:path';
import { escapeRegExp } from '../../engine/values/text.ts';

/** What a program says that reads text without running it. */
interface Checked {
  readonly isFine: boolean;
  readonly said: string;
}

const maxMs = 20_000;

/** Starts a program that only reads. One that cannot be started, or takes too long, has nothing to say. */
export function readOnly(program: string, words: readonly string[], input = ''): Promise<Checked> {
  return new Promise((resolve) => {
    const { PATH: path = '', HOME: home = '' } = process.env;
    const env = { PATH: path, HOME: home, PYTHONDONTWRITEBYTECODE: '1', LC_ALL: 'C.UTF-8' };
    const child = execFile(
      program,
      words,
      { timeout: maxMs, env, maxBuffer: 8 << 20 },
      (error, stdout, stderr) => {
        const isKnown = error === null || (typeof error.code === 'number' && error.signal === null);
        resolve({ isFine: error === null || !isKnown, said: isKnown ? `${stdout}${stderr}` : '' });
      },
    );
    child.stdin?.on('error', () => undefined);
    child.stdin?.end(input);
  });
}

/** What a shell cannot read in a script; null when it can. */
export async function shellProblem(shell: string, file: string): Promise<string | null> {
  return shellSaid(await readOnly(shell, ['-n', file]), file);
}

/** Many hooks may run the same line. */
const lineProblems = new Map<string, Promise<string | null>>();

/** The same for a line. */
export function shellLineProblem(line: string): Promise<string | null> {
  const known = lineProblems.get(line);
  if (known !== undefined) return known;
  const problem = readOnly('/bin/sh', ['-n', '-c', line]).then((checked) => shellSaid(checked, 'sh'));
  lineProblems.set(line, problem);
  return problem;
}

function shellSaid({ isFine, said }: Checked, file: string): string | null {
  if (isFine) return null;
  const line = said
    .split('\n')
    .find((text) => /syntax|unexpected|unterminated|unmatched|parse error/i.test(text));
  return line === undefined
    ? null
    : line.replace(new RegExp(`^.*?${escapeRegExp(basename(file))}:\\s*`), '').trim();
}

/** What Node cannot read in a script or a module; null when it can. */
export async function nodeProblem(file: string): Promise<string | null> {
  const { isFine, said } = await readOnly(process.execPath, ['--check', file]);
  const [, message] = /^(SyntaxError: .*)$/m.exec(said) ?? [];
  if (isFine || message === undefined) return null;
  const [, line] = new RegExp(`${escapeRegExp(basename(file))}:(\\d+)`).exec(said) ?? [];
  return line === undefined ? message : `line ${line}: ${message}`;
}

/** What ruby cannot read in a script. */
export async function rubyProblem(file: string): Promise<string | null> {
  const { isFine, said } = await readOnly('ruby', ['-c', file]);
  return isFine || said === '' ? null : (said.split('\n')[0] ?? '').replace(/^.*?:(\d+):\s*/, 'line $1: ');
}
