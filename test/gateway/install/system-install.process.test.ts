import { spawnSync } from 'node:child_process';
import { join } from 'node:path';
import { expect, it } from 'vitest';
import { claudeCodeAgent } from '../../../src/gateway/agents/claude-code.ts';
import { hookLine } from '../../../src/gateway/install/hook-line.ts';
import { main } from '../../support/command-line/cli.ts';
import { Scratch } from '../../support/scratch.ts';

const isRoot = process.getuid?.() === 0;
const canMount = isRoot && spawnSync('unshare', ['-m', 'mount', '-t', 'tmpfs', 'none', '/mnt']).status === 0;
const line = hookLine(claudeCodeAgent, 'PreToolUse', { required: false, open: false });

const call = (command: string): string =>
  JSON.stringify({
    hook_event_name: 'PreToolUse',
    session_id: 'system',
    cwd: '/',
    tool_name: 'Bash',
    tool_input: { command },
  });

/** A machine of its own for one script: nothing that it writes to these folders stays. */
const script = `
set -eu
mkdir -p /mnt
mount -t tmpfs none /mnt && cp -a /etc/. /mnt/ && mount --bind /mnt /etc
for folder in /usr/local/share /run /var/lib /home; do mount -t tmpfs -o mode=755 none $folder; done
mkdir -p /etc/systemd/system /home/agent && chown 4711 /home/agent
echo 'hookline:x:4712:4712::/:/usr/sbin/nologin' >>/etc/passwd
mkdir /etc/hookline && echo 'permissions: { deny: ["Bash(git push *)"] }' >/etc/hookline/hookline.yaml
"$NODE" "$MAIN" install --system --yes >/dev/null
if command -v systemd-analyze >/dev/null; then systemd-analyze verify /etc/systemd/system/hookline.service 2>&1 | grep -i 'hookline.service:' || true; fi
install -d -o 4712 -m 755 /run/hookline
install -d -o 4712 -m 700 /var/lib/hookline
daemon() { exec setpriv --reuid=4712 --regid=4712 --clear-groups env -i XDG_RUNTIME_DIR=/run XDG_STATE_HOME=/var/lib HOME=/ PATH=/usr/bin:/bin "$NODE" "$MAIN" daemon run; }
agent() { setpriv --reuid=4711 --regid=4711 --clear-groups env -i HOME=/home/agent PATH=/usr/bin:/bin "$@"; }
cd /
daemon & daemon=$!
for _ in $(seq 400); do set -- /run/hookline/*.sock; [ -S "$1" ] && break; sleep 0.05; done
printf %s "$PUSH" | agent sh -c "$LINE" && echo; echo "push $?"
printf %s "$LIST" | agent sh -c "$LINE"; echo "list $?"
for file in /usr/local/share/hookline/launch /usr/local/share/hookline/checksums /etc/hookline/hookline.yaml /run/hookline/x /var/lib/hookline/x; do
  agent sh -c "echo exit 40 >$file" 2>/dev/null && echo "wrote $file"
done
agent kill $daemon 2>/dev/null && echo 'killed the daemon'
kill $daemon; wait $daemon || true
printf %s "$LIST" | agent sh -c "$LINE" 2>&1 || echo "without $?"
printf %s "$LIST" | agent env HOOKLINE_DAEMON=off XDG_RUNTIME_DIR=/home/agent XDG_DATA_HOME=/home/agent sh -c "$LINE" >/dev/null 2>&1 || echo "moved $?"
`;

it.skipIf(!canMount)(
  'with --system, a user of the machine can neither change what judges nor do without it',
  () => {
    const env = {
      ...process.env,
      NODE: process.execPath,
      MAIN: main,
      LINE: line,
      PUSH: call('git push'),
      LIST: call('ls'),
    };
    const cwd = join(new Scratch().path);
    const { stdout, stderr } = spawnSync('unshare', ['-m', 'sh', '-c', script], {
      env,
      cwd,
      encoding: 'utf8',
    });
    expect({ stdout, stderr }).toEqual({
      stdout: expect.stringMatching(
        /^\{.*"permissionDecision":"deny".*\}\s+push 0\s+list 0\s.*service of this machine does not answer.*\swithout 2\s+moved 2\s+$/s,
      ),
      stderr: expect.any(String),
    });
    expect(stdout).not.toMatch(/wrote|killed/);
  },
);

it.skipIf(isRoot)('--system is for root alone', () => {
  const { status, stderr } = spawnSync(process.execPath, [main, 'install', '--system', '--yes'], {
    encoding: 'utf8',
  });
  expect([status, stderr]).toEqual([1, expect.stringContaining('sudo')]);
});
