import { modelApis } from '../../models/api-model.ts';

/** The model of a hook of type `prompt`, as hookline names it. Claude Code's short names are variables of its users. */
export function judgeModel(name: string | undefined): string {
  if (name === undefined) return 'anthropic';
  if (modelApis.some((api) => name === api || name.startsWith(`${api}:`))) return name;
  const [alias = ''] = /^[a-z]+(?=$|\[)/i.exec(name) ?? [];
  if (alias === '') return `anthropic:${name}`;
  const meant = process.env[`ANTHROPIC_DEFAULT_${alias.toUpperCase()}_MODEL`] ?? '';
  return meant === '' ? 'anthropic' : `anthropic:${meant}`;
}
