import { UnjudgeablePath } from '../../../files/follow-links.ts';
import { OptionTable } from '../../../shell/options.ts';
import { knownStart } from '../../../shell/programs/words.ts';
import type { ShellWord } from '../../../shell/reading.ts';
import type { JudgedCommand } from './call.ts';
import { judgeUnknownProgram } from './unknown-program.ts';
import { isDecisive } from './variables.ts';
import { isProcess, shown, textsOf, withNumber } from './words.ts';

/** A program that runs the words behind it as a command, which is judged by itself. */
interface Wrapper {
  readonly options: OptionTable;
  /** What its first word must be that is no option; null when that is the command. */
  readonly operand: RegExp | null;
}

const rows: readonly (readonly [names: string, options: string, operand?: RegExp])[] = [
  ['command', '-pvV'],
  ['builtin exec nohup sudo doas eval trap', ''],
  ['setsid', '-w --wait'],
  ['time', '-p'],
  ['nice', '-# -n: --adjustment:'],
  ['env', '-u: --unset:'],
  ['stdbuf', '-i: -o: -e: --input: --output: --error:'],
  ['timeout', '-k: -s: --kill-after: --signal: --preserve-status --foreground', /^[\d.]+[smhd]?$/],
  [
    'xargs',
    '-0rtx -n: -I: -P: -L: -d: -i? --null --no-run-if-empty --verbose --max-args: --max-procs: --max-lines? --replace? --delimiter:',
  ],
];

const wrappers: ReadonlyMap<string, Wrapper> = new Map(
  rows.flatMap(([names, options, operand]) => {
    const wrapper = { options: new OptionTable(options), operand: operand ?? null };
    return names.split(' ').map((name): [string, Wrapper] => [name, wrapper]);
  }),
);

export const wrapperNames: readonly string[] = [...wrappers.keys()];

/** Judges the words of a wrapper that are its own; false for other programs. */
export function judgeWrapper({ name, words }: JudgedCommand): boolean {
  const wrapper = wrappers.get(name);
  if (wrapper === undefined) return false;
  for (let at = 0; at < words.length; at += 1) {
    const word = words[at];
    if (word === undefined) break;
    const text = knownStart(word);
    const isOption = /^-./.test(text) && name !== 'trap' && name !== 'eval';
    if (text === '--') break;
    if (!isOption) {
      if (wrapper.operand === null) break;
      const { operand } = wrapper;
      if (!textsOf(withNumber(word)).every((own) => operand.test(own)))
        throw new UnjudgeablePath(`${name} with ${shown(word.source)}`);
      break;
    }
    const { isKnown, wants, attached, names } = wrapper.options.read(text);
    if (!isKnown || word.value === null) throw new UnjudgeablePath(`${name} with options: ${shown(text)}`);
    if (wants !== 'text' || attached !== null) continue;
    at += 1;
    const value = words[at];
    if (value?.splits === true) throw new UnjudgeablePath(`${name} with a variable that is not quoted`);
    const isUnset = names.includes('-u') || names.includes('--unset');
    if (name === 'env' && isUnset && (value?.value === null || isDecisive(value?.value ?? '')))
      throw new UnjudgeablePath(`a command that changes ${shown(value?.source ?? '')}`);
  }
  return true;
}

const settings = /^(?:pipefail|errexit|nounset|xtrace|verbose|noglob|noclobber)$/;

/** A shell: the code that it is given is judged by itself, a file that it runs is a program that nobody knows. */
export function judgeShell(call: JudgedCommand): void {
  const { name, words, command } = call;
  for (let at = 0; at < words.length; at += 1) {
    const word = words[at];
    const text = word?.value ?? null;
    if (word === undefined || text === null) break;
    if (/^-[lexuv]*c$/.test(text) || /^--version$/.test(text)) return;
    if (/^-[exuv]*o$/.test(text) && settings.test(words[at + 1]?.value ?? '')) at += 1;
    else if (/^-s$/.test(text) && command.input !== null) return;
    else if (text === '-' || !text.startsWith('-')) {
      if (text === '-' || text.startsWith('/dev/')) break;
      judgeFile(call, words.slice(at));
      return;
    } else if (!/^-[nlexuv]+$|^--(?:norc|noprofile|login)$/.test(text)) break;
    else if (at === words.length - 1 && command.input !== null) return;
  }
  if (words.length === 0 && command.input !== null) return;
  throw new UnjudgeablePath(`${name} with commands that are not to be seen`);
}

function judgeFile(call: JudgedCommand, words: readonly ShellWord[]): void {
  if (words.some(isProcess)) throw new UnjudgeablePath(`${call.name} with commands that are not to be seen`);
  judgeUnknownProgram(call, words);
}
