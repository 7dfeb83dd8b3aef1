import { execFileSync, spawn } from 'node:child_process';
import { chmodSync, existsSync, mkdirSync, mkdtempSync, realpathSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { delimiter, join } from 'node:path';
import { onTestFinished } from 'vitest';
import type { Driver, Place } from './drivers/driver.ts';
import { writeFileIn } from './drivers/write-file.ts';
import { type FakeModel, type ModelRequest, type ModelScript, playModel } from './model/fake-model.ts';
import { installPackage, linkNode, linkOtherPrograms } from './programs.ts';

/** What came of one run of an agent. */
export interface AgentRun {
  readonly exitCode: number | null;
  readonly stdout: string;
  readonly stderr: string;
  /** What the model was asked. */
  readonly requests: readonly ModelRequest[];
}

/** A home and a project in which one agent runs with a scripted model, and nothing else that this machine has. */
export class World implements Place {
  readonly folder: string;
  readonly home: string;
  readonly project: string;
  readonly modelUrl: string;
  readonly #driver: Driver;
  readonly #model: FakeModel;
  readonly #prefix: string;
  readonly #nodeFolder: string;
  readonly #path: string;

  private constructor(folder: string, driver: Driver, model: FakeModel) {
    this.folder = folder;
    this.home = join(folder, 'home');
    this.project = projectIn(folder);
    this.modelUrl = model.url;
    this.#driver = driver;
    this.#model = model;
    this.#prefix = join(folder, 'prefix');
    this.#nodeFolder = join(folder, 'node');
    const programs = join(folder, 'programs');
    this.#path = [installPackage(this.#prefix), this.#nodeFolder, programs].join(delimiter);
    for (const name of [this.home, this.project]) mkdirSync(name);
    linkNode(this.#nodeFolder);
    linkOtherPrograms(programs);
    // Agents that start a login shell have their PATH from there.
    for (const name of ['.profile', '.bash_profile'])
      writeFileIn(join(this.home, name), `export PATH="${this.#path}"\n`);
    execFileSync('git', ['init', '--quiet', this.project], { env: this.env() });
    driver.configure(this);
  }

  /** The script may name files of the project. */
  static async open(driver: Driver, script: (project: string) => ModelScript): Promise<World> {
    const folder = realpathSync(mkdtempSync(join(tmpdir(), 'hookline-agent-')));
    onTestFinished(() => rmSync(folder, { recursive: true, force: true }));
    return new World(folder, driver, await playModel(script(projectIn(folder))));
  }

  /** The environment of everything that runs here. */
  env(): Readonly<Record<string, string>> {
    const proxies = ['http_proxy', 'https_proxy', 'HTTP_PROXY', 'HTTPS_PROXY'];
    return {
      PATH: this.#path,
      HOME: this.home,
      SHELL: '/bin/sh',
      TERM: 'dumb',
      LANG: 'C.UTF-8',
      CI: '1',
      NO_COLOR: '1',
      // A daemon would outlive its test.
      HOOKLINE_DAEMON: 'off',
      XDG_CONFIG_HOME: join(this.home, '.config'),
      XDG_DATA_HOME: join(this.home, '.local/share'),
      XDG_STATE_HOME: join(this.home, '.local/state'),
      XDG_CACHE_HOME: join(this.home, '.cache'),
      ...Object.fromEntries(proxies.map((name) => [name, this.modelUrl])),
      NO_PROXY: '127.0.0.1,localhost',
      ...this.#driver.env(this),
    };
  }

  write(name: string, content: string | object): void {
    const file = join(this.project, name);
    writeFileIn(file, content);
    if (typeof content === 'string' && content.startsWith('#!')) chmodSync(file, 0o755);
  }

  remove(name: string): void {
    rmSync(join(this.project, name));
  }

  has(name: string): boolean {
    return existsSync(join(this.project, name));
  }

  /** Runs hookline's command in the project. */
  hookline(...args: readonly string[]): string {
    return execFileSync(join(this.#prefix, 'bin/hookline'), args, {
      cwd: this.project,
      env: this.env(),
      encoding: 'utf8',
    });
  }

  removeHookline(): void {
    rmSync(this.#prefix, { recursive: true });
  }

  /** What hookline keeps for its user. */
  removeHooklineData(): void {
    rmSync(join(this.home, '.local/share/hookline'), { recursive: true });
  }

  removeNode(): void {
    rmSync(this.#nodeFolder, { recursive: true });
  }

  /** Runs the agent with one prompt until it ends. */
  async run([file = '', ...first]: readonly string[]): Promise<AgentRun> {
    const args = [...first, ...this.#driver.args('Begin.')];
    const ended = await runToEnd(file, args, this.project, this.env());
    return { ...ended, requests: this.#model.requests };
  }
}

function projectIn(folder: string): string {
  return join(folder, 'project');
}

/** Longer than any agent needs, and shorter than a test may take. */
const maxRunMs = 90_000;

type Ended = Omit<AgentRun, 'requests'>;

/** The agent is a group of its own, which is gone as a whole when the agent is. */
function runToEnd(
  file: string,
  args: readonly string[],
  cwd: string,
  env: NodeJS.ProcessEnv,
): Promise<Ended> {
  return new Promise((resolve, reject) => {
    const child = spawn(file, args, { cwd, env, detached: true, stdio: ['ignore', 'pipe', 'pipe'] });
    const end = (): void => killGroup(child.pid);
    const timer = setTimeout(end, maxRunMs);
    let stdout = '';
    let stderr = '';
    child.stdout.setEncoding('utf8').on('data', (text: string) => {
      stdout += text;
    });
    child.stderr.setEncoding('utf8').on('data', (text: string) => {
      stderr += text;
    });
    child.on('error', reject);
    child.on('exit', end);
    child.on('close', (exitCode) => {
      clearTimeout(timer);
      resolve({ exitCode, stdout, stderr });
    });
  });
}

function killGroup(pid: number | undefined): void {
  if (pid === undefined) return;
  try {
    process.kill(-pid, 'SIGKILL');
  } catch {
    // Nothing is left of it.
  }
}
