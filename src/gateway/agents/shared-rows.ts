import { words } from '../../engine/values/text.ts';
import type { EntryLayout, Form, NativeEvent, NativeTool, Reactions } from './agent-product.ts';

/** Exit code 2 with the reason on stderr, for events that read nothing else. It can't be combined with other forms. */
export const exitTwo: Form = {};

export const specific = (fields: Form): Form => ({
  hookSpecificOutput: { hookEventName: '$event', ...fields },
});
export const context: Form = specific({ additionalContext: '$context' });
export const flatContext: Form = { additionalContext: '$context' };
export const block: Form = { decision: 'block', reason: '$reason' };
export const haltForm: Form = { continue: false, stopReason: '$reason' };
export const notifyForm: Form = { systemMessage: '$notice' };

export const permission = (permissionDecision: string): Form =>
  specific({ permissionDecision, permissionDecisionReason: '$reason' });

export const permissions = { deny: permission('deny'), ask: permission('ask'), allow: permission('allow') };

export const permissionRequest = {
  deny: specific({ decision: { behavior: 'deny', message: '$reason' } }),
  allow: specific({ decision: { behavior: 'allow' } }),
  modify: specific({ decision: { behavior: 'allow', updatedInput: '$value' } }),
  notify: notifyForm,
};

export const promptEvent: NativeEvent = {
  point: 'UserPromptSubmit',
  refuses: true,
  says: { deny: block, inject: context, halt: haltForm, notify: notifyForm },
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
