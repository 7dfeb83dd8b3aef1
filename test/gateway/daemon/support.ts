import { readdirSync } from 'node:fs';
import { join } from 'node:path';
import { onTestFinished } from 'vitest';
import { type Ended, hookline } from '../../support/cli.ts';
import { folderWith } from '../../support/folder-with.ts';

/** A configuration that denies commands with a word in them. */
export const denying = (word: string): string => `hooks:
  PreToolUse:
    - name: no-${word}
      matcher: Bash
      type: command
      handler: "grep -q ${word} && { echo no ${word} here >&2; exit 2; }; true"
      guard: true
`;

interface Where {
  readonly folder?: string;
  readonly env?: Readonly<Record<string, string>>;
}

/** A home with a daemon of its own, and a project in it. */
export class DaemonWorld {
  readonly home: string;
  readonly env: Readonly<Record<string, string>>;
  #calls = 0;

  constructor(files: Readonly<Record<string, string>>) {
    this.home = folderWith({ 'run/keep': '', ...files });
    this.env = {
      HOOKLINE_DAEMON: 'on',
      XDG_RUNTIME_DIR: join(this.home, 'run'),
      XDG_STATE_HOME: join(this.home, 'state'),
      XDG_DATA_HOME: join(this.home, 'data'),
      XDG_CONFIG_HOME: join(this.home, 'config'),
    };
    onTestFinished(async () => {
      // The last call may still be starting one.
      do {
        await this.call(['daemon', 'stop'], { folder: '.' });
        await new Promise((resolve) => setTimeout(resolve, 300));
      } while ((await this.status()) !== null);
    });
  }

  /** Calls hookline in a folder of this home. */
  call(
    words: readonly string[],
    { folder = 'project', env = {}, input = '' }: Where & { readonly input?: string } = {},
  ): Promise<Ended> {
    return hookline(words, { cwd: join(this.home, folder), input, env: { ...this.env, ...env } });
  }

  /** What Claude Code is told about a command. */
  hook(
    command: string,
    { folder = 'project', env = {}, words = [] }: Where & { readonly words?: readonly string[] } = {},
  ): Promise<Ended> {
    this.#calls += 1;
    const payload = {
      session_id: 'session',
      cwd: join(this.home, folder),
      hook_event_name: 'PreToolUse',
      tool_name: 'Bash',
      tool_input: { command },
      tool_use_id: `call-${this.#calls}`,
    };
    return this.call(['hook', 'claude-code', '--required', ...words], {
      folder,
      env,
      input: JSON.stringify(payload),
    });
  }

  /** The socket of its daemon. */
  socket(): string {
    const folder = join(this.home, 'run/hookline');
    const [name] = readdirSync(folder).filter((one) => one.endsWith('.sock'));
    if (name === undefined) throw new Error('no daemon listens');
    return join(folder, name);
  }

  async status(): Promise<{ pid: number; workers: number[]; answered: number } | null> {
    const { stdout } = await this.call(['daemon', '--json'], { folder: '.' });
    return JSON.parse(stdout);
  }
}

export const isDenied = ({ stdout }: Ended): boolean => stdout.includes('"permissionDecision":"deny"');
