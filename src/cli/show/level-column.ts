import type { NamedDeclaration } from '../../config/load/declaration.ts';

/** The column with the levels of hooks. It is empty where all are the project's. */
export function levelColumn(
  hooks: readonly Pick<NamedDeclaration, 'level'>[],
): (hook: Pick<NamedDeclaration, 'level'>) => string {
  const isPlain = hooks.every(({ level = 'project' }) => level === 'project');
  return ({ level = '' }) => (isPlain ? '' : level);
}
