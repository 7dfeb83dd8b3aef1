import { homedir } from 'node:os';
import { stringify } from 'yaml';
import { type FilePlace, shortPath } from '../source/problem.ts';
import type { Carried } from './carry-over.ts';
import type { FoundHooks, Lost } from './found-hook.ts';
import type { ImportSource } from './import-source.ts';

export function configurationText(
  from: ImportSource,
  found: FoundHooks,
  carried: readonly Carried[],
  lost: readonly Lost[],
): string {
  const points = [...new Set(carried.map(({ point }) => point))];
  const parts = [
    '# yaml-language-server: $schema=./node_modules/hookline/hookline.schema.json',
    [
      `# The hooks of ${from.title}, written by: hookline import ${from.agent}`,
      comment(`From ${found.files.map(homePath).join(', ')}`),
      ...(lost.length === 0 ? [] : ['#', '# Not carried over:', ...lost.map(lostComment)]),
    ].join('\n'),
    ...permissionsText(found),
    ...serversText(found, carried),
    ...(carried.length === 0
      ? []
      : [
          [
            'hooks:',
            `  # ${from.title} starts the hooks of an event at the same time, each with the same event.`,
            '  parallel: true',
          ].join('\n'),
        ]),
    ...points.map((point) => pointText(point, carried)),
  ];
  return `${parts.join('\n\n')}\n`;
}

function permissionsText({ permissions }: FoundHooks): readonly string[] {
  const lists = Object.entries(permissions).filter(([, rules]) => rules.length > 0);
  return lists.length === 0
    ? []
    : [stringify({ permissions: Object.fromEntries(lists) }, { lineWidth: 0 }).trimEnd()];
}

/** Only servers that hooks call: `hookline run` gives their tools to its agent. */
function serversText({ servers }: FoundHooks, carried: readonly Carried[]): readonly string[] {
  const called = new Set(carried.map(({ entry }) => entry['server']));
  const used = [...servers].filter(([name, server]) => called.has(name) && typeof server !== 'string');
  if (used.length === 0) return [];
  const text = stringify({ mcpServers: Object.fromEntries(used) }, { lineWidth: 0 }).trimEnd();
  return [`# From .mcp.json, for the hooks that call them.\n${text}`];
}

function pointText(point: string, carried: readonly Carried[]): string {
  const hooks = carried.filter((hook) => hook.point === point);
  const isSequential = hooks.some(({ from }) => from.some((hook) => hook.isSequential));
  const margin = isSequential ? '      ' : '    ';
  const entries = hooks.map(({ entry, from, note }) => {
    const [first = '', ...rest] = stringify(entry, { lineWidth: 0 }).trimEnd().split('\n');
    const places = [...new Set(from.map(({ place }) => importPlace(place)))].join(', ');
    const lines = rest.map((line) => (line === '' ? '' : `${margin}  ${line}`));
    const notes = [places, ...(note === null ? [] : [note])].map((text) => `${margin}${comment(text)}`);
    return [...notes, `${margin}- ${first}`, ...lines].join('\n');
  });
  const head = isSequential ? `  ${point}:\n    parallel: false\n    hooks:` : `  ${point}:`;
  return [head, ...entries].join('\n');
}

function lostComment({ what, why, place }: Lost): string {
  return comment(`  ${importPlace(place)}: ${what}: ${why}`);
}

function comment(text: string): string {
  // biome-ignore lint/suspicious/noControlCharactersInRegex: none of them may end the comment
  return `# ${text.replaceAll(/[\u0000-\u001f\u007f-\u009f\u2028\u2029]+/g, ' ').replaceAll('hookline-ignore', 'hookline ignore')}`;
}

export function importPlace({ file, line }: FilePlace): string {
  return `${homePath(file)}:${line}`;
}

export function homePath(file: string): string {
  const short = shortPath(file);
  const home = `${homedir()}/`;
  return short.startsWith(home) ? `~/${short.slice(home.length)}` : short;
}
