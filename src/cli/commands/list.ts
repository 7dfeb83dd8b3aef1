import type { NamedDeclaration } from '../../config/load/declaration.ts';
import { formatPlace } from '../../config/source/problem.ts';
import { findPoint } from '../../engine/points/point.ts';
import { oneLine } from '../../gateway/answer/visible.ts';
import { inRunningOrder, judge } from '../../policy-test/explanation.ts';
import { type CommandRun, textOption } from '../command.ts';
import { tellTrust } from '../input/trust-note.ts';
import { withConfig } from '../input/with-config.ts';
import type { Colors } from '../terminal/terminal.ts';

export const runList: CommandRun = async (call) => {
  const { options, terminal } = call;
  const only = options['point'] === undefined ? null : findPoint(String(options['point'])).point;
  const agent = textOption(call, 'agent');
  const chosen = await withConfig(call, async ({ declarations, overrides }) =>
    declarations.filter((declaration) => {
      if (only !== null && declaration.point !== only) return false;
      if (agent === undefined) return true;
      const question = { point: declaration.point, value: null, agent, agentType: null };
      const { obstacle } = judge(declaration, overrides, question);
      return obstacle !== 'scope' && obstacle !== 'override';
    }),
  );
  tellTrust(call);
  if (call.isJson) return terminal.printJson(chosen.map(asData));
  const { bold, dim } = terminal.colors;
  const isPlain = chosen.every(({ level = 'project' }) => level === 'project');
  if (chosen.length === 0) terminal.print(dim('no hooks'));
  for (const point of new Set(chosen.map((declaration) => declaration.point))) {
    terminal.print(bold(point.name));
    const ordered = await inRunningOrder(chosen.filter((declaration) => declaration.point === point));
    const rows = ordered.map((declaration) => row(declaration, isPlain, terminal.colors));
    terminal.printTable(rows, { indent: '  ' });
  }
  return 0;
};

function row(
  { name, matcher, options, agent, type, runs, group, place, level }: NamedDeclaration,
  isPlain: boolean,
  colors: Colors,
): string[] {
  const traits = [
    options.guard === true ? colors.green(options.final === true ? 'final guard' : 'guard') : '',
    options.enabled === false ? colors.red('disabled') : '',
    options.mode === undefined || options.mode === 'enforce' ? '' : options.mode,
    group?.parallel === true ? 'parallel' : '',
    agent === null ? '' : `agent ${agent}`,
  ].filter((trait) => trait !== '');
  return [
    String(options.priority ?? 100),
    oneLine(name, 40),
    colors.cyan(oneLine(matcher.source, 40)),
    oneLine(`${type} ${runs}`, 50),
    traits.join(' '),
    isPlain ? '' : (level ?? ''),
    colors.dim(formatPlace(place)),
  ];
}

function asData(declaration: NamedDeclaration): object {
  const { name, point, matcher, agent, options, type, runs, description, level } = declaration;
  const { file, line, column } = declaration.place;
  return {
    ...{ name, point: point.name, matcher: matcher.source, agent, type, runs, description },
    ...(level !== undefined && { level }),
    ...options,
    place: { file, line, column },
  };
}
