import { formatPlace } from '../../config/source/problem.ts';
import { visible } from '../../gateway/answer/visible.ts';
import type { Question, Verdict } from '../../policy-test/explanation.ts';
import { alignColumns } from '../terminal/table.ts';
import type { Terminal } from '../terminal/terminal.ts';
import { levelColumn } from './level-column.ts';

export interface HookChange {
  readonly hook: string;
  readonly changes: readonly string[];
}

export function showExplanation(
  { point, value, agent }: Question,
  verdicts: readonly Verdict[],
  notes: readonly string[],
  { colors }: Pick<Terminal, 'colors'>,
): readonly string[] {
  const { bold, dim, green, red, yellow } = colors;
  const what = `${value === null ? '' : ` for ${visible(value)}`}${agent === null ? '' : ` by ${visible(agent)}`}`;
  const lines = [bold(`${point.name}${what}`), ...notes.map((note) => `  ${yellow(visible(note))}`)];
  if (verdicts.length === 0) return [...lines, dim('  no hook is registered here')];
  const level = levelColumn(verdicts.map(({ declaration }) => declaration));
  const rows = verdicts.map(({ declaration, order, why }) => [
    order === null ? red('does not run') : green(`${order}. runs`),
    declaration.name,
    dim(`priority ${declaration.options.priority ?? 100}`),
    visible(why),
    level(declaration),
    dim(formatPlace(declaration.place)),
  ]);
  return [...lines, ...alignColumns(rows).map((line) => `  ${line}`)];
}
