import { resolve } from 'node:path';
import { createInterface } from 'node:readline';
import { chooseFiles } from '../../config/load/choose-files.ts';
import { isObject } from '../../engine/values/shapes.ts';
import { messageOf } from '../../engine/values/text.ts';
import { visible } from '../../gateway/answer/visible.ts';
import { type CommandCall, type CommandRun, wrongCall } from '../command.ts';
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
    isJson,
    terminal,
  } = call;
  if (action === 'list') return listGuards(call);
  const cwd = resolve(String(options['cwd'] ?? '.'));
  if (action === 'scan') return scanFiles(call, cwd);
  const [command] = words;
  return withGuards(call, async (guards) => {
    if (options['lines'] === true) return checkLines(guards, cwd, terminal);
    if (command === undefined) throw wrongCall("name a command: hookline guards check 'git push --force'");
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
    const { command, cwd: folder } = readLine(line);
    const answers = await check(guards, command, folder === undefined ? cwd : resolve(cwd, folder));
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
    throw wrongCall(`each line takes {"command": "…", "cwd"?: "…"}, not ${line.slice(0, 80)}`);
  return { command, cwd };
}

function show(answers: readonly GuardAnswer[], terminal: Terminal): void {
  const { green, red, yellow } = terminal.colors;
  const marks = { allow: green('✓ allow'), ask: yellow('? ask'), deny: red('✗ deny') };
  for (const { guard, decision, reason } of answers)
    terminal.print(`${marks[decision]} ${visible(reason ?? 'no rule blocks it')} (${guard})`);
}

async function listGuards(call: CommandCall): Promise<number> {
  const { terminal } = call;
  const on = await pointsByGuard(call);
  const rules = guardRules();
  if (call.isJson)
    return terminal.printJson(rules.map((rule) => ({ ...rule, on: on?.has(rule.guard) ?? null })));
  const { bold, dim, green } = terminal.colors;
  for (const guard of guardNames) {
    const points = on?.get(guard);
    const state = points === undefined ? dim('off here') : green(`on at ${[...points].join(', ')}`);
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
      const points = new Map<string, Set<string>>();
      for (const { type, runs, point } of declarations)
        if (type === 'builtin' && isGuard(runs))
          points.set(runs, (points.get(runs) ?? new Set()).add(point.name));
      return points;
    });
  } catch (problem) {
    terminal.tell(visible(`which guards are on here is unknown: ${messageOf(problem)}`));
    return null;
  }
}
