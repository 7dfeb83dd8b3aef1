import { isHarmlessCommand } from '../../../programs/variables.ts';
import { optionValues, withoutStart } from '../../options.ts';
import type { ShellWord } from '../../reading.ts';
import type { ProgramReader } from '../../state/program-call.ts';
import { knownStart, textWord } from '../words.ts';

/** Runs the command lines that a program is given in its options. */
export const runCodeOptions: ProgramReader = ({ name, card, words, frame, reader, command }) => {
  const inner = { ...frame, via: [...frame.via, { name, wraps: 'shell' as const }] };
  const options = card.table.named('shell');
  // A wrapper's own options are read with its command.
  const hasOwn = options.length > 0 && card.wraps === undefined;
  const own = hasOwn ? words.map((word) => unshortened(word, options)) : [];
  const codes = [...optionValues(own, new RegExp(`^(?:${options.join('|')})$`))];
  for (const word of words) {
    const [start] = card.carries?.exec(knownStart(word)) ?? [];
    if (start !== undefined) codes.push(withoutStart(word, start.length));
  }
  for (const code of codes) {
    if (isHarmlessCommand(code.value ?? '-?')) continue;
    command.wraps ??= 'shell';
    // `gcc -wrapper program,argument`
    const isList = card.table.named('shell').includes('-wrapper');
    reader.runCode(
      isList && code.value !== null ? textWord(code.value.replaceAll(',', ' '), code) : code,
      inner,
      {
        dialect: 'posix',
        isSame: false,
      },
    );
  }
  return undefined;
};

/** Programs take the beginning of a long option for the option. */
function unshortened(word: ShellWord, options: readonly string[]): ShellWord {
  const [given = ''] = /^--[a-z][a-z-]*/.exec(knownStart(word)) ?? [];
  const whole = given === '' ? undefined : options.find((option) => option.startsWith(given));
  if (whole === undefined || whole === given) return word;
  const rest = withoutStart(word, given.length);
  const [first, ...others] = rest.pieces;
  const text = whole + (first?.kind === 'text' ? first.text : '');
  const value = rest.value === null ? null : whole + rest.value;
  return { ...word, value, pieces: [{ kind: 'text', text }, ...others] };
}
