import { allPoints } from '../../engine/points/point.ts';
import type { Point } from '../../engine/points/point-types.ts';
import { didYouMean } from '../../engine/values/suggest.ts';
import { claudeEventNames } from '../../protocols/claude-code/events.ts';
import type { WarningCode } from '../source/warning-codes.ts';

export interface SettingsEvent {
  /** Null when nobody knows it. */
  readonly point: Point | null;
  /** An error when it has no code. */
  readonly problem: { readonly code: WarningCode | null; readonly message: string } | null;
}

/** The point for an event of a settings file. */
export function settingsEvent(name: string): SettingsEvent {
  const point = allPoints().find((candidate) => candidate.name === name) ?? null;
  if (point !== null) {
    const message = `Claude Code has no event "${name}"; these hooks run here only`;
    return { point, problem: claudeEventNames.includes(name) ? null : { code: 'event-foreign', message } };
  }
  const message = `unknown event "${name}"${didYouMean(name, claudeEventNames)}`;
  return { point: null, problem: { code: null, message } };
}

export function isProductEvent(name: string): boolean {
  return claudeEventNames.includes(name);
}
