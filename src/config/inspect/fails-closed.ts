import type { NamedDeclaration } from '../load/declaration.ts';

/** Whether a hook must hold: a guard, or one whose every failure blocks. */
export function failsClosed({ options }: NamedDeclaration): boolean {
  return options.guard === true || options.onFailure === 'closed';
}
