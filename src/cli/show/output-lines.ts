import type { Run } from '../../engine/outcome/outcome.ts';
import { visible } from '../../gateway/answer/visible.ts';
import type { HookOutput } from './hook-output.ts';

/** More lines of a stream are only counted. */
const maxLines = 8;

/** What a hook wrote, as far as its run does not tell it already. All of it when verbose. */
export function outputLines(run: Run, output: HookOutput, isVerbose: boolean): readonly string[] {
  const lines = (['stdout', 'stderr'] as const).flatMap((name) => {
    const text = output[name].trimEnd();
    return text === '' || (!isVerbose && isTold(run, name, text)) ? [] : streamLines(name, text, isVerbose);
  });
  if (isVerbose && output.exitCode !== null) lines.push(`exit    ${output.exitCode}`);
  return lines;
}

/** A reply that was obeyed is shown by its effects, and a reason by its text. */
function isTold({ status, error, effects, dropped }: Run, name: 'stdout' | 'stderr', text: string): boolean {
  const isReply = name === 'stdout' && status === 'ok' && effects.length + dropped.length > 0;
  if (isReply && text.trimStart().startsWith('{')) return true;
  const told = [error ?? '', ...effects.map((effect) => JSON.stringify(effect))];
  return told.some((one) => one.includes(text) || one.includes(JSON.stringify(text).slice(1, -1)));
}

function streamLines(name: string, text: string, isVerbose: boolean): readonly string[] {
  const lines = visible(text).split('\n');
  const shown = isVerbose ? lines : lines.slice(0, maxLines);
  const rest = lines.length - shown.length;
  return [
    ...shown.map((line) => `${name}  ${isVerbose ? line : line.slice(0, 500)}`),
    ...(rest > 0 ? [`${name}  … ${rest} more ${rest === 1 ? 'line' : 'lines'}; -v shows all`] : []),
  ];
}
