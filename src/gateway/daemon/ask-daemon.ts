import { lstatSync } from 'node:fs';
import { connect } from 'node:net';
import { dirname } from 'node:path';
import { daemonAddress, firstSignMs, maxSilenceMs, wireVersion } from './daemon-address.ts';

/**
 * Asks the daemon. Null when there is none, or none that answers: the system takes calls for a
 * daemon that was stopped, so its signs of life count. HTTP by hand: loading Node's client takes longer than the
 * whole call.
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

/** Whether the socket and its folder are one's own, and its daemon has set its time ahead of now. */
function isAlive(address: string): boolean {
  const folder = lstatSync(dirname(address), { throwIfNoEntry: false });
  // A file may be in the place of the folder.
  const socket = folder?.isDirectory() ? lstatSync(address, { throwIfNoEntry: false }) : undefined;
  const uid = process.getuid?.();
  if (folder?.uid !== uid || socket?.uid !== uid || socket === undefined) return false;
  return socket.isSocket() && socket.mtimeMs > Date.now();
}

/** The content of an answer. Null where less came than was announced: a daemon that dies while it answers has not answered. */
function contentOf(text: string): string | null {
  const end = text.indexOf('\r\n\r\n');
  const head = text.slice(0, end);
  const content = text.slice(end + 4);
  const [, length = Buffer.byteLength(content)] = /^content-length: (\d+)$/im.exec(head) ?? [];
  const isWhole =
    end !== -1 && head.startsWith('HTTP/1.1 200 ') && Buffer.byteLength(content) === Number(length);
  return isWhole ? content : null;
}
