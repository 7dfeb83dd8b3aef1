import { spawn, spawnSync } from 'node:child_process';
import { createHash } from 'node:crypto';
import {
  chmodSync,
  cpSync,
  existsSync,
  lstatSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  realpathSync,
  renameSync,
  rmSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { agentNamed } from '../../../src/gateway/agents/agent-table.ts';
import { type Ended, main } from '../../support/command-line/cli.ts';
import { serve } from '../../support/command-line/served.ts';
import { removeFolder } from '../../support/run/remove-folder.mjs';
import { writeChain } from '../install/write-chain.ts';
import { fixturesOf } from '../support.ts';
import { guardFiles } from './guards.ts';
import type { CallChange, GuardKind } from './way.ts';

const repository = fileURLToPath(new URL('../../..', import.meta.url));
/** An answer that takes longer is none. */
const patienceMs = 60_000;

const { PreToolUse: fixture = {} } = fixturesOf(agentNamed('claude-code'));

const quoted = (text: string): string => `'${text.replaceAll("'", `'\\''`)}'`;

/** A home and a project in which Claude Code asks hookline, and a guard that denies `git push`. */
export class World {
  readonly path: string = realpathSync(mkdtempSync(join(tmpdir(), 'hookline-silence-')));
  readonly home: string = join(this.path, 'home');
  readonly project: string = join(this.path, 'project');
  readonly env: Readonly<Record<string, string>> = {
    PATH: '/usr/bin:/bin',
    HOME: this.home,
    CLAUDE_PROJECT_DIR: this.project,
    HOOKLINE_DAEMON: 'off',
    XDG_RUNTIME_DIR: join(this.path, 'run'),
  };
  readonly guard: GuardKind;
  /** The very line that stands in the settings of Claude Code. */
  readonly line: string;

  constructor(guard: GuardKind = 'rule', pattern: World | null = null) {
    this.guard = guard;
    if (pattern === null) this.#install();
    else this.#copy(pattern);
    const settings = JSON.parse(readFileSync(join(this.project, '.claude/settings.json'), 'utf8'));
    this.line = settings.hooks.PreToolUse[0].hooks[0].command;
  }

  #install(): void {
    for (const folder of ['home', 'project', 'run']) mkdirSync(join(this.path, folder));
    for (const [name, text] of Object.entries(guardFiles[this.guard])) this.write(name, text);
    // Which also has the user trust the project as it is.
    this.hookline('install', 'claude-code', '--yes');
  }

  /** Has the user trust the project as it is now. What nobody can trust stays as it was. */
  async trust(): Promise<void> {
    await this.#serve(['trust', '--yes'], {});
  }

  /** Has the command that the line starts judge a call. */
  ask(change: CallChange = {}): Promise<Ended> {
    const required = change.byUserLine === true ? [] : ['--required'];
    return this.#serve(['hook', 'claude-code', ...required], {
      input: this.payload('git push origin'),
      ...change,
    });
  }

  #serve(words: readonly string[], { env = {}, input = '', cwd = this.project }: CallChange): Promise<Ended> {
    const others = Object.fromEntries(Object.keys(process.env).map((name) => [name, undefined]));
    return serve(words, { cwd, input, env: { ...others, ...this.env, ...env } });
  }

  /** Installing takes longer than a call. What hookline noted with the path of the pattern gets the path of this world. */
  #copy({ path }: World): void {
    cpSync(path, this.path, { recursive: true, verbatimSymlinks: true });
    for (const name of readdirSync(this.home, { recursive: true, encoding: 'utf8' })) {
      const file = join(this.home, name);
      if (!lstatSync(file).isFile()) continue;
      const text = readFileSync(file, 'utf8');
      if (text.includes(path)) writeFileSync(file, text.replaceAll(path, this.path));
    }
    this.#moveTrust();
    const sums = ['launch', 'manifest'].map((name) => {
      const text = readFileSync(join(dirname(this.launcher), name));
      return `${createHash('sha256').update(text).digest('hex')}  ${name}\n`;
    });
    writeFileSync(join(dirname(this.launcher), 'checksums'), sums.join(''));
  }

  /** What is trusted stands in a folder that is named after the path of the configuration. */
  #moveTrust(): void {
    const root = join(this.home, '.local/state/hookline/trust');
    if (!existsSync(root)) return;
    for (const folder of readdirSync(root)) {
      const [record = ''] = readdirSync(join(root, folder));
      const { state } = JSON.parse(readFileSync(join(root, folder, record), 'utf8'));
      const name = createHash('sha256').update(state.file).digest('hex');
      renameSync(join(root, folder), join(root, name));
    }
  }

  /** The script that the first stage runs. */
  get launcher(): string {
    return join(this.home, '.local/share/hookline/launch');
  }

  get config(): string {
    return join(this.project, 'hookline.yaml');
  }

  /** Writes a file of this world. Scripts that name their interpreter can be run. */
  write(name: string, text: string | Uint8Array): string {
    const file = join(this.path, name);
    mkdirSync(dirname(file), { recursive: true });
    rmSync(file, { recursive: true, force: true });
    writeFileSync(file, text);
    if (typeof text === 'string' && text.startsWith('#!')) chmodSync(file, 0o755);
    return file;
  }

  remove(...names: readonly string[]): void {
    for (const name of names) rmSync(join(this.path, name), { recursive: true, force: true });
  }

  link(name: string, target: string): void {
    this.remove(name);
    symlinkSync(target, join(this.path, name));
  }

  sh(script: string): void {
    const { status, stderr } = spawnSync('sh', ['-ec', script], { cwd: this.path, encoding: 'utf8' });
    if (status !== 0) throw new Error(`${script}: ${stderr}`);
  }

  /** Has the launcher run a Node and a package of this world, so that they can be broken. */
  ownProgram(): void {
    const node = join(this.path, 'bin/node');
    const packed = join(this.path, 'package');
    mkdirSync(dirname(node));
    symlinkSync(process.execPath, node);
    cpSync(join(repository, 'dist'), join(packed, 'dist'), { recursive: true });
    cpSync(join(repository, 'package.json'), join(packed, 'package.json'));
    symlinkSync(join(repository, 'node_modules'), join(packed, 'node_modules'));
    const launcher = readFileSync(this.launcher, 'utf8');
    const own = launcher
      .replaceAll(main, join(packed, 'dist/cli/main.js'))
      .replaceAll(process.execPath, node);
    if (own === launcher) throw new Error('the launcher does not name its program');
    writeChain(dirname(this.launcher), own, join(packed, 'dist/cli/main.js'));
  }

  hookline(...words: readonly string[]): void {
    const { status, stderr } = spawnSync(process.execPath, [main, ...words], {
      cwd: this.project,
      env: this.env,
      encoding: 'utf8',
    });
    if (status !== 0) throw new Error(`hookline ${words.join(' ')}: ${stderr}`);
  }

  /** What Claude Code tells of a command. */
  payload(command: string): string {
    return JSON.stringify({
      ...fixture,
      cwd: this.project,
      tool_input: { command },
      tool_use_id: `toolu_${Math.random()}`.padEnd(24, '0'),
    });
  }

  /** Runs the line as Claude Code does. */
  call(change: CallChange = {}): Promise<Ended> {
    const {
      env = {},
      input = this.payload('git push origin'),
      cwd = this.project,
      byUserLine = false,
      around,
    } = change;
    const installed = byUserLine ? this.line.replace(' --required', '') : this.line;
    const line = around?.(`sh -c ${quoted(installed)}`) ?? installed;
    const child = spawn('/bin/sh', ['-c', this.#managed(line)], {
      cwd,
      env: { ...this.env, ...env },
      detached: true,
    });
    const ended = new Promise<Ended>((resolve, reject) => {
      let stdout = '';
      let stderr = '';
      child.stdout.setEncoding('utf8').on('data', (text: string) => {
        stdout += text;
      });
      child.stderr.setEncoding('utf8').on('data', (text: string) => {
        stderr += text;
      });
      const giveUp = setTimeout(() => {
        process.kill(-Number(child.pid), 'SIGKILL');
        reject(new Error(`no answer within ${patienceMs} ms`));
      }, patienceMs);
      child.on('error', reject);
      child.on('close', (code) => {
        clearTimeout(giveUp);
        resolve({ code, stdout, stderr });
      });
    });
    child.stdin.on('error', () => undefined);
    child.stdin.end(input);
    return ended;
  }

  /** A managed configuration is put where the shipped command looks for it, for this call alone. */
  #managed(line: string): string {
    if (this.guard !== 'managed') return line;
    const script = `mount -t tmpfs none /etc && mkdir /etc/hookline && cp ${quoted(join(this.path, 'etc'))}/* /etc/hookline && exec sh -c ${quoted(line)}`;
    return `exec unshare -rm sh -c ${quoted(script)}`;
  }

  close(): void {
    removeFolder(this.path);
  }
}
