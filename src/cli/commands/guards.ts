import { resolve } from 'node:path';
import { createInterface } from 'node:readline';
import { HooklineError } from '../../engine/values/errors.ts';
import { isObject } from '../../engine/values/shapes.ts';
import { visible } from '../../gateway/answer/visible.ts';
import type { CommandRun } from '../command.ts';
import { type GuardAnswer, type JudgingGuard, together, withGuards } from '../guards/judging-guards.ts';
import { listGuards } from '../guards/list-guards.ts';
import { scanFiles } from '../guards/scan-files.ts';
import type { Terminal } from '../terminal/terminal.ts';

/** Lists the guards that ship and their rules, or says what they make of commands. */
export const runGuards: CommandRun = async (call) => {
  const {
    arguments: [action = 'list', ...words],
    options,
    terminal,
  } = call;
  const isJson = options['json'] === true;
  if (action === 'list') return listGuards(call);
  const cwd = resolve(String(options['cwd'] ?? '.'));
  if (action === 'scan') return scanFiles(words, cwd, isJson, terminal);
  const [command] = words;
  return withGuards(call, async (guards) => {
    if (options['lines'] === true) return checkLines(guards, cwd, terminal);
    if (command === undefined) return wrong("name a command: hookline guards check 'git push --force'");
    const answers = await check(guards, command, cwd);
    const answer = together(answers);
    if (isJson) terminal.print(JSON.stringify({ ...answer, guards: answers }));
    else show(answers, terminal);
    return answer.decision === 'allow' ? 0 : 2;
  });
};

function check(
  guards: readonly JudgingGuard[],
  command: string,
  cwd: string,
): Promise<readonly GuardAnswer[]> {
  return Promise.all(guards.map((guard) => guard.judge(command, cwd)));
}

async function checkLines(guards: readonly JudgingGuard[], cwd: string, terminal: Terminal): Promise<number> {
  for await (const line of createInterface({ input: process.stdin, crlfDelay: Number.POSITIVE_INFINITY })) {
    if (line.trim() === '') continue;
    const { command, cwd: own } = readLine(line);
    const answers = await check(guards, command, own === undefined ? cwd : resolve(cwd, own));
    terminal.print(JSON.stringify(together(answers)));
  }
  return 0;
}

function readLine(line: string): { readonly command: string; readonly cwd: string | undefined } {
  let value: unknown;
  try {
    value = JSON.parse(line);
  } catch {
    value = null;
  }
  const { command, cwd } = isObject(value) ? value : {};
  if (typeof command !== 'string' || (cwd !== undefined && typeof cwd !== 'string'))
    return wrong(`each line takes {"command": "…", "cwd"?: "…"}, not ${line.slice(0, 80)}`);
  return { command, cwd };
}

function show(answers: readonly GuardAnswer[], terminal: Terminal): void {
  const { green, red, yellow } = terminal.colors;
  const marks = { allow: green('✓ allow'), ask: yellow('? ask'), deny: red('✗ deny') };
  const rows = answers.map(({ guard, decision, reason }) => [
    marks[decision],
    visible(reason ?? 'no rule stops it'),
    guard,
  ]);
  for (const [mark, reason, guard] of rows) terminal.print(`${mark} ${reason} (${guard})`);
}

function wrong(message: string): never {
  throw new HooklineError('option-invalid', message);
}
