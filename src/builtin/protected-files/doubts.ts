import { mayHoldCode } from '../../shell/programs/any-option.ts';
import type { ShellReading } from '../../shell/read/reading.ts';
import { isPlainDoubt } from '../plain-program.ts';

export function openDoubt(readings: readonly ShellReading[], doubts: readonly string[]): string | null {
  const hasInput = readings.some(({ text }) => /[|<]/.test(text));
  const usual = new Set(usualPrograms(readings));
  return doubts.find((doubt) => !isUsual(doubt, hasInput) && !usual.has(doubt)) ?? null;
}

function isUsual(doubt: string, hasInput: boolean): boolean {
  if (/ what it reads from its input$/.test(doubt)) return !hasInput;
  return /: "?\$\{?(?:EDITOR|VISUAL|PAGER|SHELL|BROWSER)\}?"?$/.test(doubt);
}

/** Doubts that are only about programs in folders of tools: `$(npm bin)/eslint`. With code, they could read anything. */
function usualPrograms(readings: readonly ShellReading[]): readonly string[] {
  const named = readings.flatMap((reading) => {
    const { doubts, commands } = reading;
    const isFed = commands.some(({ wraps }) => wraps === 'words');
    return doubts.map((doubt) => {
      const { reason } = doubt;
      const words = commands
        .filter((command) => command.kind === 'unknown')
        .flatMap((command) => command.words);
      const isPlain = isPlainDoubt(doubt, reading) && !isFed && !mayHoldCode(words);
      return { reason, isPlain };
    });
  });
  const open = new Set(named.flatMap(({ reason, isPlain }) => (isPlain ? [] : reason)));
  return named.flatMap(({ reason }) => (open.has(reason) ? [] : reason));
}
