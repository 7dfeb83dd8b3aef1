import { oneLine, visible } from '../../../gateway/answer/visible.ts';
import { localTime } from '../../../trace/read/local-time.ts';
import type { CommandCall } from '../../command.ts';
import { alignColumns } from '../../terminal/table.ts';
import { askedFirings } from './source.ts';

interface Session {
  readonly session: string;
  readonly first: string;
  last: string;
  product: string | null;
  folder: string | null;
  events: number;
  denies: number;
  asks: number;
}

/** Lists the sessions of the record. */
export async function listSessions(call: CommandCall): Promise<number> {
  const sessions = new Map<string, Session>();
  for await (const { firing } of askedFirings(call, call.arguments.slice(1))) {
    const { session, at, product, folder, outcome } = firing;
    const known = sessions.get(session) ?? {
      session,
      first: at,
      last: at,
      product,
      folder,
      events: 0,
      denies: 0,
      asks: 0,
    };
    sessions.set(session, known);
    known.last = at;
    known.events += 1;
    if (outcome.decision === 'deny') known.denies += 1;
    if (outcome.decision === 'ask') known.asks += 1;
  }
  const rows = [...sessions.values()].sort((left, right) => (left.last < right.last ? -1 : 1));
  const { terminal, options } = call;
  if (options['json'] === true) {
    terminal.print(visible(JSON.stringify(rows, null, 2)));
    return 0;
  }
  const { dim, red, yellow } = terminal.colors;
  const head = ['session', 'agent', 'last event', 'events', 'denied', 'asked', 'folder'].map(dim);
  const table = rows.map(({ session, product, last, events, denies, asks, folder }) => [
    oneLine(session, 40),
    oneLine(product ?? '–', 20),
    oneLine(localTime(last)),
    String(events),
    denies === 0 ? '0' : red(String(denies)),
    asks === 0 ? '0' : yellow(String(asks)),
    oneLine(folder ?? '', 60),
  ]);
  for (const line of alignColumns([head, ...table])) terminal.print(line);
  return 0;
}
