import { spawnSync } from 'node:child_process';
import { chmodSync, mkdirSync, readFileSync, realpathSync, symlinkSync } from 'node:fs';
import { join } from 'node:path';
import { expect, onTestFinished } from 'vitest';
import type { DoctorFinding, FindingCode } from '../../../src/gateway/doctor/finding.ts';
import { type Ended, main, startInTerminal } from '../../support/command-line/cli.ts';
import {
  addressIn,
  type DaemonStatus,
  endDaemonAt,
  startDaemonAt,
} from '../../support/command-line/daemon.ts';
import { hookline } from '../../support/command-line/served.ts';
import { Scratch } from '../../support/scratch.ts';

interface Report {
  readonly ok: boolean;
  readonly findings: readonly DoctorFinding[];
  readonly guards: readonly Readonly<Record<string, unknown>>[];
  readonly agents: readonly Readonly<Record<string, unknown>>[];
}

/** A user with a home, a daemon and a project of their own, and programs that stand before all others. */
export class Patient extends Scratch {
  readonly home = join(this.path, 'home');
  readonly project = join(this.path, `the "project"`);
  readonly launcher = join(this.home, '.local/share/hookline/launch');
  readonly env: Readonly<Record<string, string>>;
  #hasAgreed = false;

  /** A daemon would restore what a test breaks. */
  constructor(files: Readonly<Record<string, string>> = {}, daemon: 'on' | 'off' = 'off') {
    super();
    for (const folder of [this.project, join(this.path, 'run'), join(this.path, 'bin')])
      mkdirSync(folder, { recursive: true });
    for (const [name, text] of Object.entries(files)) this.write(name, text);
    const none = ['CODEX_HOME', 'CLAUDE_CONFIG_DIR', 'GEMINI_CLI_HOME', 'CLAUDE_PROJECT_DIR'];
    const moved = ['XDG_DATA_HOME', 'XDG_CONFIG_HOME', 'XDG_STATE_HOME', 'GEMINI_PROJECT_DIR'];
    this.env = {
      ...Object.fromEntries([...none, ...moved].map((name) => [name, ''])),
      HOME: this.home,
      PATH: `${join(this.path, 'bin')}:/usr/bin:/bin`,
      XDG_RUNTIME_DIR: join(this.path, 'run'),
      HOOKLINE_DAEMON: daemon,
    };
    if (daemon === 'off') return;
    onTestFinished(async () => {
      // The last line may still be starting one.
      await this.startDaemon();
      await endDaemonAt(this.#address);
    });
  }

  get #address(): string {
    return addressIn(join(this.path, 'run'));
  }

  startDaemon(): Promise<DaemonStatus> {
    return startDaemonAt(this.#address, this.env);
  }

  call(words: readonly string[], input = '', env = this.env): Promise<Ended> {
    return hookline(words, { cwd: this.project, input, env });
  }

  /** Calls hookline, which must succeed. */
  async done(...words: readonly string[]): Promise<string> {
    const { code, stdout, stderr } = await this.call(words);
    expect({ words, code, stderr }).toMatchObject({ code: 0 });
    return stdout;
  }

  async doctor(): Promise<Report> {
    const { code, stdout, stderr } = await this.call(['doctor', '--json']);
    if (stdout === '') throw new Error(stderr);
    const report = JSON.parse(stdout) as Report;
    expect(code).toBe(report.ok ? 0 : 1);
    return report;
  }

  /** Finds exactly these, runs the very text of each fix, and finds none of them any more. */
  async heals(...codes: readonly FindingCode[]): Promise<void> {
    const { findings, ok } = await this.doctor();
    expect([...new Set(findings.map(({ code }) => code))].sort()).toEqual([...codes].sort());
    expect(ok).toBe(findings.every(({ level }) => level !== 'error'));
    for (const fix of new Set(findings.map((one) => one.fix))) await this.run(fix);
    const left = (await this.doctor()).findings;
    expect(left.filter(({ code }) => codes.includes(code))).toEqual([]);
  }

  /** Finds exactly these, and their fixes show what a person has to know. */
  async shows(shown: Readonly<Partial<Record<FindingCode, string>>>): Promise<void> {
    const { findings } = await this.doctor();
    expect(findings.map(({ code }) => code).sort()).toEqual(Object.keys(shown).sort());
    for (const { code, fix } of findings) expect(await this.run(fix)).toContain(shown[code]);
  }

  /** Runs a fix: hookline by the process that serves it, all else by a shell. Trust is for a person in a terminal. */
  async run(fix: string): Promise<string> {
    const shell = (line: string) =>
      spawnSync('/bin/sh', ['-c', line], {
        cwd: this.project,
        env: { ...process.env, ...this.env },
        encoding: 'utf8',
      });
    let said = '';
    for (const line of fix.split(' && ')) {
      if (!line.startsWith('hookline ')) {
        const { status, stdout, stderr } = shell(line);
        expect({ line, status, stderr }).toMatchObject({ status: 0 });
        said += stdout;
        continue;
      }
      const words = shell(`hookline() { printf '%s\\0' "$@"; }; ${line}`).stdout.split('\0').slice(0, -1);
      const ended = await (words[0] === 'trust' ? this.#agrees(words) : this.call(words));
      said += ended.stdout + ended.stderr;
    }
    return said;
  }

  /** In a terminal the first time. A terminal takes two processes, and all of them show the same. */
  async #agrees(words: readonly string[]): Promise<Ended> {
    if (this.#hasAgreed) return this.call([...words, '--yes']);
    this.#hasAgreed = true;
    const { child, shows, ended } = startInTerminal(words, { cwd: this.project, env: this.env });
    await shows('[y/N]');
    child.stdin?.write('y\n');
    return ended;
  }

  read(name: string): string {
    return readFileSync(join(this.path, name), 'utf8');
  }

  edit(name: string, change: (text: string) => string): void {
    this.write(name, change(this.read(name)));
  }

  /** Changes the settings of an agent. */
  settings(name: string, change: (settings: Settings) => object): void {
    this.edit(name, (text) => JSON.stringify(change(JSON.parse(text) as Settings), null, 2));
  }

  /** An agent of that version in the PATH, as npm installs it. */
  agent(program: string, name: string, version: string): void {
    const folder = `lib/node_modules/${name}`;
    this.write(`${folder}/package.json`, JSON.stringify({ name, version }));
    chmodSync(this.write(`${folder}/cli.js`, '#!/bin/sh\n'), 0o755);
    symlinkSync(join(this.path, folder, 'cli.js'), join(this.path, 'bin', program));
  }

  /** What Claude Code announces of a tool, and is answered. */
  hook(event: string, tool: string, more: object = {}): Promise<Ended> {
    const payload = { session_id: 's', cwd: this.project, hook_event_name: event, tool_name: tool };
    const input = JSON.stringify({ ...payload, tool_input: { command: 'ls' }, tool_use_id: 'x', ...more });
    return this.call(['hook', 'claude-code'], input, { ...this.env, HOOKLINE_DAEMON: 'off' });
  }
}

export interface Settings {
  readonly hooks: Readonly<Record<string, readonly object[]>>;
}

export const program: string = realpathSync(main);
