import type { Dialect, Frame } from '../../state/frame.ts';
import { fileName } from '../../state/line-files.ts';
import { interpreterOf } from '../../tables/interpreters.ts';
import type { Call } from '../../walk/call.ts';
import { textWord } from '../words.ts';

/** Runs a program that is a file which the line itself has written. */
export function runWritten(call: Call): void {
  const { program, words, reader, command } = call;
  for (const text of reader.files.textsIn(program.value ?? '')) {
    if (text === null) {
      reader.doubt('command', `${program.value}, which the line itself writes`, program.span);
      continue;
    }
    const name = interpreterName(text);
    const language = interpreterOf(name)?.language;
    if (language !== undefined) command.code = [...command.code, { language, text: textWord(text, program) }];
    else
      runText(call, text, { dialect: name === 'bash' ? 'bash' : 'posix', isSame: false, positional: words });
  }
}

/** The interpreter that the first line of a script names: `#!/usr/bin/env python3`. */
function interpreterName(text: string): string {
  if (!text.startsWith('#!')) return 'sh';
  const [line = ''] = text.slice(2).split('\n', 1);
  const names = line
    .trim()
    .split(/\s+/)
    .filter((word) => !word.startsWith('-'))
    .map(fileName);
  return (names[0] === 'env' ? names[1] : names[0]) ?? 'sh';
}

/** Runs text that the line has written, in the place of the file that it was written into. */
export function runText(
  { name, program, frame, reader, command }: Call,
  text: string,
  options: { readonly dialect: Dialect; readonly isSame: boolean; readonly positional: Call['words'] },
): void {
  command.wraps = 'shell';
  const inner: Frame = { ...frame, via: [...frame.via, { name, wraps: 'shell' }] };
  reader.runCode(textWord(text, program), inner, options);
}
