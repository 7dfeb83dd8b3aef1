import { existsSync } from 'node:fs';
import { writeFile } from 'node:fs/promises';
import { type Carried, carryOver } from '../../config/import/carry-over.ts';
import type { FoundHooks, Lost } from '../../config/import/found-hook.ts';
import { importFiles, importSourceOf } from '../../config/import/import-source.ts';
import { readAgentHooks } from '../../config/import/read-hooks.ts';
import { configurationText, homePath, importPlace } from '../../config/import/write-configuration.ts';
import { HooklineError } from '../../engine/values/errors.ts';
import { messageOf } from '../../engine/values/text.ts';
import { agentNamed } from '../../gateway/agents/agent-table.ts';
import { visible } from '../../gateway/answer/visible.ts';
import { isHookLine } from '../../gateway/install/hook-line.ts';
import type { CommandRun } from '../command.ts';
import { counted } from '../show/show-problem.ts';
import { alignColumns } from '../terminal/table.ts';

export const runImport: CommandRun = async ({ arguments: [agent = ''], options, terminal }) => {
  const from = importSourceOf(agent);
  const points = Object.entries(agentNamed(from.agent).events).map(
    ([event, { point }]) => [event, point] as const,
  );
  const found = await readAgentHooks(
    from,
    { points: Object.fromEntries(points), isOwnLine: isHookLine },
    options,
  );
  const lost: Lost[] = [...found.lost];
  const carried = carryOver(from, found, lost);
  const fileOf = ({ place: { file } }: Lost): number => found.files.indexOf(file);
  lost.sort((one, other) => fileOf(one) - fileOf(other) || one.place.line - other.place.line);
  const output = String(options['output'] ?? 'hookline.yaml');
  const isPrinted = output === '-';
  const isJson = options['json'] === true;
  const say = isPrinted ? terminal.tell : terminal.print;
  const rules = Object.values(found.permissions).flat().length;
  if (carried.length === 0 && rules === 0) {
    for (const line of lostLines(lost)) terminal.tell(line);
    const looked = importFiles(from, options).map(({ path }) => homePath(path));
    throw new HooklineError(
      'config-invalid',
      `no hooks of ${from.title} were found that hookline can run: looked in ${looked.join(', ')}`,
    );
  }
  const text = configurationText(from, found, carried, lost);
  if (isPrinted) {
    if (!isJson) terminal.print(text.trimEnd());
  } else await write(output, text, options['force'] === true);
  if (isJson) {
    terminal.print(JSON.stringify(report(isPrinted ? null : output, carried, lost, found), null, 2));
    return 0;
  }
  const { green, bold } = terminal.colors;
  if (!isPrinted) say(`${green('wrote')} ${output}\n`);
  say(
    bold(`carried over: ${carried.length}${rules === 0 ? '' : `, and ${counted(rules, 'permission rule')}`}`),
  );
  const rows = carried.map(({ point, entry, from: [hook], matcher = '*' }) => [
    `  ${point}`,
    visible(entry.name),
    visible(matcher),
    `${hook === undefined ? '' : importPlace(hook.place)}${entry['enabled'] === false ? ', switched off' : ''}`,
  ]);
  for (const line of alignColumns(rows)) say(line);
  if (found.ownEntries > 0) say(`left out: ${found.ownEntries} entries of hookline itself`);
  for (const line of lostLines(lost)) say(line);
  if (!isPrinted) {
    say(`\n${bold('Next')}`);
    say(`  hookline validate ${output === 'hookline.yaml' ? '' : output}`.trimEnd());
    say(`  Once hookline guards ${from.title}, take these hooks out of its own files, or they run twice.`);
  }
  return 0;
};

function lostLines(lost: readonly Lost[]): readonly string[] {
  if (lost.length === 0) return [];
  const rows = lost.map(({ what, why, place }) => [
    `  ${importPlace(place)}:${place.column}`,
    visible(what),
    visible(why),
  ]);
  return ['', `not carried over: ${lost.length}`, ...alignColumns(rows)];
}

function report(
  written: string | null,
  carried: readonly Carried[],
  lost: readonly Lost[],
  { ownEntries }: FoundHooks,
): object {
  return {
    written,
    carried: carried.map(({ point, entry, from }) => ({
      point,
      ...entry,
      places: from.map(({ place: { file, line, column } }) => ({ file, line, column })),
    })),
    lost: lost.map(({ what, why, place: { file, line, column } }) => ({
      what,
      why,
      place: { file, line, column },
    })),
    ownEntries,
  };
}

async function write(file: string, text: string, isForced: boolean): Promise<void> {
  if (existsSync(file) && !isForced)
    throw new HooklineError(
      'file-unwritable',
      `${file} is there already, so nothing was written; --force overwrites it, --output names another`,
    );
  try {
    // Somebody who writes the same file at the same time wins too.
    await writeFile(file, text, { flag: isForced ? 'w' : 'wx' });
  } catch (error) {
    throw new HooklineError('file-unwritable', `${file} cannot be written: ${messageOf(error)}`);
  }
}
