import { words } from '../../engine/values/text.ts';
import type { EntryLayout, Form, NativeEvent, NativeTool, Reactions } from './agent-product.ts';

/** Exit code 2 with the reason on stderr, for events that read nothing else. It can't be combined with other forms. */
export const exitTwo: Form = {};

const specific = (fields: Form): Form => ({
  hookSpecificOutput: { hookEventName: '$event', ...fields },
});
const context: Form = specific({ additionalContext: '$context' });
const flatContext: Form = { additionalContext: '$context' };
const block: Form = { decision: 'block', reason: '$reason' };
const halt: Form = { continue: false, stopReason: '$reason' };
const notify: Form = { systemMessage: '$notice' };

const permission = (permissionDecision: string): Form =>
  specific({ permissionDecision, permissionDecisionReason: '$reason' });

const permissions = { deny: permission('deny'), ask: permission('ask'), allow: permission('allow') };

const permissionRequest = {
  deny: specific({ decision: { behavior: 'deny', message: '$reason' } }),
  allow: specific({ decision: { behavior: 'allow' } }),
  modify: specific({ decision: { behavior: 'allow', updatedInput: '$value' } }),
  notify,
};

/** What hookline says to agents that took over Claude Code's answers. */
export const forms = {
  block,
  context,
  flatContext,
  halt,
  notify,
  permission,
  permissionRequest,
  permissions,
  specific,
};

export const promptEvent: NativeEvent = {
  point: 'UserPromptSubmit',
  refuses: true,
  says: { deny: block, inject: context, halt, notify },
};

export const stopEvents = (says: NativeEvent['says']): Readonly<Record<string, NativeEvent>> => ({
  Stop: { point: 'Stop', refuses: true, says },
  SubagentStop: { point: 'SubagentStop', refuses: true, says },
});

/** Events that an agent announces without reading an answer, under the names of the points. */
export function silentEvents(names: string): Readonly<Record<string, NativeEvent>> {
  return Object.fromEntries(
    words(names).map((name) => [name, { point: name as NativeEvent['point'], says: {} }]),
  );
}

/** Tools whose fields have the canonical names, as `NAME` or `NAME=CANONICAL_NAME`. */
export function namedTools(tools: string): Readonly<Record<string, NativeTool>> {
  return Object.fromEntries(
    words(tools).map((pair) => {
      const [name = '', tool = name] = pair.split('=');
      return [name, { tool }];
    }),
  );
}

/** Whatever goes wrong with a hook, the call is denied. */
export const deniesOnFailure: Reactions = {
  exit2: 'denies',
  silentExit2: 'denies',
  exit1: 'denies',
  otherExit: 'denies',
  crash: 'denies',
  timeout: 'denies',
  garbage: 'denies',
};

/** Only exit code 2 denies a call. */
export const deniesOnExitTwo: Reactions = {
  exit2: 'denies',
  silentExit2: 'denies',
  exit1: 'runs',
  otherExit: 'runs',
  crash: 'runs',
  timeout: 'runs',
  garbage: 'runs',
};

/** Claude Code's layout, which others took over. */
export const claudeLayout: EntryLayout = {
  key: 'hooks',
  grouped: true,
  entry: { type: 'command', command: '$line', timeout: '$seconds' },
};

/** The layout of Gemini CLI and its forks, with milliseconds. */
export const geminiLayout: EntryLayout = {
  ...claudeLayout,
  entry: { type: 'command', name: 'hookline', command: '$line', timeout: '$milliseconds' },
};
