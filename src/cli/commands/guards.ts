import { resolve } from 'node:path';
import { createInterface } from 'node:readline';
import { reasonOf } from '../../builtin/destructive-commands/destructive-commands.ts';
import { judgeLine } from '../../builtin/destructive-commands/judge.ts';
import { allRules } from '../../builtin/destructive-commands/rules.ts';
import { destructiveCommandsOptions, settingOf } from '../../builtin/destructive-commands/setting/options.ts';
import { HooklineError } from '../../engine/values/errors.ts';
import { isObject } from '../../engine/values/shapes.ts';
import type { CommandRun } from '../command.ts';
import { scanFiles } from '../guards/scan-files.ts';
import type { Terminal } from '../terminal/terminal.ts';
import { visible } from '../terminal/visible.ts';

interface Answer {
  readonly decision: 'allow' | 'ask' | 'deny';
  readonly rule: string | null;
  readonly reason: string | null;
}

const setting = settingOf(destructiveCommandsOptions.parse({}));

/** Lists the rules of the guards that ship, or says what they make of commands. */
export const runGuards: CommandRun = async ({
  arguments: [action = 'list', ...words],
  options,
  terminal,
}) => {
  const isJson = options['json'] === true;
  if (action === 'list') return list(isJson, terminal);
  const cwd = resolve(String(options['cwd'] ?? '.'));
  if (action === 'scan') return scanFiles(words, cwd, isJson, terminal);
  if (options['lines'] === true) return checkLines(cwd, terminal);
  const [command] = words;
  if (command === undefined) return wrong("name a command: hookline guards check 'git push --force'");
  const answer = check(command, cwd);
  if (isJson) terminal.print(JSON.stringify(answer));
  else show(answer, terminal);
  return answer.decision === 'allow' ? 0 : 2;
};

function check(command: string, cwd: string): Answer {
  const verdict = judgeLine(command, cwd, setting);
  if (verdict === null) return { decision: 'allow', rule: null, reason: null };
  return { decision: verdict.decision, rule: verdict.rule.id, reason: reasonOf(verdict) };
}

async function checkLines(cwd: string, terminal: Terminal): Promise<number> {
  for await (const line of createInterface({ input: process.stdin, crlfDelay: Number.POSITIVE_INFINITY })) {
    if (line.trim() === '') continue;
    const { command, cwd: own } = readLine(line);
    terminal.print(JSON.stringify(check(command, own === undefined ? cwd : resolve(cwd, own))));
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

function show({ decision, rule, reason }: Answer, terminal: Terminal): void {
  const { green, red, yellow } = terminal.colors;
  if (decision === 'allow') terminal.print(`${green('✓')} allow: no rule of the guards that ship stops it`);
  else
    terminal.print(
      `${decision === 'deny' ? red('✗ deny') : yellow('? ask')} ${visible(reason ?? rule ?? '')}`,
    );
}

function list(isJson: boolean, terminal: Terminal): number {
  const rows = allRules.map(({ id, severity, catches, why, instead, stops }) => ({
    id,
    severity,
    catches,
    why,
    instead,
    example: stops[0],
  }));
  if (isJson) {
    terminal.print(JSON.stringify(rows, null, 2));
    return 0;
  }
  const { bold } = terminal.colors;
  for (const { id, severity, catches, instead, example } of rows) {
    terminal.print(`${bold(id)}  ${severity}`);
    terminal.print(`  ${catches} ${instead}`);
    terminal.print(`  for example: ${example}`);
  }
  return 0;
}

function wrong(message: string): never {
  throw new HooklineError('option-invalid', message);
}
