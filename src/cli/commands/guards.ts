import { resolve } from 'node:path';
import { createInterface } from 'node:readline';
import { chooseFiles } from '../../config/load/choose-files.ts';
import { HooklineError } from '../../engine/values/errors.ts';
import { isObject } from '../../engine/values/shapes.ts';
import { messageOf } from '../../engine/values/text.ts';
import { visible } from '../../gateway/answer/visible.ts';
import type { CommandCall, CommandRun } from '../command.ts';
import { guardRules } from '../guards/guard-rules.ts';
import {
  type GuardAnswer,
  guardNames,
  isGuard,
  type JudgingGuard,
  together,
  withGuards,
} from '../guards/judging-guards.ts';
import { scanFiles } from '../guards/scan-files.ts';
import { withConfig } from '../input/with-config.ts';
import type { Terminal } from '../terminal/terminal.ts';

export const runGuards: CommandRun = async (call) => {
  const {
    arguments: [action = 'list', ...words],
    options,
    terminal,
  } = call;
  const isJson = options['json'] === true;
  if (action === 'list') return listGuards(call);
  const cwd = resolve(String(options['cwd'] ?? '.'));
  if (action === 'scan') return scanFiles(call, cwd);
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

async function listGuards(call: CommandCall): Promise<number> {
  const { options, terminal } = call;
  const on = await pointsByGuard(call);
  const rules = guardRules();
  if (options['json'] === true) {
    terminal.print(
      JSON.stringify(
        rules.map((rule) => ({ ...rule, on: on?.has(rule.guard) ?? null })),
        null,
        2,
      ),
    );
    return 0;
  }
  const { bold, dim, green } = terminal.colors;
  for (const guard of guardNames) {
    const points = on?.get(guard);
    const state = points === undefined ? dim('not on here') : green(`on at ${[...points].join(', ')}`);
    terminal.print(`${bold(guard)}  ${on === null ? dim('no configuration here') : state}`);
    for (const { id, severity, catches, instead, example } of rules.filter((rule) => rule.guard === guard)) {
      terminal.print(`  ${bold(id)}  ${severity}`);
      terminal.print(`    ${catches} ${instead}`);
      if (example !== null) terminal.print(`    for example: ${example}`);
    }
  }
  terminal.print(dim('hookline init --guards writes a configuration with all three'));
  return 0;
}

async function pointsByGuard(call: CommandCall): Promise<ReadonlyMap<string, ReadonlySet<string>> | null> {
  const { options, terminal } = call;
  if (chooseFiles(options['config']).files.length === 0) return null;
  try {
    return await withConfig(call, async ({ declarations }) => {
      const found = new Map<string, Set<string>>();
      for (const { type, runs, point } of declarations)
        if (type === 'builtin' && isGuard(runs))
          found.set(runs, (found.get(runs) ?? new Set()).add(point.name));
      return found;
    });
  } catch (problem) {
    terminal.tell(visible(`what is on here cannot be told: ${messageOf(problem)}`));
    return null;
  }
}
