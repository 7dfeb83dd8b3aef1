import { UnjudgeablePath } from '../../../files/follow-links.ts';
import { globNames } from '../../../files/glob-names.ts';
import { type Program, programs } from '../../../permissions/uses/shell/programs.ts';
import { type GivenWords, givenWords, type OptionTable } from '../../../shell/options.ts';
import { knownStart } from '../../../shell/programs/words.ts';
import { alternatives, globOf } from '../../../shell/queries.ts';
import type { ShellWord } from '../../../shell/reading.ts';
import type { JudgedCommand } from './call.ts';
import { namesBelow } from './listings.ts';
import { isHarmlessAwk } from './scripts/awk.ts';
import { findWords } from './scripts/find.ts';
import { isHarmlessSed } from './scripts/sed.ts';
import { here, isGlob, refuseUnknown, shown, textsOf, withNumber } from './words.ts';

/** The words of a call, sorted by a table that has every option which can be judged. */
export function knownWords(
  call: JudgedCommand,
  options: OptionTable,
  words: readonly ShellWord[] = call.words,
): GivenWords {
  const plain = words.map(withNumber);
  refuseOptionNames(call, plain);
  const given = givenWords(options, plain);
  const end = plain.findIndex(({ value }) => value === '--');
  for (const word of end < 0 ? plain : plain.slice(0, end)) {
    const text = knownStart(word);
    const [name = ''] = text.split('=', 1);
    // The beginning of an option is another option to another version of the program.
    const isUnknown =
      given.unknown.includes(text) || (/^--./.test(text) && isOption(word, given) && !given.flags.has(name));
    if (isUnknown)
      throw new UnjudgeablePath(`${call.name} with the option ${shown(text)}, which is not known here`);
  }
  return given;
}

function isOption(word: ShellWord, { operands, texts, reads, writes }: GivenWords): boolean {
  return ![operands, texts, reads, writes].some((words) => words.includes(word));
}

/** No name that a pattern matches, and no word that is one of several, is an option. */
export function refuseOptionNames(call: JudgedCommand, words: readonly ShellWord[]): void {
  for (const word of words) {
    for (const one of alternatives(word)) {
      if (word.choices.length > 0 && one.value?.startsWith('-') === true)
        throw new UnjudgeablePath(`a word that may be the option ${shown(one.value)}`);
      // What is quoted in a pattern counts as any letter.
      const glob = globOf(one)?.replaceAll(/\\./g, '?') ?? null;
      if (glob === null || !/^[-*?[]/.test(glob)) continue;
      for (const folder of call.folders) {
        if (folder === null)
          throw new UnjudgeablePath('a pattern in a folder that is only known at run time');
        const name = globNames(glob.replaceAll(/\*+/g, '*'), folder).find(
          (path) => path !== glob && path.startsWith('-'),
        );
        if (name !== undefined)
          throw new UnjudgeablePath(
            `the pattern ${shown(glob)}, which matches ${name}, a name like an option`,
          );
      }
    }
  }
}

/** A program of which it is known what every option and every operand is. */
export function judgeKnownProgram(call: JudgedCommand): boolean {
  const program = programs.get(call.name);
  if (program === undefined) return false;
  const words = call.name === 'jq' ? withoutArguments(call.words) : call.words;
  judge(call, program, knownWords(call, program.options, words));
  return true;
}

function judge(call: JudgedCommand, program: Program, given: GivenWords): void {
  const { name } = call;
  const { operands, flags } = given;
  checkScripts(call, given);
  if (/^(?:less|more|strings)$/.test(name) && operands.some((word) => !/^[^+@]/.test(knownStart(word))))
    throw new UnjudgeablePath(`${name} with commands or options in a word`);
  const has = (wanted: readonly string[] | 'always' | undefined): boolean =>
    wanted === 'always' || (wanted?.some((flag) => flags.has(flag)) ?? false);
  const mayBePattern = program.pattern !== undefined && (!has(program.pattern) || given.isMixed);
  const [first] = operands;
  const isPattern = mayBePattern && !given.isMixed && first !== undefined && !isGlob(first);
  // What only run time knows could be an option in the place of the pattern.
  if (isPattern && first.choices.length === 0 && knownStart(first) === '' && first.value === null)
    refuseUnknown(first);
  const paths = isPattern ? operands.slice(1) : operands;
  const fewest = mayBePattern ? operands.length - 1 : operands.length;
  const deep = has(program.deep);
  const follows = has(program.follows);
  const more = { deep, follows, shows: program.shows === true && !(name === 'tee' && flags.has('-a')) };
  call.add('read', [...given.reads, ...textPaths(name, given)]);
  call.add('write', given.writes, { shows: true });
  call.add(program.does, paths, more);
  if (name === 'shred' || has(program.writesWith)) call.add('write', paths);
  if (program.writesSecond === true) call.add('write', paths.slice(1));
  if (fewest <= 0 && (program.here === true || deep)) call.add('read', [here], more);
}

/** Values of options that are no paths here may be some to another version of the program. */
function textPaths(name: string, { texts }: GivenWords): readonly ShellWord[] {
  // Patterns and scripts, whatever the version.
  if (/^(?:[ef]?grep|rg|sed|.*awk)$/.test(name)) return [];
  return texts.filter(({ value }) => value === null || value.length > 1);
}

/** Programs whose first operand is a program: it must be there as it stands, and do nothing but print. */
function checkScripts(call: JudgedCommand, { operands, flags }: GivenWords): void {
  const { name, words } = call;
  if (!/^(?:sed|jq|.*awk)$/.test(name)) return;
  const [script] = operands;
  if (script !== undefined && isGlob(script) && !(name === 'sed' && flags.has('-e')))
    throw new UnjudgeablePath(`${name} with a pattern of names as its program`);
  if (name === 'sed' && !isHarmlessSed(words)) throw new UnjudgeablePath('a sed script that may write');
  if (name === 'jq' && script !== undefined && !textsOf(script).every(isHarmlessJq))
    throw new UnjudgeablePath('a jq program that reads modules');
  if (name.endsWith('awk') && script !== undefined && !textsOf(script).every(isHarmlessAwk))
    throw new UnjudgeablePath('an awk program that may read or write more than it is given');
  // An operand such as `ARGV=x` sets a variable.
  if (name.endsWith('awk') && operands.slice(1).some((word) => /^[A-Z]+=/.test(knownStart(word))))
    throw new UnjudgeablePath('awk with an operand that sets a variable of its own');
}

function isHarmlessJq(program: string): boolean {
  return !/\b(?:import|include|modulemeta|get_search_list)\b/.test(program);
}

/** `--arg name value` and its like hold text. */
function withoutArguments(words: readonly ShellWord[]): readonly ShellWord[] {
  const kept: ShellWord[] = [];
  for (let at = 0; at < words.length; at += 1) {
    const word = words[at];
    if (word === undefined || word.value === '--args' || word.value === '--jsonargs') break;
    if (word.value === '--arg' || word.value === '--argjson') {
      if (words.slice(at + 1, at + 3).some(({ splits }) => splits))
        throw new UnjudgeablePath('jq with a variable that is not quoted');
      at += 2;
    } else kept.push(word);
  }
  return kept;
}

export function judgeFind(call: JudgedCommand): void {
  const plain = call.words.map(withNumber);
  refuseOptionNames(call, plain);
  const found = findWords(plain);
  if (found === null)
    throw new UnjudgeablePath('find that writes something, or with options that are not known here');
  const starts = found.starts.length === 0 ? [here] : found.starts;
  call.add('read', [...starts, ...found.files]);
  if (!found.deletes) return;
  const { areFiles, name, skipped } = found;
  const listing = { ...namesBelow([]), areFiles, name, skipped, isSplit: false };
  for (const start of starts) call.addBelow('delete', start, listing);
}
