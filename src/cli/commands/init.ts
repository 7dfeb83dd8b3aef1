import { existsSync } from 'node:fs';
import { chmod, writeFile } from 'node:fs/promises';
import { dirname, join, resolve } from 'node:path';
import { levelFiles } from '../../config/load/levels.ts';
import { readConfig } from '../../config/load/read-config.ts';
import { hasErrors } from '../../config/source/problem.ts';
import { HooklineError } from '../../engine/values/errors.ts';
import { messageOf } from '../../engine/values/text.ts';
import { makeFolder } from '../../files/make-folder.ts';
import { trustWritten } from '../../gateway/trust/trust-questions.ts';
import type { CommandRun } from '../command.ts';
import { exampleHooks } from '../init/example-hooks.ts';
import { guardFiles } from '../init/guard-files.ts';
import { type StartingFile, startingFiles } from '../init/starting-files.ts';
import { showProblems } from '../show/show-problem.ts';
import { alignColumns } from '../terminal/table.ts';
import type { Terminal } from '../terminal/terminal.ts';

const next: readonly (readonly [line: string, meaning: string])[] = [
  ['hookline test --canary', 'test that the hook denies what it must, and nothing else'],
  ['hookline install', 'connect the agents on this machine to this policy'],
  ['hookline explain PreToolUse --tool Bash', 'see which hooks run for a tool, and why'],
  ['hookline list', 'list every hook with its file and line'],
];

const traceOffer = 'To record every decision, add "trace: true" to hookline.yaml.';
const guardOffer =
  'Built-in guards stop destructive commands, leaked secrets and edits of protected files: hookline init --guards';

const nextWithGuards: typeof next = [
  ['hookline test --canary', 'test that each guard denies what it must, and nothing else'],
  ['hookline install', 'connect the agents on this machine to these guards'],
  ["hookline guards check 'git push --force'", 'see how the guards judge a command'],
  ['hookline guards', 'list every rule, and whether it is on'],
];

export const runInit: CommandRun = async ({ arguments: [folder = '.'], options, terminal }) => {
  const usual = process.platform === 'win32' ? 'javascript' : 'sh';
  const hook = exampleHooks[String(options['language'] ?? usual)];
  if (hook === undefined)
    throw new HooklineError('option-invalid', `there is no example in "${options['language']}"`);
  const hasGuards = options['guards'] === true;
  const files = hasGuards ? guardFiles() : startingFiles(hook);
  const isForced = options['force'] === true;
  const there = files.map(({ path }) => path).filter((path) => existsSync(join(folder, path)));
  if (there.length > 0 && !isForced) {
    const what =
      there.length === 1 ? `${there[0]} is there already` : `${there.join(', ')} are there already`;
    throw new HooklineError('file-unwritable', `${what}, so nothing was written; --force overwrites`);
  }
  for (const file of files) await write(folder, file, isForced);
  await trustWritten(resolve(folder)).catch((problem: unknown) =>
    terminal.tell(
      terminal.messageColors.yellow(
        `agents are blocked until you trust it: ${messageOf(problem)}\nFix that, then run: hookline trust`,
      ),
    ),
  );
  await tellWhatClashes(resolve(folder), terminal);
  if (options['json'] === true) {
    terminal.print(JSON.stringify({ written: files.map(({ path }) => join(folder, path)) }, null, 2));
    return 0;
  }
  const { green, bold, dim } = terminal.colors;
  for (const { path } of files) terminal.print(`${green('wrote')} ${join(folder, path)}`);
  terminal.print(`\n${bold('Next')}${folder === '.' ? '' : ` (in ${folder})`}`);
  for (const line of alignColumns(
    (hasGuards ? nextWithGuards : next).map(([word, meaning]) => [word, dim(meaning)]),
  ))
    terminal.print(`  ${line}`);
  terminal.print(`\n${dim(hasGuards ? traceOffer : `${traceOffer}\n${guardOffer}`)}`);
  return 0;
};

/** Files in folders above and on other levels may have hooks of the same name. */
async function tellWhatClashes(folder: string, { tell, messageColors }: Terminal): Promise<void> {
  const { problems } = await readConfig(levelFiles(folder), { levels: true, imports: false });
  if (!hasErrors(problems)) return;
  for (const line of showProblems(problems, messageColors)) tell(line);
  tell(messageColors.yellow('agents are blocked until you fix this. Check the fix: hookline validate'));
}

async function write(
  folder: string,
  { path, text, isExecutable }: StartingFile,
  isForced: boolean,
): Promise<void> {
  const file = join(folder, path);
  try {
    await makeFolder(dirname(file));
    await writeFile(file, text, { flag: isForced ? 'w' : 'wx' });
    if (isExecutable) await chmod(file, 0o755);
  } catch (error) {
    throw new HooklineError('file-unwritable', `${file} cannot be written: ${messageOf(error)}`);
  }
}
