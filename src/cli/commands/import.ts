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
import { layOutTable } from '../terminal/table.ts';

export const runImport: CommandRun = async ({ arguments: [agent = ''], options, isJson, terminal }) => {
  const from = importSourceOf(agent);
  const points = Object.entries(agentNamed(from.agent).events).map(
    ([event, { point }]) => [event, point] as const,
  );
  const own = { points: Object.fromEntries(points), isOwnLine: isHookLine };
  const found = await readAgentHooks(from, own, options);
  const lost: Lost[] = [...found.lost];
  const carried = carryOver(from, found, lost);
  const fileOf = ({ place: { file } }: Lost): number => found.files.indexOf(file);
  lost.sort((one, other) => fileOf(one) - fileOf(other) || one.place.line - other.place.line);
  const output = String(options['output'] ?? 'hookline.yaml');
  const isPrinted = output === '-';
  const say = isPrinted ? terminal.tell : terminal.print;
  const rules = Object.values(found.permissions).flat().length;
  if (carried.length === 0 && rules === 0) {
    terminal.tell(...lostLines(lost));
    const looked = importFiles(from, options).map(({ path }) => homePath(path));
    throw new HooklineError(
      'config-invalid',
      `${from.title} has no hooks that hookline can run; looked in ${looked.join(', ')}`,
    );
  }
  const text = configurationText(from, found, carried, lost);
  if (isPrinted) {
    if (!isJson) terminal.print(text.trimEnd());
  } else await write(output, text, options['force'] === true);
  if (isJson) return terminal.printJson(report(isPrinted ? null : output, carried, lost, found));
  const { green, bold } = terminal.colors;
  if (!isPrinted) say(`${green('wrote')} ${output}\n`);
  say(
    bold(`carried over: ${carried.length}${rules === 0 ? '' : `, and ${counted(rules, 'permission rule')}`}`),
  );
  const rows = carried.map(({ point, entry, from: [hook], matcher = '*' }) => [
    point,
    visible(entry.name),
    visible(matcher),
    `${hook === undefined ? '' : importPlace(hook.place)}${entry['enabled'] === false ? ', switched off' : ''}`,
  ]);
  say(...layOutTable({ rows, indent: '  ' }));
  if (found.ownEntries > 0) say(`left out: ${found.ownEntries} of hookline's own entries`);
  say(...lostLines(lost));
  if (!isPrinted) {
    say(`\n${bold('Next')}`);
    say(`  hookline validate ${output === 'hookline.yaml' ? '' : output}`.trimEnd());
    say(`  Once ${from.title} is connected, remove these hooks from its own files, or they run twice.`);
  }
  return 0;
};

function lostLines(lost: readonly Lost[]): readonly string[] {
  if (lost.length === 0) return [];
  const rows = lost.map(({ what, why, place }) => [
    `${importPlace(place)}:${place.column}`,
    visible(what),
    visible(why),
  ]);
  return ['', `not carried over: ${lost.length}`, ...layOutTable({ rows, indent: '  ' })];
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
      `${file} already exists, so nothing was written; --force overwrites it, --output names another`,
    );
  try {
    await writeFile(file, text, { flag: isForced ? 'w' : 'wx' });
  } catch (error) {
    throw new HooklineError('file-unwritable', `${file} cannot be written: ${messageOf(error)}`);
  }
}
