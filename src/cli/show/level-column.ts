import type { NamedDeclaration } from '../../config/load/declaration.ts';

export function levelColumn(
  hooks: readonly Pick<NamedDeclaration, 'level'>[],
): (hook: Pick<NamedDeclaration, 'level'>) => string {
  const isPlain = hooks.every(({ level = 'project' }) => level === 'project');
  return ({ level = '' }) => (isPlain ? '' : level);
}
