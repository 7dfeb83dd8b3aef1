import { createHash } from 'node:crypto';
import { lstatSync } from 'node:fs';
import { join } from 'node:path';
import { z } from 'zod';
import type { HookContext } from '../../engine/hooks/hook-context.ts';
import { notify, type Reply, resume } from '../../engine/outcome/effects.ts';
import type { HookFunction } from '../../handlers/handler.ts';
import { agentOf } from '../agent-states.ts';
import { type BuiltinSetting, builtinFunction, defineBuiltin } from '../builtin.ts';
import { durationMs, filled, readOptions } from '../builtin-options.ts';
import { sessionOf } from '../helpers/given-call.ts';
import { runToEnd } from '../helpers/run-to-end.ts';
import { SessionLog } from '../helpers/session-log.ts';
import { once } from '../once.ts';

const options = once(() =>
  z.strictObject({
    commands: z
      .array(filled())
      .min(1)
      .describe('The checks, as shell lines in the folder of the configuration: `npm test`.'),
    times: z
      .int()
      .min(1)
      .default(3)
      .describe('How often in a row the agent goes on because of a failing check. Default: 3.'),
    timeout: durationMs().default(300_000).describe('How long each check may take. Default: 5 minutes.'),
    lines: z
      .int()
      .min(1)
      .default(40)
      .describe("How many of a failing check's last lines the agent gets. Default: 40."),
  }),
);

export interface ChecksBeforeStopOptions {
  readonly commands: readonly string[];
  readonly times?: number | undefined;
  readonly timeout?: number | string | undefined;
  readonly lines?: number | undefined;
}

export const checksBeforeStopRow = defineBuiltin({
  name: 'checks-before-stop',
  summary: 'Runs checks before the agent stops; it goes on with the part that fails.',
  points: ['Stop', 'SubagentStop', 'UserPromptSubmit'],
  options,
  create,
});

/** Register it at Stop, with a timeout that is long enough, and at UserPromptSubmit, so it knows what has changed since. */
export function checksBeforeStop(given: ChecksBeforeStopOptions): HookFunction {
  return create(readOptions(checksBeforeStopRow, given), { directory: process.cwd() });
}

interface Note {
  readonly about: 'prompt' | 'passed' | 'failed';
  readonly tree: string | null;
}

function create(read: z.output<ReturnType<typeof options>>, { directory }: BuiltinSetting): HookFunction {
  const log = new SessionLog<Note>('checks', directory, read);
  return builtinFunction(checksBeforeStopRow, async (input, context): Promise<Reply> => {
    const owner = [sessionOf(input), agentOf(input, context)];
    const tree = await treeOf(directory, context);
    if (context.point === 'UserPromptSubmit') {
      log.add({ about: 'prompt', tree }, ...owner);
      return undefined;
    }
    const notes = log.notes(...owner);
    const settled = notes.findLast(({ about }) => about !== 'failed');
    if (tree !== null && settled?.tree === tree) return undefined;
    const failures = notes.length - 1 - notes.findLastIndex(({ about }) => about !== 'failed');
    for (const command of read.commands) {
      const run = { cwd: directory, timeoutMs: read.timeout, context };
      const { exitCode, text } = await runToEnd(['/bin/sh', '-c', command], run);
      if (exitCode === 0) continue;
      const how = exitCode === null ? 'was ended' : `failed with exit code ${exitCode}`;
      const end = text.trimEnd().split('\n').slice(-read.lines).join('\n');
      if (failures >= read.times)
        return notify(
          `checks-before-stop: \`${command}\` still ${how} after ${failures} rounds; the agent stops`,
          'warning',
        );
      log.add({ about: 'failed', tree }, ...owner);
      return resume(`\`${command}\` ${how}. Fix it before you stop:\n${end}`);
    }
    log.add({ about: 'passed', tree }, ...owner);
    return undefined;
  });
}

/** What identifies the state of the files; null without git. */
async function treeOf(cwd: string, context: HookContext): Promise<string | null> {
  const git = ['git', '-c', 'core.fsmonitor=false'];
  const run = { cwd, timeoutMs: 10_000, context };
  const status = await runToEnd([...git, 'status', '--porcelain', '-z', '--untracked-files=all'], run);
  const head = await runToEnd([...git, 'rev-parse', 'HEAD', '--show-toplevel'], run);
  if (status.exitCode !== 0 || head.exitCode !== 0) return null;
  const root = head.text.trim().split('\n').at(-1) ?? cwd;
  const names = status.text.split('\0').flatMap((entry) => entry.slice(3) || []);
  const files = names.map((name) => {
    const facts = lstatSync(join(root, name), { throwIfNoEntry: false });
    return [name, facts?.size, facts?.mtimeMs];
  });
  return createHash('sha256')
    .update(JSON.stringify([head.text, status.text, files]))
    .digest('hex');
}
