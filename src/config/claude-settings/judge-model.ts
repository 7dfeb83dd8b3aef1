import { modelApis } from '../../models/api-model.ts';

/** Claude Code's short names of models are variables that its users set. */
export function judgeModel(name: string | undefined): string {
  if (name === undefined) return 'anthropic';
  if (modelApis.some((api) => name === api || name.startsWith(`${api}:`))) return name;
  const [alias = ''] = /^[a-z]+(?=$|\[)/i.exec(name) ?? [];
  if (alias === '') return `anthropic:${name}`;
  const meant = process.env[`ANTHROPIC_DEFAULT_${alias.toUpperCase()}_MODEL`] ?? '';
  return meant === '' ? 'anthropic' : `anthropic:${meant}`;
}
