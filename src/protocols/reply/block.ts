import { allow, deny, type Effect, halt, inject, resume, suppress } from '../../engine/outcome/effects.ts';
import type { Point } from '../../engine/points/point-types.ts';

/**
 * What refusing comes to at a point: what its `block` column says. Where there is nothing to refuse it is a deny all the
 * same, so that the engine records the wish.
 */
export function blockEffects(point: Point, reason: string | undefined): readonly Effect[] {
  switch (point.block) {
    case 'resume':
      return [resume(reason)];
    case 'halt':
      return [halt(reason)];
    case 'suppress':
      // The output is gone, so the model has to be told why.
      return reason === undefined || reason === '' ? [suppress()] : [suppress(), tellModel(reason)];
    default:
      return [deny(reason)];
  }
}

function tellModel(reason: string): Effect {
  return inject(reason, { into: 'tool_result' });
}

/** A grant, where there is something to grant; elsewhere an approval is only the absence of an objection. */
export function grantEffects(point: Point, reason: string | undefined): readonly Effect[] {
  return point.admits.includes('allow') ? [allow(reason)] : [];
}
