import { dirname, relative } from 'node:path';
import type { NamedDeclaration } from '../../config/load/declaration.ts';
import { hasErrors, shortPath } from '../../config/source/problem.ts';
import { oneLine, visible } from '../../gateway/answer/visible.ts';
import type { TrustQuestion } from '../../gateway/trust/trust-questions.ts';
import { alignColumns } from '../terminal/table.ts';
import type { Terminal } from '../terminal/terminal.ts';

export function showTrustQuestion(
  { file, standing, present, change }: TrustQuestion,
  { colors, print }: Terminal,
): void {
  const { bold, dim, green, red, yellow } = colors;
  const name = visible(shortPath(file));
  if (present === null) {
    print(`${bold(name)} ${red('was trusted, and is gone')}`);
    return;
  }
  if (standing === 'trusted') {
    print(`${green('✓')} ${name} is trusted`);
    return;
  }
  print(
    `${bold(name)} ${standing === 'changed' ? red('has changed since it was trusted') : yellow('is not trusted yet')}`,
  );
  for (const line of (change ?? '').split('\n').filter(Boolean)) {
    const [, sign] = /^ {2}\S.*?:\d+ ([-+]) /.exec(line) ?? [];
    const paint = sign === '+' ? green : sign === '-' ? red : bold;
    print(`  ${paint(visible(line))}`);
  }
  const { hooks, overrides, problems } = present;
  if (hooks.length > 0) print('  It would run:');
  // Of a file that cannot be read, nobody knows.
  else if (!hasErrors(problems)) print(dim('  It has no hooks.'));
  for (const line of alignColumns(hooks.map(hookRow))) print(`    ${line}`);
  if (overrides.length > 0) print('  It would leave out the hooks of everyone, but for guards:');
  for (const { agent, point } of overrides) print(`    ${point.name}  for the agent ${oneLine(agent, 40)}`);
  const files = Object.entries(present.state.marks)
    .filter(([path, mark]) => mark !== null && path !== relative(dirname(file), file))
    .map(([path]) => path);
  if (files.length > 0) print('  With these files, which then count as looked at:');
  for (const path of files) print(`    ${visible(path)}`);
  if (present.unresolved.length > 0)
    print(yellow('  What these load is not known, and may change without a question:'));
  for (const line of present.unresolved) print(`    ${oneLine(line, 200)}`);
}

function hookRow({ point, name, type, runs, args = [], server, options }: NamedDeclaration): string[] {
  const started = server !== undefined && 'command' in server ? [server.command, ...(server.args ?? [])] : [];
  const words = [type, runs, ...args, ...(started.length === 0 ? [] : ['by', ...started])];
  return [
    point.name,
    oneLine(name, 40),
    oneLine(words.join(' '), 200),
    options.enabled === false ? 'disabled' : options.guard === true ? 'guard' : '',
  ];
}

export function trustData({ file, standing, present, change }: TrustQuestion): object {
  return {
    file,
    standing: present === null ? 'gone' : standing,
    ...(change !== null && { change }),
    hooks: (present?.hooks ?? []).map(({ point, name, type, runs }) => ({
      point: point.name,
      name,
      type,
      runs,
    })),
    unresolved: present?.unresolved ?? [],
    files: Object.entries(present?.state.marks ?? {}).flatMap(([path, mark]) =>
      mark === null ? [] : [path],
    ),
  };
}
