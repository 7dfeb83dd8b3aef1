import { allPoints } from '../../engine/points/point.ts';
import type { Point } from '../../engine/points/point-types.ts';
import { didYouMean } from '../../engine/values/suggest.ts';
import type { WarningCode } from '../source/warning-codes.ts';

/** Every event of Claude Code, including those that only the product itself fires. */
const productEvents: readonly string[] = [
  'PreToolUse',
  'PostToolUse',
  'PostToolUseFailure',
  'PostToolBatch',
  'Notification',
  'UserPromptSubmit',
  'UserPromptExpansion',
  'SessionStart',
  'SessionEnd',
  'Stop',
  'StopFailure',
  'SubagentStart',
  'SubagentStop',
  'PreCompact',
  'PostCompact',
  'PreModelSwitch',
  'PostModelSwitch',
  'PermissionRequest',
  'PermissionDenied',
  'Setup',
  'TeammateIdle',
  'TaskCreated',
  'TaskCompleted',
  'Elicitation',
  'ElicitationResult',
  'ConfigChange',
  'WorktreeCreate',
  'WorktreeRemove',
  'InstructionsLoaded',
  'CwdChanged',
  'FileChanged',
  'DirectoryAdded',
  'MessageDisplay',
];

export interface SettingsEvent {
  /** Null when its hooks do not run here. */
  readonly point: Point | null;
  /** An error when it has no code. */
  readonly problem: { readonly code: WarningCode | null; readonly message: string } | null;
}

/** The point for an event of a settings file. */
export function settingsEvent(name: string): SettingsEvent {
  const point = allPoints().find((candidate) => candidate.name === name) ?? null;
  if (point !== null) {
    const message = `Claude Code has no event "${name}"; these hooks run here only`;
    return { point, problem: productEvents.includes(name) ? null : { code: 'event-foreign', message } };
  }
  if (productEvents.includes(name)) {
    const message = `${name} happens in Claude Code only, so these hooks do not run here`;
    return { point: null, problem: { code: 'hook-not-run', message } };
  }
  const message = `unknown event "${name}"${didYouMean(name, productEvents)}`;
  return { point: null, problem: { code: null, message } };
}

export function isProductEvent(name: string): boolean {
  return productEvents.includes(name);
}
