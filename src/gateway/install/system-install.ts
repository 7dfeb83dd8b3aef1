import { execFileSync } from 'node:child_process';
import { lstatSync, readFileSync, realpathSync } from 'node:fs';
import { dirname } from 'node:path';
import { HooklineError } from '../../engine/values/errors.ts';
import { readIfThere } from '../../files/take-file.ts';
import { chainTexts, systemFolder } from './checksums.ts';
import { applyChange, type InstallChange } from './install-change.ts';
import { launcherText, systemCurl } from './launcher.ts';

const user = 'hookline';
const unitPath = '/etc/systemd/system/hookline.service';
const policyPath = '/etc/hookline/hookline.yaml';

/** Launcher, checksums and policy that only root can change, and a daemon that is a user of its own. */
export async function planSystem(policy: string): Promise<readonly InstallChange[]> {
  if (process.getuid?.() !== 0)
    throw refused('only root can install hookline for the machine: run it with sudo');
  const [node, main, curl] = [process.execPath, realpathSync(process.argv[1] ?? ''), systemCurl()];
  if (curl === null) throw refused('the launcher of the machine needs curl, which is not installed');
  for (const file of [node, main]) checkOwners(file);
  const launcher = launcherText({ node, main, curl, uid: 0, systemUid: uidOf(user), places: '' });
  const texts = [
    ...chainTexts(launcher, main, systemFolder),
    [unitPath, unitText(node, main)] as const,
    [policyPath, (await readIfThere(policyPath)) ?? policy] as const,
  ];
  return Promise.all(
    texts.map(async ([path, after]) => ({ path, before: await readIfThere(path), after, mode: 0o644 })),
  );
}

export async function applySystem(changes: readonly InstallChange[]): Promise<void> {
  for (const change of changes) {
    await applyChange(change);
    checkOwners(change.path);
  }
}

/** Whoever can write to a folder can replace what is in it. */
function checkOwners(file: string): void {
  for (let path = file; ; path = dirname(path)) {
    const { uid, mode } = lstatSync(path);
    const isSticky = (mode & 0o1000) !== 0;
    if (uid !== 0 || ((mode & 0o022) !== 0 && !isSticky))
      throw refused(
        `${path} is not root's alone, so ${file} can be replaced by others: chown root and chmod go-w it`,
      );
    if (path === dirname(path)) return;
  }
}

/** Makes the user on the first run. */
function uidOf(name: string): number {
  const known = passwordLine(name);
  if (known === undefined)
    execFileSync('/usr/sbin/useradd', ['--system', '--no-create-home', '--shell', '/usr/sbin/nologin', name]);
  return Number((known ?? passwordLine(name))?.split(':')[2]);
}

function passwordLine(name: string): string | undefined {
  const lines = readFileSync('/etc/passwd', 'utf8').split('\n');
  return lines.find((line) => line.startsWith(`${name}:`));
}

function unitText(node: string, main: string): string {
  return `# Written by hookline install --system.
[Unit]
Description=hookline judges the tool calls of AI agents
[Service]
User=${user}
RuntimeDirectory=hookline
StateDirectory=hookline
StateDirectoryMode=0700
Environment=XDG_RUNTIME_DIR=/run XDG_STATE_HOME=/var/lib HOOKLINE_DAEMON_IDLE_SECONDS=3153600000
ExecStart="${node}" "${main}" daemon run
Restart=always
NoNewPrivileges=yes
ProtectSystem=strict
[Install]
WantedBy=multi-user.target
`;
}

function refused(message: string): HooklineError {
  return new HooklineError('file-unwritable', message);
}
