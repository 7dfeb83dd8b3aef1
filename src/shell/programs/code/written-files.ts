import type { Dialect, Frame } from '../../state/frame.ts';
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
    const interpreter = /^#!\s*\S*?([\w.+-]+)(?:[ \t]+(?:-\S+[ \t]+)*([\w.+-]+))?/.exec(text);
    const name = interpreter?.[1] === 'env' ? (interpreter[2] ?? '') : (interpreter?.[1] ?? 'sh');
    const language = interpreterOf(name)?.language;
    if (language !== undefined) command.code = [...command.code, { language, text: textWord(text, program) }];
    else
      runText(call, text, { dialect: name === 'bash' ? 'bash' : 'posix', isSame: false, positional: words });
  }
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
