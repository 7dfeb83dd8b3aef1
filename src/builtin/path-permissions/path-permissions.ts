import { resolve } from 'node:path';
import type { HookContext } from '../../engine/hooks/hook-context.ts';
import { deny, type Reply } from '../../engine/outcome/effects.ts';
import type { Fields } from '../../engine/values/shapes.ts';
import { messageOf } from '../../engine/values/text.ts';
import { UnjudgeablePath } from '../../files/follow-links.ts';
import type { HookFunction } from '../../handlers/handler.ts';
import { AgentStates } from '../agent-states.ts';
import { type BuiltinSetting, builtinFunction, defineBuiltin } from '../builtin.ts';
import { readOptions } from '../builtin-options.ts';
import { PathHistory } from './history.ts';
import { PathJudge } from './judge.ts';
import {
  type PathPermissionsChoices,
  type PathPermissionsOptions,
  pathPermissionsOptions,
} from './options.ts';

export const pathPermissionsRow = defineBuiltin({
  name: 'path-permissions',
  summary: 'Lets an agent read, write and delete only where it may.',
  points: ['PreToolUse', 'PermissionRequest', 'PostToolUse'],
  priority: 10,
  judges: 'files',
  options: pathPermissionsOptions,
  create,
});

/** Register it as a guard at PreToolUse, and at PostToolUse too, so it knows what was really read. */
export function pathPermissions(given: PathPermissionsOptions = {}): HookFunction {
  return create(readOptions(pathPermissionsRow, given), { directory: process.cwd() });
}

function create(read: PathPermissionsChoices, { directory }: BuiltinSetting): HookFunction {
  const judge = new PathJudge(read, resolve(directory, read.root), directory);
  const histories = new AgentStates(() => new PathHistory());
  let seesResults = false;
  const answer = (input: Fields, context: HookContext): Reply => {
    const history = histories.of(input, context);
    if (context.point === 'PostToolUse') {
      judge.note(input, history);
      return undefined;
    }
    // A failure must never let the call through, even if the hook is not registered as a guard.
    try {
      const problem = judge.objection(input, history);
      if (problem !== null) return deny(problem);
      // A later hook may still deny the call. Without PostToolUse, that cannot be known.
      if (context.point === 'PreToolUse' && !seesResults) judge.note(input, history);
      return undefined;
    } catch (problem) {
      const what =
        problem instanceof UnjudgeablePath
          ? problem.message
          : `a call that broke the check: ${messageOf(problem)}`;
      return deny(`This cannot be judged, so it is not allowed: ${what}. Say it more plainly.`);
    }
  };
  return builtinFunction(pathPermissionsRow, answer, (point) => {
    if (point === 'PostToolUse') seesResults = true;
  });
}
