import { dirname, resolve } from 'node:path';
import { possibleFiles } from '../../../config/load/levels.ts';
import { ConfigError, hasErrors, shortPath } from '../../../config/source/problem.ts';
import { HooklineError } from '../../../engine/values/errors.ts';
import { isFile, isFolder } from '../../../files/file-facts.ts';
import { visible } from '../../../gateway/answer/visible.ts';
import {
  asPerson,
  type FoundChange,
  markSeen,
  unseenChanges,
  unseenText,
} from '../../../gateway/state/watched-files.ts';
import { needsTrust, standingOf, type TrustStanding } from '../../../gateway/trust/find-trust.ts';
import { answerYes, isOpen, trustQuestions } from '../../../gateway/trust/trust-questions.ts';
import { allRecords, forgetTrust } from '../../../gateway/trust/trust-records.ts';
import type { CommandCall, CommandRun } from '../../command.ts';
import { counted } from '../../show/show-problem.ts';
import { showTrustQuestion, trustData } from '../../show/trust-question.ts';
import { mayWrite, requireNoAgent } from '../people/person.ts';

export const runTrust: CommandRun = async (call) => {
  if (call.arguments[0] === 'mcp') return (await import('./trust-mcp.ts')).runTrustMcp(call);
  const { options, isJson, terminal } = call;
  const named = resolve(call.arguments[0] ?? '.');
  const folder = isFile(named) ? dirname(named) : named;
  if (options['list'] === true) return listTrusted(call);
  if (options['remove'] === true) return removeTrust(call, folder);
  const changes = unseenChanges();
  if (changes.length > 0 && !(await haveSeen(call, changes))) return 1;
  const questions = await trustQuestions(folder);
  if (changes.length > 0 && questions.length === 0) return 0;
  const open = questions.filter(isOpen);
  const isNowhere = !isFolder(folder) && questions.every(({ file }) => dirname(file) !== folder);
  if (questions.length === 0 || isNowhere) throw nothingToTrust(folder);
  if (isJson) terminal.printJson(questions.map(trustData));
  else for (const question of questions) showTrustQuestion(question, terminal);
  const problems = open.flatMap(({ present }) => present?.problems ?? []);
  if (hasErrors(problems)) throw new ConfigError(problems);
  if (open.length === 0) return 0;
  if (isJson && options['yes'] !== true) return 1;
  const asked = open.some(({ present }) => present !== null) ? 'Trust this?' : 'Continue without it?';
  if (!(await mayWrite(call, asked))) return 1;
  await asPerson(() => answerYes(open));
  if (isJson) return 0;
  for (const { file, present } of open)
    terminal.print(
      present === null
        ? `agents continue without ${visible(shortPath(file))}`
        : `${terminal.colors.green('✓')} ${visible(shortPath(file))} is trusted as it is now`,
    );
  return 0;
};

/** What changed without a person's command blocks every call until a person has looked. */
async function haveSeen(call: CommandCall, changes: readonly FoundChange[]): Promise<boolean> {
  for (const change of changes) call.terminal.tell(`! ${visible(unseenText(change))}`);
  if (!(await mayWrite(call, 'Go on with these files as they are now?'))) return false;
  await asPerson(markSeen);
  return true;
}

function nothingToTrust(folder: string): HooklineError {
  const message = isFolder(folder)
    ? `there is no hookline.yaml in ${folder} or above; name the folder of the project, or make one with: hookline init`
    : `there is no folder ${folder}; name the folder of the project`;
  return new HooklineError('input-invalid', message);
}

/** A missing file may be trusted, too. */
function listedStanding(file: string): TrustStanding['kind'] | 'gone' {
  const { kind } = standingOf(file);
  return kind === 'changed' && !isFile(file) ? 'gone' : kind;
}

async function listTrusted({ isJson, terminal }: CommandCall): Promise<number> {
  const rows = [...allRecords()]
    .map(([file, records]) => ({
      file,
      states: records.length,
      since: records.map(({ at }) => at).sort()[0] ?? '',
      standing: listedStanding(file),
    }))
    .sort((one, other) => (one.file < other.file ? -1 : 1));
  if (isJson) return terminal.printJson(rows);
  const { green, red, dim } = terminal.colors;
  const words = {
    trusted: green('as trusted'),
    changed: red('changed'),
    untrusted: red('changed'),
    gone: red('gone'),
  };
  if (rows.length === 0) terminal.print(dim('nothing is trusted'));
  const cells = rows.map(({ file, states, since, standing }) => [
    ...[visible(file), words[standing], counted(states, 'state')],
    dim(`since ${since.slice(0, 10)}`),
  ]);
  terminal.printTable(cells);
  return 0;
}

async function removeTrust({ isJson, terminal }: CommandCall, folder: string): Promise<number> {
  requireNoAgent('hookline trust --remove');
  const files = possibleFiles(folder).filter((file) => needsTrust(file) && dirname(file) === folder);
  const removed = await asPerson(() => files.filter(forgetTrust));
  if (isJson) terminal.printJson({ removed });
  if (removed.length === 0)
    throw new HooklineError(
      'input-invalid',
      `no configuration in ${folder} is trusted; see hookline trust --list`,
    );
  if (!isJson) for (const file of removed) terminal.print(`${visible(shortPath(file))} is no longer trusted`);
  return 0;
}
