import { lookUp } from '../../../../engine/values/look-up.ts';
import { OptionTable } from '../../../programs/option-table.ts';
import { isHarmlessCommand } from '../../../programs/variables.ts';
import { givenWords } from '../../options.ts';
import { subcommandOf } from '../../queries.ts';
import type { ShellWord } from '../../reading.ts';
import { type Call, type Frame, type ProgramReader, subshell, through } from '../../state/frame.ts';
import { joinedWords, optionWords, textWord, withoutStart } from '../../words.ts';

const commandSettings =
  /^(?:alias\..+|core\.(?:pager|editor|sshcommand|fsmonitor|askpass|gitproxy|alternaterefscommand)|diff\.external|diff\..+\.(?:command|textconv)|merge\..+\.driver|filter\..+\.(?:clean|smudge|process)|pager\..+|sequence\.editor|gpg\.program|gpg\..+\.(?:program|defaultkeycommand)|credential\.(?:.+\.)?helper|interactive\.difffilter|(?:difftool|mergetool)\..+\.(?:cmd|path)|(?:browser|man)\..+\.(?:cmd|path)|web\.browser|uploadpack\.packobjectshook|remote\..+\.(?:uploadpack|receivepack|proxy|vcs)|sendemail\.(?:smtpserver|sendmailcmd|tocmd|cccmd|headercmd)|trailer\..+\.(?:command|cmd)|receive\.procreceiverefs|submodule\..+\.update|imap\.tunnel|instaweb\.(?:httpd|browser)|guitool\..+\.cmd)$/i;
/** Settings through which it runs files from other places. */
const placeSettings = /^(?:core\.hookspath|init\.templatedir|include\.path|includeif\..+|protocol\..+)$/i;

const codeOptions: Readonly<Record<string, string>> = {
  rebase: '-x --exec',
  'filter-branch':
    '--setup --env-filter --tree-filter --index-filter --parent-filter --msg-filter --commit-filter --tag-name-filter --subdirectory-filter',
  difftool: '-x --extcmd',
  grep: '-O --open-files-in-pager',
  clone: '-u --upload-pack',
  fetch: '--upload-pack',
  pull: '--upload-pack',
  'ls-remote': '--upload-pack --exec',
  'fetch-pack': '--upload-pack --exec',
  push: '--receive-pack --exec',
  'send-pack': '--receive-pack --exec',
  archive: '--exec',
  'send-email': '--smtp-server --sendmail-cmd --to-cmd --cc-cmd --header-cmd',
};

export const git: ProgramReader = (call) => {
  const { frame, command, program } = call;
  const subcommand = subcommandOf(call);
  if (subcommand === null) return;
  const { path, words, options } = subcommand;
  const [name = ''] = path;
  for (const { name: option, value } of options) {
    if (option === '-c' && value !== null) runSetting(call, settingOf(value), { name, words });
    if (/^--(?:config-env|exec-path)$/.test(option) && value?.value !== '--exec-path')
      frame.reader.doubt(
        'command',
        `git with ${option}, through which it runs what cannot be seen here`,
        command.span,
      );
  }
  const isElsewhere = options.some((option) => option.name === '-C');
  const inner = gitFrame(call, isElsewhere);
  if (name === 'clone' || name === 'init') runCloneSettings(call, words);
  if (name === 'config') runConfig(call, words);
  for (const code of optionWords(words, lookUp(codeOptions, name)?.split(' ') ?? []))
    runCode(call, inner, code);
  if (name === 'bisect' && words[0]?.value === 'run') run(call, inner, words.slice(1));
  const each = name === 'submodule' ? words.findIndex(({ value }) => value === 'foreach') : -1;
  const start = words.findIndex(({ value }, at) => at > each && value?.startsWith('-') !== true);
  if (each >= 0 && start >= 0) runCode(call, inner, joinedWords(words.slice(start)));
  if (name === 'for-each-repo')
    run(call, inner, [program, ...words.filter(({ value }) => !value?.startsWith('--config'))]);
  for (const word of words)
    if (word.value?.startsWith('ext::') === true) runCode(call, inner, withoutStart(word, 5));
};

function gitFrame({ frame, name }: Call, isElsewhere = false): Frame {
  const inner = through(subshell(frame), name);
  if (isElsewhere) inner.shell.state.folders = [null];
  return inner;
}

function run({ command, frame: { reader } }: Call, frame: Frame, words: readonly ShellWord[]): void {
  command.wraps = 'shell';
  reader.run(words, frame);
}

function runCode({ command, frame: { reader } }: Call, frame: Frame, code: ShellWord): void {
  command.wraps = 'shell';
  reader.runCode(code, frame);
}

interface Setting {
  readonly key: string | null;
  readonly value: ShellWord;
}

function settingOf(word: ShellWord): Setting {
  const [first] = word.pieces;
  const text = first?.kind === 'text' ? first.text : '';
  const equals = text.indexOf('=');
  return equals < 0
    ? { key: word.value, value: { ...word, value: '', pieces: [] } }
    : { key: text.slice(0, equals), value: withoutStart(word, equals + 1) };
}

interface Behind {
  readonly name: string;
  readonly words: readonly ShellWord[];
}

const none: Behind = { name: '', words: [] };

/** An alias runs where its name is the subcommand; the other commands run when git needs them. */
function runSetting(call: Call, { key, value }: Setting, { name, words }: Behind): void {
  const { reader } = call.frame;
  const frame = gitFrame(call);
  const line = value.value;
  if (key === null) reader.doubt('command', 'a setting of git that is only known at run time', value.span);
  else if (placeSettings.test(key)) {
    if (line !== '' && line !== '/dev/null')
      reader.doubt('command', `${key}, through which git runs what cannot be seen here`, value.span);
  } else if (commandSettings.test(key)) {
    const isShell = line?.startsWith('!') === true;
    const code = isShell ? withoutStart(value, 1) : value;
    const alias = /^alias\.(.*)/is.exec(key)?.[1];
    if (alias === undefined) {
      const isHarmless =
        code.value !== null &&
        (isHarmlessCommand(code.value) || /^(?:always|never|no|yes)$/.test(code.value));
      if (!isHarmless) runCode(call, frame, code);
    } else if (isShell || line === null)
      runCode(call, frame, alias === name ? joinedWords([code, ...words]) : code);
    else {
      const aliased = line.split(/\s+/).map((text) => textWord(text, value));
      if (!aliased.some((word) => word.value === alias))
        run(call, frame, [call.program, ...aliased, ...words]);
    }
  }
}

function runCloneSettings(call: Call, words: readonly ShellWord[]): void {
  for (const word of optionWords(words, ['-c', '--config'])) runSetting(call, settingOf(word), none);
  for (const place of optionWords(words, ['--template']))
    if (place.value !== '')
      call.frame.reader.doubt('command', 'a template of git, which may hold hooks', place.span);
}

const configOptions = new OptionTable(
  '-elz -f: --file: --blob: --type: --default: --value: --comment: --url: --global --system --local --worktree --add --all',
);

function runConfig(call: Call, words: readonly ShellWord[]): void {
  const { operands } = givenWords(configOptions, words);
  const [key, value] = operands[0]?.value === 'set' ? operands.slice(1) : operands;
  if (value === undefined || typeof key?.value !== 'string' || placeSettings.test(key.value)) return;
  runSetting(call, { key: key.value, value }, none);
}
