import { allow, deny, type Effect, halt, inject, resume, suppress } from '../../engine/outcome/effects.ts';
import type { Point } from '../../engine/points/point-types.ts';

/** A deny where nothing can be refused, so the engine records it as dropped. */
export function blockEffects(point: Point, reason: string | undefined): readonly Effect[] {
  switch (point.block) {
    case 'resume':
      return [resume(reason)];
    case 'halt':
      return [halt(reason)];
    case 'suppress':
      // The output is hidden, so the model must be told why.
      return reason === undefined || reason === '' ? [suppress()] : [suppress(), tellModel(reason)];
    default:
      return [deny(reason)];
  }
}

function tellModel(reason: string): Effect {
  return inject(reason, { into: 'tool_result' });
}

/** Elsewhere, an approval is only the absence of an objection. */
export function grantEffects(point: Point, reason: string | undefined): readonly Effect[] {
  return point.admits.includes('allow') ? [allow(reason)] : [];
}

export function isDenial(name: string, value: unknown): boolean {
  switch (name) {
    case 'allowed':
      return value === false;
    case 'abort':
      return value === true;
    case 'decision':
    case 'permissionDecision':
    case 'behavior':
      return value === 'deny' || value === 'block';
    case 'hookSpecificOutput':
      return (Array.isArray(value) ? value : [value]).some(
        (part: unknown) =>
          isDenial('decision', part) || isDenialWithin(part, ['permissionDecision', 'decision', 'behavior']),
      );
    default:
      return false;
  }
}

function isDenialWithin(value: unknown, names: readonly string[]): boolean {
  if (typeof value !== 'object' || value === null) return false;
  return names.some((name) => {
    const inner: unknown = Object.hasOwn(value, name) ? (value as Record<string, unknown>)[name] : undefined;
    return isDenial(name, inner) || (name === 'decision' && isDenialWithin(inner, ['behavior']));
  });
}
