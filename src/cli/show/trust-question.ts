import { dirname, relative } from 'node:path';
import type { NamedDeclaration } from '../../config/load/declaration.ts';
import { hasErrors, shortPath } from '../../config/source/problem.ts';
import { oneLine, visible } from '../../gateway/answer/visible.ts';
import type { TrustQuestion } from '../../gateway/trust/trust-questions.ts';
import type { Terminal } from '../terminal/terminal.ts';

export function showTrustQuestion(
  { file, standing, present, change }: TrustQuestion,
  { colors, print, printTable }: Terminal,
): void {
  const { bold, dim, green, red, yellow } = colors;
  const name = visible(shortPath(file));
  if (present === null) {
    print(`${bold(name)} ${red('was trusted, but is gone')}`);
    return;
  }
  if (standing === 'trusted') {
    print(`${green('✓')} ${name} is trusted`);
    return;
  }
  print(
    `${bold(name)} ${standing === 'changed' ? red('has changed since you trusted it') : yellow('is not trusted yet')}`,
  );
  for (const line of (change ?? '').split('\n').filter(Boolean)) {
    const [, sign] = /^ {2}\S.*?:\d+ ([-+]) /.exec(line) ?? [];
    const paint = sign === '+' ? green : sign === '-' ? red : bold;
    print(`  ${paint(visible(line))}`);
  }
  const { hooks, overrides, problems } = present;
  if (hooks.length > 0) print('  It would run:');
  // The hooks of a broken file are unknown.
  else if (!hasErrors(problems)) print(dim('  It has no hooks.'));
  printTable(hooks.map(hookRow), { indent: '    ' });
  if (overrides.length > 0) print('  It would switch off the hooks for all agents, except guards:');
  for (const { agent, point } of overrides) print(`    ${point.name}  for the agent ${oneLine(agent, 40)}`);
  const files = Object.entries(present.state.marks)
    .filter(([path, mark]) => mark !== null && path !== relative(dirname(file), file))
    .map(([path]) => path);
  if (files.length > 0) print('  Trusting it also trusts these files:');
  print(...files.map((path) => `    ${visible(path)}`));
  if (present.unresolved.length > 0)
    print(yellow('  What these load is unknown, and can change without asking you again:'));
  print(...present.unresolved.map((line) => `    ${oneLine(line, 200)}`));
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
