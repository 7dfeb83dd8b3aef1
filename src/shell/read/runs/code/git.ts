import { lookUp } from '../../../../engine/values/look-up.ts';
import { OptionTable } from '../../../programs/option-table.ts';
import { isHarmlessCommand } from '../../../programs/variables.ts';
import { givenWords, optionValues, withoutStart } from '../../options.ts';
import type { ShellWord } from '../../reading.ts';
import type { Frame } from '../../state/frame.ts';
import type { Call, ProgramReader } from '../../state/program-call.ts';
import { subcommandIn } from '../../subcommand.ts';
import { joinedWords, textWord } from '../words.ts';

/** Settings whose value is a command line. */
const commandSettings =
  /^(?:alias\..+|core\.(?:pager|editor|sshcommand|fsmonitor|askpass|gitproxy|alternaterefscommand)|diff\.external|diff\..+\.(?:command|textconv)|merge\..+\.driver|filter\..+\.(?:clean|smudge|process)|pager\..+|sequence\.editor|gpg\.program|gpg\..+\.(?:program|defaultkeycommand)|credential\.(?:.+\.)?helper|interactive\.difffilter|(?:difftool|mergetool)\..+\.(?:cmd|path)|(?:browser|man)\..+\.(?:cmd|path)|web\.browser|uploadpack\.packobjectshook|remote\..+\.(?:uploadpack|receivepack|proxy|vcs)|sendemail\.(?:smtpserver|sendmailcmd|tocmd|cccmd|headercmd)|trailer\..+\.(?:command|cmd)|receive\.procreceiverefs|submodule\..+\.update|imap\.tunnel|instaweb\.(?:httpd|browser)|guitool\..+\.cmd|core\.hookspath|init\.templatedir|protocol\..*allow|include\.path|includeif\..+\.path)$/i;
/** Of those, the ones that name a place rather than a command. */
const placeSettings = /^(?:core\.hookspath|init\.templatedir|include\.path|includeif\..+|protocol\..+)$/i;

/** Options of subcommands whose value is a command line. */
const codeOptions: Readonly<Record<string, RegExp>> = {
  rebase: /^(?:-x|--exec)$/,
  'filter-branch':
    /^--(?:setup|env-filter|tree-filter|index-filter|parent-filter|msg-filter|commit-filter|tag-name-filter|subdirectory-filter)$/,
  difftool: /^(?:-x|--extcmd)$/,
  grep: /^(?:-O|--open-files-in-pager)$/,
  clone: /^(?:-u|--upload-pack)$/,
  fetch: /^--upload-pack$/,
  pull: /^--upload-pack$/,
  'ls-remote': /^(?:--upload-pack|--exec)$/,
  'fetch-pack': /^(?:--upload-pack|--exec)$/,
  push: /^(?:--receive-pack|--exec)$/,
  'send-pack': /^(?:--receive-pack|--exec)$/,
  archive: /^--exec$/,
  'send-email': /^--(?:smtp-server|sendmail-cmd|to-cmd|cc-cmd|header-cmd)$/,
  'interpret-trailers': /^$/,
  cvsimport: /^$/,
};

export const git: ProgramReader = (call) => {
  const subcommand = subcommandIn(call.card, call.words);
  if (subcommand === null) return undefined;
  const { path, words, options } = subcommand;
  const [name = ''] = path;
  const settings = options.flatMap(({ name: option, value }) =>
    option === '-c' && value !== null ? [setting(value)] : [],
  );
  runSettings(call, settings, name, words);
  for (const { name: option, value } of options)
    if (/^--(?:config-env|exec-path)$/.test(option) && value?.value !== '--exec-path')
      call.reader.doubt(
        'command',
        `git with ${option}, through which it runs what cannot be seen here`,
        call.command.span,
      );
  const folder = options.find((option) => option.name === '-C');
  const inner: Frame = via(call, folder !== undefined);
  if (name === 'clone' || name === 'init') runCloneSettings(call, words);
  if (name === 'config') runConfig(call, words);
  const option = lookUp(codeOptions, name);
  if (option !== undefined) for (const code of optionValues(words, option)) runCode(call, inner, code);
  if (name === 'bisect' && words[0]?.value === 'run') run(call, inner, words.slice(1));
  if (name === 'submodule') {
    const own = words
      .slice(words.findIndex(({ value }) => value === 'foreach') + 1)
      .filter((_, at, all) => !isLeadingOption(all, at));
    if (words.some(({ value }) => value === 'foreach') && own.length > 0)
      runCode(call, inner, joinedWords(own));
  }
  if (name === 'for-each-repo')
    run(call, inner, [call.program, ...words.filter(({ value }) => !value?.startsWith('--config'))]);
  for (const word of words)
    if (word.value?.startsWith('ext::') === true) runCode(call, inner, withoutStart(word, 5));
  return undefined;
};

function isLeadingOption(words: readonly ShellWord[], at: number): boolean {
  return words.slice(0, at + 1).every(({ value }) => value?.startsWith('-') === true);
}

function via({ frame }: Call, isElsewhere: boolean): Frame {
  const state = frame.shell.state.fork();
  if (isElsewhere) state.folders = [null];
  return { ...frame, shell: { state }, via: [...frame.via, { name: 'git', wraps: 'shell' }] };
}

function run(call: Call, frame: Frame, words: readonly ShellWord[]): void {
  call.command.wraps = 'shell';
  call.reader.run(words, frame);
}

function runCode(call: Call, frame: Frame, code: ShellWord): void {
  call.command.wraps = 'shell';
  call.reader.runCode(code, frame, { dialect: 'posix', isSame: false });
}

interface Setting {
  readonly key: string | null;
  readonly value: ShellWord;
}

function setting(word: ShellWord): Setting {
  const [first] = word.pieces;
  const text = first?.kind === 'text' ? first.text : '';
  const equals = text.indexOf('=');
  return equals < 0
    ? { key: word.value, value: { ...word, value: '', pieces: [] } }
    : { key: text.slice(0, equals), value: withoutStart(word, equals + 1) };
}

function runSettings(
  call: Call,
  settings: readonly Setting[],
  name: string,
  words: readonly ShellWord[],
): void {
  const inner = via(call, false);
  for (const { key, value } of settings) {
    if (key === null)
      call.reader.doubt('command', 'a setting of git that is only known at run time', value.span);
    else if (placeSettings.test(key)) {
      if (value.value !== '' && value.value !== '/dev/null')
        call.reader.doubt('command', `${key}, through which git runs what cannot be seen here`, value.span);
    } else if (commandSettings.test(key)) runSetting(call, inner, { key, value }, name, words);
  }
}

/** An alias runs where its name is the subcommand; the other commands run when git needs them. */
function runSetting(
  call: Call,
  frame: Frame,
  { key, value }: { key: string; value: ShellWord },
  name: string,
  words: readonly ShellWord[],
): void {
  const isAlias = /^alias\./i.test(key);
  const isShell = value.value?.startsWith('!') === true;
  const code = isShell ? withoutStart(value, 1) : value;
  if (!isAlias) {
    if (
      code.value !== null &&
      (isHarmlessCommand(code.value) || /^(?:always|never|no|yes)$/.test(code.value))
    )
      return;
    runCode(call, frame, code);
  } else if (isShell || value.value === null)
    runCode(call, frame, key.slice(6) === name ? joinedWords([code, ...words]) : code);
  else {
    const own = value.value.split(/\s+/).map((text) => textWord(text, value));
    if (!own.some(({ value: text }) => text === key.slice(6)))
      run(call, frame, [call.program, ...own, ...words]);
  }
}

function runCloneSettings(call: Call, words: readonly ShellWord[]): void {
  runSettings(call, optionValues(words, /^(?:-c|--config)$/).map(setting), '', []);
  for (const place of optionValues(words, /^--template$/))
    if (place.value !== '')
      call.reader.doubt('command', 'a template of git, which may hold hooks', place.span);
}

const configOptions = new OptionTable(
  '-elz -f: --file: --blob: --type: --default: --value: --comment: --url: --global --system --local --worktree --add --all',
);

/** `git config key value`: what git will run later on. */
function runConfig(call: Call, words: readonly ShellWord[]): void {
  const { operands } = givenWords(configOptions, words);
  const own = operands[0]?.value === 'set' ? operands.slice(1) : operands;
  const [key, value] = own;
  if (key?.value === null || key === undefined || value === undefined || placeSettings.test(key.value))
    return;
  if (commandSettings.test(key.value)) runSetting(call, via(call, false), { key: key.value, value }, '', []);
}
