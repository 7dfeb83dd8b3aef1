import { visible } from '../../../gateway/answer/visible.ts';
import { recordedTraces } from '../../../trace/read/find-traces.ts';
import { type Chains, type Verified, verifyFile } from '../../../trace/read/verify.ts';
import type { CommandCall } from '../../command.ts';
import { counted } from '../../show/show-problem.ts';
import { folderOf } from './source.ts';

/** Says whether lines were changed or taken out, and what it cannot say. */
export async function verifyTraces(call: CommandCall): Promise<number> {
  const { terminal, options, arguments: given } = call;
  const files = await recordedTraces(given.slice(1), folderOf(call));
  const chains: Chains = new Map();
  const results: (Verified & { readonly file: string })[] = [];
  for (const { path: file } of files) results.push({ file, ...(await verifyFile(file, chains)) });
  const isWhole = results.every(({ problems }) => problems.length === 0);
  if (options['json'] === true) {
    terminal.print(visible(JSON.stringify({ ok: isWhole, files: results }, null, 2)));
    return isWhole ? 0 : 1;
  }
  const { red, dim, green } = terminal.colors;
  for (const { file, problems, torn } of results) {
    for (const { line, what } of problems) terminal.print(red(visible(`${file}:${line}: ${what}`)));
    if (torn > 0) terminal.print(dim(visible(`${file}: ${torn} torn lines were passed over`)));
  }
  const lines = results.reduce((sum, result) => sum + result.lines, 0);
  if (isWhole)
    terminal.print(
      green(`${counted(lines, 'line')} in ${counted(results.length, 'file')}: none was changed or taken out`),
    );
  terminal.print(
    dim(
      'It cannot show a cut end, a writer that somebody made up, or a file that was deleted or written anew.',
    ),
  );
  return isWhole ? 0 : 1;
}
