import { HooklineError } from '../../../engine/values/errors.ts';
import type { Json } from '../../../engine/values/json.ts';
import { isObject } from '../../../engine/values/shapes.ts';
import { didYouMean } from '../../../engine/values/suggest.ts';
import { lineChanges } from '../../../files/line-changes.ts';
import {
  type Offers,
  type SeenServer,
  seenServers,
  trustedOffers,
  trustOffers,
} from '../../../gateway/mcp/pins.ts';
import { findingsIn, revealed } from '../../../gateway/mcp/poison.ts';
import { canonicalJson } from '../../../trace/decision-code.ts';
import { type CommandCall, wrongCall } from '../../command.ts';
import { mayWrite, requireNoAgent } from '../people/person.ts';

/** How an offer of a server differs from what a person has reviewed. */
interface OfferChange {
  readonly offer: string;
  readonly change: 'new' | 'changed' | 'gone';
  readonly before: Json | undefined;
  readonly after: Json | undefined;
  readonly findings: readonly { readonly id: string; readonly why: string }[];
}

export interface ServerReview {
  readonly seen: SeenServer;
  readonly changes: readonly OfferChange[];
}

/** Shows what MCP servers say that no person has reviewed, and records that one has. */
export async function runTrustMcp(call: CommandCall): Promise<number> {
  const { options, isJson, terminal } = call;
  const servers = seenServers();
  const [, name] = call.arguments;
  const chosen = name === undefined ? servers : servers.filter((server) => server.name === name);
  if (chosen.length === 0) throw nothingSeen(name, servers);
  if (options['remove'] === true) return forget(call, chosen, name);
  const reviews = chosen.map((seen) => ({ seen, changes: offerChanges(seen, servers) }));
  if (options['list'] === true) return list(call, reviews);
  const open = reviews.filter(({ changes }) => changes.some(({ change }) => change !== 'gone'));
  if (isJson) terminal.printJson(reviews.map(reviewData));
  else for (const review of reviews) showReview(review, call);
  if (open.length === 0) return 0;
  if (isJson && options['yes'] !== true) return 1;
  if (!(await mayWrite(call, 'Trust this?'))) return 1;
  for (const { seen } of open) trustOffers(seen.key, seen.offers);
  if (isJson) return 0;
  for (const { seen } of open)
    terminal.print(`${terminal.colors.green('✓')} ${revealed(seen.name)} is trusted as it is now`);
  return 0;
}

function nothingSeen(name: string | undefined, servers: readonly SeenServer[]): HooklineError {
  const names = servers.map((server) => server.name);
  const message =
    name === undefined
      ? 'no MCP server has run behind hookline yet; review its tools once a client has listed them'
      : `no MCP server called "${name}" has run behind hookline${didYouMean(name, names)}`;
  return new HooklineError('input-invalid', message);
}

export function offerChanges(
  { key, offers }: SeenServer,
  servers: readonly SeenServer[],
): readonly OfferChange[] {
  const trusted: Offers = trustedOffers(key) ?? {};
  const all = [...new Set([...Object.keys(trusted), ...Object.keys(offers)])].sort();
  return all.flatMap((offer): readonly OfferChange[] => {
    const before = Object.hasOwn(trusted, offer) ? trusted[offer] : undefined;
    const after = Object.hasOwn(offers, offer) ? offers[offer] : undefined;
    if (after === undefined) return [{ offer, change: 'gone', before, after, findings: [] }];
    if (before !== undefined && canonicalJson(before) === canonicalJson(after)) return [];
    const shadowed = servers.filter(
      (other) => other.key !== key && offer.startsWith('tool ') && Object.hasOwn(other.offers, offer),
    );
    const shadows = shadowed.map(({ name }) => ({
      id: 'shadows-tool',
      why: `has the name of a tool of the MCP server "${name}"`,
    }));
    const findings = [...findingsIn([offer, after]), ...shadows].map(({ id, why }) => ({ id, why }));
    return [{ offer, change: before === undefined ? 'new' : 'changed', before, after, findings }];
  });
}

function commandOf({ identity: { command, folder, url } }: SeenServer): string {
  return [url ?? (command ?? []).join(' '), ...(folder === undefined ? [] : [`in ${folder}`])].join(' ');
}

function showReview(review: ServerReview, call: CommandCall): void {
  const { bold, dim } = call.terminal.colors;
  const { seen } = review;
  const { name, version } = seen;
  call.terminal.print(
    `${bold(revealed(name))} ${dim(revealed([commandOf(seen), version ?? ''].filter(Boolean).join(', version ')))}`,
  );
  showChangedOffers(review, call);
}

export function showChangedOffers({ changes }: ServerReview, { terminal }: CommandCall): void {
  const { dim, green, red, yellow } = terminal.colors;
  if (changes.length === 0) terminal.print(green('  ✓ as reviewed'));
  for (const { offer, change, before, after, findings } of changes) {
    const paint = change === 'gone' ? dim : change === 'new' ? green : yellow;
    terminal.print(`  ${paint(revealed(`${offer.trim()} is ${change}`))}`);
    for (const { why } of findings) terminal.print(red(`    ! ${revealed(why)}`));
    for (const { sign, text } of change === 'gone' ? [] : lineChanges(pretty(before), pretty(after)))
      terminal.print((sign === '+' ? green : red)(`    ${sign} ${revealed(text)}`));
  }
}

/** A line for each field, and for each line of a text. */
function pretty(value: Json | undefined): string {
  if (typeof value === 'string') return value;
  if (!isObject(value)) return '';
  const fields = Object.entries(value).filter(([name, field]) => name !== 'name' && field !== null);
  return fields
    .map(([name, field]) => `${name}: ${typeof field === 'string' ? field : JSON.stringify(field)}`)
    .join('\n');
}

function reviewData({ seen, changes }: ServerReview): object {
  const { key, name, identity, version } = seen;
  return { server: name, key, identity, version, changes };
}

function list({ isJson, terminal }: CommandCall, reviews: readonly ServerReview[]): number {
  const rows = reviews.map(({ seen, changes }) => ({
    server: seen.name,
    runs: commandOf(seen),
    offers: Object.keys(seen.offers).length,
    waiting: changes.filter(({ change }) => change !== 'gone').length,
  }));
  if (isJson) return terminal.printJson(rows);
  const { dim, green, yellow } = terminal.colors;
  const words = rows.map(({ server, runs, offers, waiting }) => [
    revealed(server),
    `${offers} offers`,
    waiting === 0 ? green('as reviewed') : yellow(`${waiting} to review`),
    dim(revealed(runs)),
  ]);
  terminal.printTable(words);
  return 0;
}

function forget(
  { isJson, terminal }: CommandCall,
  servers: readonly SeenServer[],
  name: string | undefined,
): number {
  requireNoAgent('hookline trust --remove');
  if (name === undefined) throw wrongCall('name the MCP server, as in: hookline trust mcp SERVER --remove');
  for (const { key } of servers) trustOffers(key, {});
  if (isJson) return terminal.printJson({ removed: [name] });
  terminal.print(`${revealed(name)} is no longer trusted`);
  return 0;
}
