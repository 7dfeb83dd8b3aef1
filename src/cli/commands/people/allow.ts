import { randomBytes } from 'node:crypto';
import { readDuration } from '../../../engine/values/duration.ts';
import { HooklineError } from '../../../engine/values/errors.ts';
import { didYouMean } from '../../../engine/values/suggest.ts';
import { realPath } from '../../../files/real-path.ts';
import { oneLine, visible } from '../../../gateway/answer/visible.ts';
import { letPassOnce, waitingUnder } from '../../../gateway/exceptions/waiting-call.ts';
import { giveException, maxRuleMs } from '../../../gateway/state/exceptions/exceptions.ts';
import { codeOfFingerprint } from '../../../trace/decision-code.ts';
import type { CommandCall, CommandRun } from '../../command.ts';
import { guardRules } from '../../guards/guard-rules.ts';
import { listExceptions, timeOf } from './list-exceptions.ts';
import { confirms, requirePerson } from './person.ts';

/** Lets one call pass once, opens a rule for a while, or shows what passes. */
export const runAllow: CommandRun = async (call) => {
  const {
    arguments: [code],
    options: { list, rule, for: duration },
  } = call;
  if (list === true) return listExceptions(call);
  const isRule = rule !== undefined || duration !== undefined;
  if (isRule === (code !== undefined))
    return wrong(
      'name a code, or a rule: hookline allow K7Q2MPX, hookline allow --rule git.reset-hard --for 1h',
    );
  requirePerson('hookline allow');
  return isRule ? allowRule(call, rule, duration) : allowCall(call, String(code));
};

async function allowCall(call: CommandCall, given: string): Promise<number> {
  const held = waitingUnder(given);
  const { terminal } = call;
  const { bold, dim } = terminal.colors;
  terminal.print(
    `${bold(visible(held.tool))} of ${held.product}, ${held.kind === 'deny' ? 'denied' : 'held back'} ${timeOf(held.at)}`,
  );
  terminal.print(`  ${visible(held.preview)}`);
  terminal.print(`  in ${visible(held.folder)}`);
  for (const hook of new Set(
    held.guards.map(({ hook: name, file }) => `${name}${file === null ? '' : ` (${file})`}`),
  ))
    terminal.print(`  by ${visible(hook)}`);
  terminal.print(dim(`  ${oneLine(held.reason, 400)}`));
  if (!(await confirms(call, 'Let exactly this call pass once, within ten minutes?'))) return refused(call);
  const expires = letPassOnce(held);
  terminal.print(`it passes once until ${timeOf(expires)}; to take that back: hookline revoke ${held.code}`);
  return 0;
}

async function allowRule(call: CommandCall, rule: unknown, duration: unknown): Promise<number> {
  if (typeof rule !== 'string' || typeof duration !== 'string')
    return wrong('a rule is opened for a while: hookline allow --rule git.reset-hard --for 1h');
  const rules = guardRules();
  const found = rules.find(({ id }) => id === rule);
  if (found === undefined)
    return wrong(
      `no guard that ships has the rule "${oneLine(rule, 60)}"${didYouMean(
        rule,
        rules.map(({ id }) => id),
      )}; hookline guards lists them`,
    );
  const lifeMs = lifeOf(duration);
  const { terminal } = call;
  const folder = realPath('.', process.cwd());
  terminal.print(`${terminal.colors.bold(found.id)} of ${found.guard}: ${found.catches}`);
  terminal.print(`  ${found.why}. ${found.instead}`);
  terminal.print(`  in ${visible(folder)} and below`);
  if (!(await confirms(call, `Open this rule here for ${duration}?`))) return refused(call);
  const now = Date.now();
  const id = codeOfFingerprint(randomBytes(32).toString('hex'));
  giveException({ kind: 'rule', id, rule, folder, given: now, expires: now + lifeMs });
  terminal.print(
    `it is open until ${timeOf(now + lifeMs)}, save in guards that are final; to close it: hookline revoke ${id}`,
  );
  return 0;
}

function lifeOf(duration: string): number {
  let lifeMs: number;
  try {
    lifeMs = readDuration(duration, 'seconds');
  } catch {
    return wrong(`--for takes a time such as 30m or 1h, at most 24h; not "${oneLine(duration, 40)}"`);
  }
  if (lifeMs >= 1000 && lifeMs <= maxRuleMs) return lifeMs;
  return wrong('a rule is opened for a second at least, and 24 hours at most');
}

function refused({ terminal }: CommandCall): number {
  terminal.tell('nothing was changed');
  return 1;
}

function wrong(message: string): never {
  throw new HooklineError('option-invalid', message);
}
