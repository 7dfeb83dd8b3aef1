import { isAbsolute, resolve } from 'node:path';
import type { HookContext } from '../../engine/hooks/hook-context.ts';
import type { Reply } from '../../engine/outcome/effects.ts';
import { HookFailure } from '../../engine/outcome/failure.ts';
import { pointNamed } from '../../engine/points/point.ts';
import type { Fields } from '../../engine/values/shapes.ts';
import { isFile, isFolder } from '../../files/file-facts.ts';
import { giveUpMs } from '../../processes/end-group.ts';
import { startProcess } from '../../processes/launcher/start-process.ts';
import { type Invocation, resolveCommand } from '../../processes/resolve-command.ts';
import {
  defineHandler,
  type HandlerKind,
  type HandlerSetting,
  type HookFunction,
  traitsOf,
} from '../handler.ts';
import { jsonText } from '../json-text.ts';
import { readAnswer } from './answer.ts';
import { emptyScript } from './empty-script.ts';
import { commandEnvironment } from './environment.ts';
import { type CommandOptions, checkCommandOptions } from './options.ts';
import { runDetachable } from './run-detachable.ts';
import type { ProcessResult } from './run-process.ts';
import { startFailure } from './start-failure.ts';

/** The `command` handler: a program or a shell line that reads the event and prints its answer. */
export const commandHandler: HandlerKind<CommandOptions> = defineHandler({
  type: 'command',
  summary: 'Runs a program or a shell line; it reads the event from stdin and prints its answer.',
  create: createCommand,
});

const defaultOutputBytes = 1024 * 1024;
const defaultKillGraceMs = 500;
/** The time to end a group beside the hook's own grace: the kill, the last output, a busy machine. */
const endingMs = giveUpMs + 500;

function createCommand(options: CommandOptions, setting: HandlerSetting): HookFunction {
  checkCommandOptions(options);
  const { protocol } = setting;
  const { start = startProcess, maxOutputBytes = defaultOutputBytes } = options;
  const { killGraceMs = defaultKillGraceMs, inherit = protocol.inheritsEnvironment } = options;
  const directory = resolve(setting.directory);
  const fixedFolder = options.cwd === undefined ? null : resolve(directory, options.cwd);
  const environmentOptions = { ...options, inherit };
  let invocation: Invocation | null = null;

  // Everything up to the start of the process happens in the same turn: nothing may delay it.
  async function run(input: Fields, context: HookContext): Promise<Reply> {
    const call = { point: pointNamed(context.point), input, context };
    const stdin = Buffer.from(`${jsonText(() => protocol.encode(call))}\n`);
    const env = commandEnvironment(environmentOptions, call, { directory, protocol });
    if (invocation === null || isGone(invocation)) {
      invocation = resolveCommand(options, { directory, path: env['PATH'] });
    }
    const { file, args } = invocation;
    const spec = { file, args, cwd: fixedFolder ?? folderOf(input) ?? directory, env };
    const run = { spec, stdin, start, maxOutputBytes, killGraceMs, context };
    const result = await runDetachable(run, protocol).catch((error: unknown) => {
      throw startFailure(error, options.command, spec);
    });
    if ('cancel' in result) {
      const rest = result.result.then((end) =>
        readAnswer(end, options.command, protocol, { ...call, context: result.context }),
      );
      context.later?.(rest, result.cancel);
      return undefined;
    }
    if (context.guard === true && saysNothing(result)) {
      const empty = emptyScript(options, [directory, spec.cwd]);
      if (empty !== null)
        throw new HookFailure('unclear', `${empty} has nothing but comments, so it decides nothing`);
    }
    return readAnswer(result, options.command, protocol, call);
  }

  const handler = async (input: Fields, context: HookContext): Promise<Reply<never>> => {
    checkPlatform();
    try {
      return (await run(input, context)) as Reply<never>;
    } catch (problem) {
      // A missing command may exist next time, perhaps in another place.
      if (problem instanceof HookFailure && problem.kind === 'missing') invocation = null;
      throw problem;
    }
  };
  return Object.assign(handler, { graceMs: killGraceMs + endingMs, ...traitsOf(protocol) });
}

function saysNothing({ output, ended }: ProcessResult): boolean {
  return ended === null && output.exitCode === 0 && output.stdout.trim() === '';
}

function isGone({ script }: Invocation): boolean {
  return script !== null && !isFile(script);
}

/** The folder that the agent works in, if it exists. */
function folderOf({ cwd }: Fields): string | null {
  return typeof cwd === 'string' && isAbsolute(cwd) && isFolder(cwd) ? cwd : null;
}

function checkPlatform(): void {
  if (process.platform !== 'win32') return;
  throw new HookFailure(
    'missing',
    'commands need the process groups of a POSIX system; on Windows, run the host under WSL',
  );
}
