import { lstatSync } from 'node:fs';
import { connect } from 'node:net';
import { dirname } from 'node:path';
import { daemonAddress, wireVersion } from './daemon-address.ts';

/** How long a daemon may take to accept a connection. It is on the same machine. */
const connectMs = 300;

/**
 * Asks the daemon. Null when there is none, or none that answers. HTTP by hand: loading Node's client takes longer than the
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
    // This process may have been too busy itself to see that it is connected.
    const giveUp = (): void => void (socket.connecting && socket.destroy());
    const timer = setTimeout(() => setImmediate(giveUp), connectMs);
    let text = '';
    socket.setEncoding('utf8');
    socket.once('connect', () => {
      clearTimeout(timer);
      const length = Buffer.byteLength(body);
      const head = `${method} /${wireVersion}/${path} HTTP/1.0\r\nhost: hookline\r\ncontent-length: ${length}\r\n\r\n`;
      // In one piece: the daemon may have answered and closed before a second one.
      socket.write(`${head}${body}`);
    });
    socket.on('data', (part: string) => {
      text += part;
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
  const [folder, socket] = [dirname(address), address].map((path) =>
    lstatSync(path, { throwIfNoEntry: false }),
  );
  const uid = process.getuid?.();
  if (folder?.uid !== uid || socket?.uid !== uid || socket === undefined) return false;
  return socket.isSocket() && socket.mtimeMs > Date.now();
}

/** The content of an answer that is whole: a daemon that dies while it answers has not answered. */
function contentOf(text: string): string | null {
  const end = text.indexOf('\r\n\r\n');
  const head = text.slice(0, end);
  const [, length] = /^content-length: (\d+)$/im.exec(head) ?? [];
  const content = text.slice(end + 4);
  const isWhole =
    end !== -1 && head.startsWith('HTTP/1.1 200 ') && Buffer.byteLength(content) === Number(length);
  return isWhole ? content : null;
}
