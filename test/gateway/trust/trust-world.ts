import { mkdirSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { expect } from 'vitest';
import { hookline } from '../../support/command-line/served.ts';
import { folderWith } from '../../support/folder-with.ts';

interface Told {
  readonly denied: boolean;
  /** What the person is told. */
  readonly notice: string;
  readonly reason: string;
}

/** A home of its own, and calls as Claude Code makes them in a folder of it. */
export class TrustWorld {
  readonly home: string;
  readonly env: Readonly<Record<string, string>>;
  #calls = 0;

  constructor(files: Readonly<Record<string, string>>) {
    this.home = folderWith({ 'project/keep': '', ...files });
    this.env = {
      HOME: this.home,
      XDG_STATE_HOME: join(this.home, 'state'),
      XDG_DATA_HOME: join(this.home, 'data'),
      XDG_CONFIG_HOME: join(this.home, 'config'),
    };
  }

  static of(files: Readonly<Record<string, string>>): TrustWorld {
    return new TrustWorld(
      Object.fromEntries(Object.entries(files).map(([name, text]) => [`project/${name}`, text])),
    );
  }

  path(name: string): string {
    return join(this.home, 'project', name);
  }

  write(name: string, text: string): void {
    mkdirSync(dirname(this.path(name)), { recursive: true });
    writeFileSync(this.path(name), text);
  }

  run(words: readonly string[], folder = 'project', input = '') {
    return hookline(words, { cwd: join(this.home, folder), env: this.env, input });
  }

  async trust(folder = 'project'): Promise<void> {
    expect(await this.run(['trust', '--yes'], folder)).toMatchObject({ code: 0 });
  }

  /** What comes of a command, or of another event. */
  async ask(
    command: string,
    { event = 'PreToolUse', folder = 'project', session = '1', words = [] as string[] } = {},
  ) {
    this.#calls += 1;
    const payload = {
      session_id: session,
      cwd: join(this.home, folder),
      hook_event_name: event,
      tool_name: 'Bash',
      tool_input: { command },
      tool_use_id: `call-${this.#calls}`,
      prompt: command,
      source: 'startup',
    };
    const { stdout } = await this.run(['hook', 'claude-code', ...words], folder, JSON.stringify(payload));
    const answer = stdout === '' ? {} : JSON.parse(stdout);
    const { permissionDecision, permissionDecisionReason = '' } = answer.hookSpecificOutput ?? {};
    const told: Told = {
      denied: permissionDecision === 'deny' || answer.decision === 'block',
      notice: answer.systemMessage ?? '',
      reason: permissionDecisionReason,
    };
    return told;
  }
}
