import { writeFileSync } from 'node:fs';
import { basename } from 'node:path';
import type { HookContext } from '../../engine/hooks/hook-context.ts';
import { lookUp } from '../../engine/values/look-up.ts';
import { runToEnd } from '../helpers/run-to-end.ts';

export const occasions = ['waits', 'asks', 'finished', 'failed'] as const;
export type Occasion = (typeof occasions)[number];

export interface Bulletin {
  readonly occasion: Occasion;
  readonly text: string;
  readonly session: string;
  readonly folder: string;
}

type Body = (
  message: Bulletin,
  title: string,
) => { readonly headers?: Readonly<Record<string, string>>; readonly body: string };

/** What is posted to an address, for each kind of service. */
const services: Readonly<Record<string, Body>> = {
  ntfy: ({ text }, title) => ({
    headers: { Title: encodeURIComponent(title).replaceAll('%20', ' ') },
    body: text,
  }),
  slack: ({ text }, title) => json({ text: `*${title}*\n${text}` }),
  webhook: (message) => json({ ...message, at: new Date().toISOString() }),
};

export const channelKinds = 'desktop, bell, ntfy:URL, slack:URL and webhook:URL';

export function isChannel(text: string): boolean {
  const [, kind = '', address = ''] = /^(\w+):(.+)$/s.exec(text) ?? [];
  if (Object.hasOwn(services, kind)) return address.includes('$') || URL.canParse(address);
  return text === 'desktop' || text === 'bell';
}

const timeoutMs = 5000;

export async function send(channel: string, message: Bulletin, context: HookContext): Promise<void> {
  const title = ['hookline', basename(message.folder)].filter(Boolean).join(': ');
  if (channel === 'bell') writeFileSync('/dev/tty', '\u0007');
  else if (channel === 'desktop') await toDesktop(title, message.text, context);
  else await post(channel, message, title, context);
}

async function toDesktop(title: string, text: string, context: HookContext): Promise<void> {
  const script = 'on run argv\ndisplay notification (item 2 of argv) with title (item 1 of argv)\nend run';
  const command =
    process.platform === 'darwin'
      ? ['/usr/bin/osascript', '-e', script, title, text]
      : ['/usr/bin/notify-send', '--', title, text];
  const end = await runToEnd(command, { cwd: '/', timeoutMs, context });
  if (end.exitCode !== 0) throw new Error(`${command[0]} failed: ${end.text.trim().slice(-300)}`);
}

async function post(
  channel: string,
  message: Bulletin,
  title: string,
  { signal }: HookContext,
): Promise<void> {
  const [, kind = '', address = ''] = /^(\w+):(.+)$/s.exec(channel) ?? [];
  const url = address.replaceAll(/\$\{?(\w+)\}?/g, (_, name: string) => process.env[name] ?? '');
  const make = lookUp(services, kind);
  if (make === undefined || !URL.canParse(url)) throw new Error(`"${address}" isn't an address`);
  const response = await fetch(url, {
    method: 'POST',
    ...make(message, title),
    redirect: 'error',
    signal: AbortSignal.any([signal, AbortSignal.timeout(timeoutMs)]),
  });
  await response.body?.cancel();
  // The address may hold a secret.
  if (!response.ok) throw new Error(`${kind} at ${new URL(url).host} answered ${response.status}`);
}

function json(value: object): ReturnType<Body> {
  return { headers: { 'Content-Type': 'application/json' }, body: JSON.stringify(value) };
}
