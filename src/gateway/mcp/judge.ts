import { randomUUID } from 'node:crypto';
import { type Fields, isObject } from '../../engine/values/shapes.ts';
import { messageOf, textOf } from '../../engine/values/text.ts';
import { mcpClient } from '../agents/mcp-client.ts';
import { programModule } from '../daemon/daemon-address.ts';
import { WarmPool } from '../daemon/warm-pool.ts';
import { ProcessGone } from '../daemon/warm-process.ts';

/** An empty verdict allows the message as it is. */
export interface McpVerdict {
  readonly deny?: string;
  readonly ask?: string;
  readonly input?: Fields;
  readonly output?: unknown;
  readonly hidden?: string;
  readonly error?: string;
  readonly context?: string;
}

export interface JudgeOptions {
  /** Configuration files, as absolute paths. Default: those of every level. */
  readonly named?: readonly string[] | undefined;
  readonly required: boolean;
  readonly tell: (text: string) => void;
}

type Event = 'call' | 'call-with-questions' | 'result' | 'failure';

const tidyMs = 1000;

/** Judges the traffic of one wrapped server, in a process that hooks may block or break. */
export class Judge {
  readonly #options: JudgeOptions;
  readonly #pool = new WarmPool(programModule());
  readonly #session = `mcp-${randomUUID()}`;
  readonly #timer: NodeJS.Timeout;
  readonly #cwd = process.cwd();
  readonly #environment = { ...process.env, HOOKLINE_MCP_FOLDER: this.#cwd };
  #told = '';

  constructor(options: JudgeOptions) {
    this.#options = options;
    this.#timer = setInterval(() => this.#pool.tidy(), tidyMs).unref();
  }

  /** The tools that rules deny whatever their input. If that fails, the calls are refused anyway. */
  async denied(tools: readonly string[]): Promise<readonly string[]> {
    try {
      const { answer } = await this.#answer('', tools);
      const names: unknown = JSON.parse(answer.stdout);
      return Array.isArray(names) ? names.map(String) : [];
    } catch {
      return [];
    }
  }

  /** Never rejects: failing to judge is a refusal. */
  async ask(event: Event, fields: Fields): Promise<McpVerdict> {
    let payload: string;
    try {
      const session = { session_id: this.#session, cwd: this.#cwd };
      payload = JSON.stringify({ hook_event_name: event, ...session, ...fields });
    } catch (problem) {
      return this.#refusal(messageOf(problem));
    }
    for (let round = 0; ; round += 1)
      try {
        const { answer } = await this.#answer(payload);
        this.#tell(answer.stderr);
        return asVerdict(answer.stdout, answer.exitCode, answer.stderr);
      } catch (problem) {
        if (!(problem instanceof ProcessGone) || round > 0) return this.#refusal(messageOf(problem));
      }
  }

  #answer(payload: string, tools?: readonly string[]): ReturnType<WarmPool['answer']> {
    return this.#pool.answer({
      agent: mcpClient.name,
      payload,
      cwd: this.#cwd,
      environment: this.#environment,
      required: this.#options.required,
      named: this.#options.named,
      tools,
    });
  }

  close(): void {
    clearInterval(this.#timer);
    this.#pool.close();
  }

  #refusal(why: string): McpVerdict {
    const deny = `hookline cannot judge this, so it is blocked: ${why}`;
    this.#tell(deny);
    return refusalOf(deny);
  }

  /** Tells a repeated warning once. */
  #tell(text: string): void {
    if (text === '' || text === this.#told) return;
    this.#told = text;
    this.#options.tell(text);
  }
}

function asVerdict(stdout: string, exitCode: number, stderr: string): McpVerdict {
  const said: unknown = stdout === '' ? {} : JSON.parse(stdout);
  if (!isObject(said)) return refusalOf(stderr);
  const { throw: thrown } = said;
  // The host refused the payload, or ended without an answer.
  if (typeof thrown === 'string') return refusalOf(thrown);
  if (exitCode !== 0 && Object.keys(said).length === 0) return refusalOf(stderr);
  return said as McpVerdict;
}

function refusalOf(why: string): McpVerdict {
  const reason = textOf(why) || 'hookline cannot judge this, so it is blocked.';
  return { deny: reason, hidden: reason, error: reason };
}
