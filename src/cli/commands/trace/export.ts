import { visible } from '../../../gateway/answer/visible.ts';
import type { FoundFiring } from '../../../trace/read/find-firings.ts';
import type { CommandCall } from '../../command.ts';
import { askedFirings } from './source.ts';

const columns = [
  ...['at', 'session', 'product', 'agent', 'point', 'tool', 'decision', 'decidedBy', 'reason'],
  ...['code', 'durationMs', 'runs', 'folder', 'id'],
] as const;

/** Prints firings as JSON lines or as a table for spreadsheets. */
export async function exportTraces(call: CommandCall): Promise<number> {
  const { terminal, options } = call;
  const isCsv = options['format'] === 'csv';
  if (isCsv) terminal.print(columns.join(','));
  for await (const found of askedFirings(call, call.arguments.slice(1))) {
    if (terminal.closed.aborted) return 0;
    const { firing, runs } = found;
    terminal.print(visible(isCsv ? csvRow(found) : JSON.stringify({ ...firing, runs })));
    await terminal.flush();
  }
  return 0;
}

function csvRow({ firing, runs }: FoundFiring): string {
  const { outcome, ...rest } = firing;
  const fields: Readonly<Record<string, unknown>> = { ...rest, ...outcome, runs: runs.length };
  return columns.map((name) => csvField(fields[name])).join(',');
}

/** Quoted where it must be. A spreadsheet would take what begins so for a formula. */
function csvField(value: unknown): string {
  const text = value === null || value === undefined ? '' : String(value);
  const safe = /^[=+\-@\t\r]/.test(text) && typeof value === 'string' ? `'${text}` : text;
  return /[",\n\r]/.test(safe) ? `"${safe.replaceAll('"', '""')}"` : safe;
}
