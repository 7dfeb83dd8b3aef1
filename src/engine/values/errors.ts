export const errorCodes = {
  'point-unknown': 'No point has that name. The message suggests the nearest one.',
  'point-conflict': 'A point of that name, or with that alias, is already defined differently.',
  'point-invalid': 'The definition of a point contradicts itself.',
  'matcher-empty': 'A matcher has no alternative, as in `|`, so it could never match.',
  'option-invalid':
    'An option of a hook, a scope or a group is unknown, has the wrong type or contradicts another.',
  'block-impossible': 'A hook is to fail closed, or is a guard, at a point where nothing can be blocked.',
  'name-taken': 'Another scope or source already has a hook of that name.',
  'name-unknown': 'No hook has that name.',
  'guard-protected': 'A guard cannot be disabled, replaced or removed by its name.',
  'too-many-hooks': 'The point has as many hooks as `maxHooksPerPoint` allows.',
  'scope-closed': 'The scope was closed and takes no more hooks.',
  'scope-cycle': 'An agent cannot be its own ancestor.',
  'input-invalid': 'The input of a firing lacks the field that the matchers of its point are tested against.',
  'handler-unknown': 'No handler has that type. The message suggests the nearest one.',
  'config-invalid':
    'A configuration file has errors. The message has them all, each with its place; nothing of the file was used.',
  'config-changed':
    'A configuration, or a file that its hooks run, has changed since a person trusted it, or is another than at the installation. `hookline trust` shows the change.',
  'builtin-unknown': 'No hook that ships has that name. The message suggests the nearest one.',
  'session-invalid': 'A session has an id that cannot be the name of a file, or there is none to resume.',
  'agent-busy': 'An agent runs one prompt at a time.',
  'agent-ended': 'The session of the agent has ended.',
  'history-missing': 'There is no history of files, because git was not found or its folder cannot be used.',
  'history-unknown': 'No record of the history of files has that id.',
  'model-missing': 'The client of a model is not installed, or it lacks its key.',
  'package-missing': 'A package that only a part of hookline needs is not installed. The message names it.',
  'team-invalid': 'A team, a teammate or a task cannot be as it was given.',
  'file-unwritable': 'A file cannot be written, or is there already and must not be overwritten.',
  'trace-missing':
    'There is no trace of that name, no recorded session of that id, or no recorded event that is asked for.',
  disposed: 'The hooks were disposed of; nothing can be registered or fired any more.',
} as const;

export type ErrorCode = keyof typeof errorCodes;

export class HooklineError extends Error {
  override readonly name: string = 'HooklineError';
  readonly code: ErrorCode;
  readonly option: string | null;

  constructor(code: ErrorCode, message: string, option: string | null = null) {
    super(message);
    this.code = code;
    this.option = option;
  }
}
