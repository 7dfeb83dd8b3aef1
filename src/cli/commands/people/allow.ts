import { randomBytes } from 'node:crypto';
import { readDuration } from '../../../engine/values/duration.ts';
import { didYouMean } from '../../../engine/values/suggest.ts';
import { realPath } from '../../../files/real-path.ts';
import { oneLine, visible } from '../../../gateway/answer/visible.ts';
import { letPassOnce, waitingUnder } from '../../../gateway/exceptions/waiting-call.ts';
import {
  exceptionUses,
  giveException,
  maxRuleMs,
  openExceptions,
} from '../../../gateway/state/exceptions/exceptions.ts';
import { waitingCalls } from '../../../gateway/state/exceptions/waiting-calls.ts';
import { codeOfFingerprint } from '../../../trace/decision-code.ts';
import { type CommandCall, type CommandRun, wrongCall } from '../../command.ts';
import { guardRules } from '../../guards/guard-rules.ts';
import { confirms } from '../../input/confirms.ts';
import { whyNoPerson } from './person.ts';

const maxShown = 20;

function listExceptions({ isJson, terminal }: CommandCall): number {
  const waiting = waitingCalls();
  const open = openExceptions();
  const uses = exceptionUses();
  if (isJson) return terminal.printJson({ waiting, open, uses });
  const { bold, dim } = terminal.colors;
  const section = (title: string, lines: readonly string[]): void => {
    terminal.print(bold(lines.length === 0 ? `${title}: nothing` : title));
    terminal.print(...lines.map((line) => `  ${visible(line)}`));
  };
  const passing = new Set(
    open.flatMap((exception) => (exception.kind === 'call' ? [exception.call.fingerprint] : [])),
  );
  section(
    'waits for approval',
    waiting
      .filter(({ fingerprint }) => !passing.has(fingerprint))
      .map(
        ({ code, product, tool, folder, preview, at }) =>
          `${code}  ${timeOf(at)}  ${product} ${tool} in ${folder}: ${oneLine(preview, 100)}`,
      ),
  );
  section(
    'allowed now',
    open.map((exception) => {
      const what =
        exception.kind === 'rule'
          ? `${exception.rule} in ${exception.folder}`
          : `once: ${exception.call.product} ${exception.call.tool}: ${oneLine(exception.call.preview, 100)}`;
      return `${exception.id}  until ${timeOf(exception.expires)}  ${what}`;
    }),
  );
  section(
    'allowed before',
    uses
      .slice(0, maxShown)
      .map(
        ({ id, rule, at, product, tool, preview }) =>
          `${id}  ${timeOf(at)}  ${rule ?? 'once'}: ${product} ${tool}: ${oneLine(preview, 100)}`,
      ),
  );
  if (uses.length > maxShown) terminal.print(dim(`  and ${uses.length - maxShown} more: --json`));
  return 0;
}

function timeOf(at: number): string {
  const time = new Date(at);
  const isToday = time.toDateString() === new Date().toDateString();
  return isToday ? time.toTimeString().slice(0, 8) : time.toISOString().slice(0, 16).replace('T', ' ');
}

const maxLines = 20;

export const runAllow: CommandRun = async (call) => {
  const {
    arguments: [code],
    options: { list, rule, for: duration },
  } = call;
  if (list === true) return listExceptions(call);
  const isRule = rule !== undefined || duration !== undefined;
  if (isRule === (code !== undefined))
    throw wrongCall(
      'name a code, or a rule: hookline allow K7Q2MPX, hookline allow --rule git.reset-hard --for 1h',
    );
  const why = whyNoPerson('hookline allow');
  if (why !== null) throw wrongCall(why);
  return isRule ? allowRule(call, rule, duration) : allowCall(call, String(code));
};

async function allowCall(call: CommandCall, given: string): Promise<number> {
  const held = waitingUnder(given);
  const { terminal } = call;
  const { bold, dim } = terminal.colors;
  terminal.print(
    `${bold(visible(held.tool))} of ${held.product}, ${held.kind === 'deny' ? 'denied' : 'blocked'} ${timeOf(held.at)}`,
  );
  const lines = visible(held.preview).split('\n');
  terminal.print(indented(lines.slice(0, maxLines)));
  terminal.print(`  in ${visible(held.folder)}`);
  for (const hook of new Set(
    held.guards.map(({ hook: name, file }) => `${name}${file === null ? '' : ` (${file})`}`),
  ))
    terminal.print(`  by ${visible(hook)}`);
  terminal.print(dim(`  ${oneLine(held.reason, 400)}`));
  const rest = lines.slice(maxLines);
  if (rest.length > 0) {
    if (!(await confirms(`${rest.length} more lines. Show them before you decide?`, call.signal)))
      return refused(call);
    terminal.print(indented(rest));
  }
  if (!(await confirms('Allow exactly this call once, within ten minutes?', call.signal)))
    return refused(call);
  const expires = letPassOnce(held);
  terminal.print(`allowed once, until ${timeOf(expires)}. To withdraw it: hookline revoke ${held.code}`);
  return 0;
}

function indented(lines: readonly string[]): string {
  return lines.map((line) => `  ${line}`).join('\n');
}

async function allowRule(call: CommandCall, rule: unknown, duration: unknown): Promise<number> {
  if (typeof rule !== 'string' || typeof duration !== 'string')
    throw wrongCall('a rule is lifted for a while: hookline allow --rule git.reset-hard --for 1h');
  const rules = guardRules();
  const found = rules.find(({ id }) => id === rule);
  const ids = rules.map(({ id }) => id);
  if (found === undefined)
    throw wrongCall(
      `no built-in guard has the rule "${oneLine(rule, 60)}"${didYouMean(rule, ids)}; see hookline guards`,
    );
  const lifeMs = lifeOf(duration);
  const { terminal } = call;
  const folder = realPath('.', process.cwd());
  terminal.print(`${terminal.colors.bold(found.id)} of ${found.guard}: ${found.catches}`);
  terminal.print(`  ${found.why}. ${found.instead}`);
  terminal.print(`  in ${visible(folder)} and below`);
  if (!(await confirms(`Lift this rule here for ${duration}?`, call.signal))) return refused(call);
  const now = Date.now();
  const id = codeOfFingerprint(randomBytes(32).toString('hex'));
  giveException({ kind: 'rule', id, rule, folder, given: now, expires: now + lifeMs });
  terminal.print(
    `lifted until ${timeOf(now + lifeMs)}, except in final guards. To restore it: hookline revoke ${id}`,
  );
  return 0;
}

function lifeOf(duration: string): number {
  let lifeMs: number;
  try {
    lifeMs = readDuration(duration, 'seconds');
  } catch {
    throw wrongCall(`--for takes a time such as 30m or 1h, at most 24h; not "${oneLine(duration, 40)}"`);
  }
  if (lifeMs >= 1000 && lifeMs <= maxRuleMs) return lifeMs;
  throw wrongCall('a rule can be lifted for 1 second to 24 hours');
}

function refused({ terminal }: CommandCall): number {
  terminal.tell('nothing was changed');
  return 1;
}
