import { firstSignMs, maxSilenceMs, wireVersion } from '../../daemon/daemon-address.ts';

/**
 * The part of the plugin that asks the daemon itself, without a process. The plugin is the same on every machine: where the daemon
 * listens, the launcher says. Null where no daemon answers; then the line is run.
 */
export const pluginSocket: string = `function daemonSocket() {
  try {
    const { XDG_RUNTIME_DIR: runtime = '', XDG_DATA_HOME: named = '' } = process.env;
    const data = isAbsolute(named) ? named : join(homedir(), '.local', 'share');
    // From a path that counts from the current folder, a project would answer.
    if (!isAbsolute(data)) return null;
    const launcher = readFileSync(join(data, 'hookline', 'hook'), 'utf8');
    const [, name] = /^_socket=\\$_folder\\/([0-9a-f]{8}\\.sock)$/m.exec(launcher) ?? [];
    if (name === undefined || process.env.HOOKLINE_DAEMON === 'off') return null;
    const folder = isAbsolute(runtime) ? join(runtime, 'hookline') : '/tmp/hookline-' + process.getuid();
    const socket = lstatSync(join(folder, name));
    const isOwn = [lstatSync(folder), socket].every(({ uid }) => uid === process.getuid());
    // The daemon keeps the time of its socket ahead of now.
    return isOwn && socket.isSocket() && socket.mtimeMs > Date.now() ? join(folder, name) : null;
  } catch {
    return null;
  }
}

function askDaemon(line, payload) {
  const address = daemonSocket();
  const [, seconds, required] = / (\\d+) opencode( --required)?;/.exec(line) ?? [];
  if (address === null || seconds === undefined) return null;
  return new Promise((resolve, reject) => {
    const body = Buffer.from(JSON.stringify({ payload: JSON.stringify(payload), cwd: process.cwd(), environment: process.env }));
    const path = '/${wireVersion}/hook/opencode' + (required === undefined ? '' : '?required');
    const head = 'POST ' + path + ' HTTP/1.0\\r\\nhost: hookline\\r\\ncontent-length: ' + body.length + '\\r\\n\\r\\n';
    const socket = connect(address);
    const parts = [];
    let silent;
    // The system takes calls for a daemon that was stopped, so its signs of life count.
    const expectSign = (ms) => {
      clearTimeout(silent);
      const { length } = parts;
      silent = setTimeout(() => setImmediate(() => parts.length === length && socket.destroy()), ms);
    };
    expectSign(${firstSignMs});
    const late = setTimeout(() => {
      reject(new Error('hookline took too long, so this is held back'));
      socket.destroy();
    }, seconds * 1000);
    socket.once('connect', () => socket.write(Buffer.concat([Buffer.from(head), body])));
    socket.on('data', (part) => {
      parts.push(part);
      expectSign(${maxSilenceMs});
    });
    socket.on('error', () => {});
    socket.once('close', () => {
      clearTimeout(silent);
      clearTimeout(late);
      resolve(answerOf(Buffer.concat(parts)));
    });
  });
}

function answerOf(response) {
  const end = response.indexOf('\\r\\n\\r\\n');
  const head = response.toString('latin1', 0, Math.max(end, 0));
  const content = response.subarray(end + 4);
  const [, length = content.length] = /^content-length: (\\d+)$/im.exec(head) ?? [];
  if (!head.startsWith('HTTP/1.1 200 ') || content.length !== Number(length)) return null;
  const [first, ...rest] = content.toString('utf8').trimStart().split('\\n');
  const [, code] = /^hookline ([012])$/.exec(first) ?? [];
  if (code === undefined || rest.pop() !== 'end' || rest.some((one) => !/^[12]/.test(one))) return null;
  const of = (mark) => rest.flatMap((one) => (one[0] === mark ? [one.slice(1)] : [])).join('\\n').trim();
  return { code: Number(code), message: of('2'), text: of('1') };
}
`;
