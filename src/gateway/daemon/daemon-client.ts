import { lstatSync } from 'node:fs';
import { connect } from 'node:net';
import { dirname } from 'node:path';
import type { AgentAnswer } from '../answer/answer-text.ts';
import { daemonAddress } from './daemon-address.ts';
import {
  type CallMessage,
  firstSignMs,
  maxSilenceMs,
  readAnswerMessage,
  wireVersion,
  writeCallMessage,
} from './wire.ts';

export function usesDaemon(): boolean {
  return process.env['HOOKLINE_DAEMON'] !== 'off';
}

/** Null when the caller must judge. */
export async function askForAnswer(
  call: CallMessage,
  address = daemonAddress(),
): Promise<AgentAnswer | null> {
  const body = writeCallMessage(call);
  if (body === null) return null;
  const path = `hook/${encodeURIComponent(call.agent)}${call.required ? '?required' : ''}`;
  const text = await askDaemon('POST', path, body, address);
  return text === null ? null : readAnswerMessage(text);
}

/**
 * The system accepts connections for a stopped daemon, so signs of life count. HTTP by hand: loading Node's client
 * takes longer than the call.
 */
export function askDaemon(
  method: 'GET' | 'POST',
  path: string,
  body = '',
  address = daemonAddress(),
): Promise<string | null> {
  if (!isAlive(address)) return Promise.resolve(null);
  return new Promise((resolve) => {
    const socket = connect(address);
    let text = '';
    let timer: NodeJS.Timeout;
    const expectSign = (ms: number): void => {
      clearTimeout(timer);
      const { length } = text;
      // This process may have been too busy itself to see what has come.
      const giveUp = (): void => void (text.length === length && socket.destroy());
      timer = setTimeout(() => setImmediate(giveUp), ms);
    };
    expectSign(firstSignMs);
    socket.setEncoding('utf8');
    socket.once('connect', () => {
      const length = Buffer.byteLength(body);
      const head = `${method} /${wireVersion}/${path} HTTP/1.0\r\nhost: hookline\r\ncontent-length: ${length}\r\n\r\n`;
      // In one piece: the daemon may have answered and closed before a second one.
      socket.write(`${head}${body}`);
    });
    socket.on('data', (part: string) => {
      text += part;
      expectSign(maxSilenceMs);
    });
    socket.on('error', () => undefined);
    socket.once('close', () => {
      clearTimeout(timer);
      resolve(contentOf(text));
    });
  });
}

function isAlive(address: string): boolean {
  const folder = lstatSync(dirname(address), { throwIfNoEntry: false });
  // A file may be in the place of the folder.
  const socket = folder?.isDirectory() ? lstatSync(address, { throwIfNoEntry: false }) : undefined;
  const uid = process.getuid?.();
  if (folder?.uid !== uid || socket?.uid !== uid || socket === undefined) return false;
  return socket.isSocket() && socket.mtimeMs > Date.now();
}

/** Null when the answer is incomplete: the daemon may have died while answering. */
function contentOf(text: string): string | null {
  const end = text.indexOf('\r\n\r\n');
  const head = text.slice(0, end);
  const content = text.slice(end + 4);
  const [, length = Buffer.byteLength(content)] = /^content-length: (\d+)$/im.exec(head) ?? [];
  const isWhole =
    end !== -1 && head.startsWith('HTTP/1.1 200 ') && Buffer.byteLength(content) === Number(length);
  return isWhole ? content : null;
}
