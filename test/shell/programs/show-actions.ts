import { type Action, isPathAction } from '../../../src/shell/actions/action.ts';
import { actionsOf } from '../../../src/shell/actions/actions-of.ts';

/** What a line does, as the examples of cards say it: `read a, write b/**`. */
export function shownActions(line: string, cwd = '/nowhere'): readonly string[] {
  const { actions } = actionsOf({ toolName: 'Bash', input: { command: line }, cwd });
  return [...new Set(actions.flatMap(shown))];
}

function shown(action: Action): readonly string[] {
  if (action.kind === 'run') return [];
  if (action.kind === 'change') return [`change ${action.what}`];
  if (!isPathAction(action)) return [`${action.kind} ${action.host ?? '?'}`];
  const path = action.path.map((part) => part ?? '?').join('');
  return [`${action.kind} ${path}${action.below === null ? '' : '/**'}`];
}
