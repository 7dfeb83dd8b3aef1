import { oneLine, visible } from '../../../gateway/answer/visible.ts';
import { exceptionUses } from '../../../gateway/state/exceptions/exception-uses.ts';
import { openExceptions } from '../../../gateway/state/exceptions/exceptions.ts';
import { waitingCalls } from '../../../gateway/state/exceptions/waiting-calls.ts';
import type { CommandCall } from '../../command.ts';

/** So many uses are shown to people. */
const maxShown = 20;

/** Shows what waits for a person, what may pass, and what has passed. */
export function listExceptions({ options, terminal }: CommandCall): number {
  const waiting = waitingCalls();
  const open = openExceptions();
  const uses = exceptionUses();
  if (options['json'] === true) {
    terminal.print(JSON.stringify({ waiting, open, uses }, null, 2));
    return 0;
  }
  const { bold, dim } = terminal.colors;
  const section = (title: string, lines: readonly string[]): void => {
    terminal.print(bold(lines.length === 0 ? `${title}: nothing` : title));
    for (const line of lines) terminal.print(`  ${visible(line)}`);
  };
  const passing = new Set(open.flatMap((one) => (one.kind === 'call' ? [one.call.fingerprint] : [])));
  section(
    'waits for a person',
    waiting
      .filter(({ fingerprint }) => !passing.has(fingerprint))
      .map(
        ({ code, product, tool, folder, preview, at }) =>
          `${code}  ${timeOf(at)}  ${product} ${tool} in ${folder}: ${oneLine(preview, 100)}`,
      ),
  );
  section(
    'may pass',
    open.map((exception) => {
      const what =
        exception.kind === 'rule'
          ? `${exception.rule} in ${exception.folder}`
          : `once: ${exception.call.product} ${exception.call.tool}: ${oneLine(exception.call.preview, 100)}`;
      return `${exception.id}  until ${timeOf(exception.expires)}  ${what}`;
    }),
  );
  section(
    'has passed',
    uses
      .slice(0, maxShown)
      .map(
        ({ id, rule, at, product, tool, preview }) =>
          `${id}  ${timeOf(at)}  ${rule ?? 'once'}: ${product} ${tool}: ${oneLine(preview, 100)}`,
      ),
  );
  if (uses.length > maxShown) terminal.print(dim(`  and ${uses.length - maxShown} more: --json`));
  return 0;
}

/** A time as people read it. */
export function timeOf(at: number): string {
  const time = new Date(at);
  const isToday = time.toDateString() === new Date().toDateString();
  return isToday ? time.toTimeString().slice(0, 8) : time.toISOString().slice(0, 16).replace('T', ' ');
}
