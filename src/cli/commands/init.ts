import { existsSync } from 'node:fs';
import { chmod, writeFile } from 'node:fs/promises';
import { dirname, join, resolve } from 'node:path';
import { levelFiles } from '../../config/load/levels.ts';
import { readConfig } from '../../config/load/read-config.ts';
import { hasErrors } from '../../config/source/problem.ts';
import { HooklineError } from '../../engine/values/errors.ts';
import { messageOf } from '../../engine/values/text.ts';
import { makeFolder } from '../../files/make-folder.ts';
import { asPerson } from '../../gateway/state/watched-files.ts';
import { trustWritten } from '../../gateway/trust/trust-questions.ts';
import type { CommandRun } from '../command.ts';
import { guardFiles } from '../init/guard-files.ts';
import { type StartingFile, startingFiles } from '../init/starting-files.ts';
import { showProblems } from '../show/show-problem.ts';
import type { Terminal } from '../terminal/terminal.ts';

const next: readonly (readonly [line: string, meaning: string])[] = [
  ['hookline test --canary', 'test that the hook denies what it must, and nothing else'],
  ['hookline install', 'connect the agents on this machine to this policy'],
  ['hookline explain PreToolUse --tool Bash', 'see which hooks run for a tool, and why'],
  ['hookline list', 'list every hook with its file and line'],
];

const traceOffer = 'To record every decision, add "trace: true" to hookline.yaml.';
const uiStep = ['hookline ui', 'watch the decisions in the browser'] as const;
const guardOffer =
  'Built-in guards stop destructive commands, leaked secrets and edits of protected files: hookline init --guards';

const nextWithGuards: typeof next = [
  ['hookline test --canary', 'test that each guard denies what it must, and nothing else'],
  ['hookline install', 'connect the agents on this machine to these guards'],
  ["hookline guards check 'git push --force'", 'see how the guards judge a command'],
  ['hookline guards', 'list every rule, and whether it is on'],
];

export const runInit: CommandRun = async ({ arguments: [folder = '.'], options, isJson, terminal }) => {
  const usual = process.platform === 'win32' ? 'javascript' : 'sh';
  const hasGuards = options['guards'] === true;
  const isRecording = options['trace'] === true;
  const written = hasGuards ? guardFiles() : startingFiles(String(options['language'] ?? usual));
  const files = isRecording ? written.map(recording) : written;
  const isForced = options['force'] === true;
  const there = files.map(({ path }) => path).filter((path) => existsSync(join(folder, path)));
  if (there.length > 0 && !isForced) {
    const what = there.length === 1 ? `${there[0]} already exists` : `${there.join(', ')} already exist`;
    throw new HooklineError('file-unwritable', `${what}, so nothing was written; --force overwrites`);
  }
  for (const file of files) await write(folder, file, isForced);
  await asPerson(() => trustWritten(resolve(folder))).catch((problem: unknown) =>
    terminal.tell(
      terminal.messageColors.yellow(
        `agents are blocked until you trust it: ${messageOf(problem)}\nFix that, then run: hookline trust`,
      ),
    ),
  );
  await tellWhatClashes(resolve(folder), terminal);
  const paths = files.map(({ path }) => join(folder, path));
  if (isJson) return terminal.printJson({ written: paths });
  const { green, bold, dim } = terminal.colors;
  terminal.print(...paths.map((path) => `${green('wrote')} ${path}`));
  terminal.print(`\n${bold('Next')}${folder === '.' ? '' : ` (in ${folder})`}`);
  const steps = hasGuards ? nextWithGuards : next;
  const rows = isRecording ? [...steps, uiStep] : steps;
  terminal.printTable(
    rows.map(([line, meaning]) => [line, dim(meaning)]),
    { indent: '  ' },
  );
  const offers = [...(isRecording ? [] : [traceOffer]), ...(hasGuards ? [] : [guardOffer])];
  if (offers.length > 0) terminal.print('', ...offers.map(dim));
  return 0;
};

function recording(file: StartingFile): StartingFile {
  if (file.path !== 'hookline.yaml') return file;
  const text = file.text.replace(
    /^hooks:$/m,
    '# Record every decision: hookline trace, hookline ui\ntrace: true\n\nhooks:',
  );
  return { ...file, text };
}

/** Files in folders above and on other levels may have hooks of the same name. */
async function tellWhatClashes(folder: string, { tell, messageColors }: Terminal): Promise<void> {
  const { problems } = await readConfig(levelFiles(folder), { levels: true, imports: false });
  if (!hasErrors(problems)) return;
  tell(...showProblems(problems, messageColors));
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
