import { execFile } from 'node:child_process';
import { basename } from 'node:path';
import { escapeRegExp } from '../../engine/values/text.ts';

interface Checked {
  readonly isFine: boolean;
  readonly said: string;
}

const maxMs = 20_000;

/** A reader that can't start or takes too long reports nothing. */
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

export async function shellProblem(shell: string, file: string): Promise<string | null> {
  return shellSaid(await readOnly(shell, ['-n', file]), file);
}

const lineProblems = new Map<string, Promise<string | null>>();

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

export async function nodeProblem(file: string): Promise<string | null> {
  const { isFine, said } = await readOnly(process.execPath, ['--check', file]);
  const [, message] = /^(SyntaxError: .*)$/m.exec(said) ?? [];
  if (isFine || message === undefined) return null;
  const [, line] = new RegExp(`${escapeRegExp(basename(file))}:(\\d+)`).exec(said) ?? [];
  return line === undefined ? message : `line ${line}: ${message}`;
}

export async function rubyProblem(file: string): Promise<string | null> {
  const { isFine, said } = await readOnly('ruby', ['-c', file]);
  return isFine || said === '' ? null : (said.split('\n')[0] ?? '').replace(/^.*?:(\d+):\s*/, 'line $1: ');
}
