import type { Mode } from '../../engine/hooks/hook.ts';

type OpenOrClosed = 'open' | 'closed';
type Texts = string | readonly string[];

interface Common {
  readonly name?: string | undefined;
  readonly description?: string | undefined;
  readonly matcher?: string | undefined;
  readonly if?: string | undefined;
  readonly points?: readonly string[] | undefined;
  readonly timeout?: number | string | undefined;
  readonly priority?: number | undefined;
  readonly guard?: boolean | undefined;
  readonly final?: boolean | undefined;
  readonly fail_closed?: boolean | undefined;
  readonly onError?: 'skip' | 'abort' | 'log' | undefined;
  readonly onFailure?: OpenOrClosed | Readonly<Partial<Record<string, OpenOrClosed>>> | undefined;
  readonly mode?: Mode | undefined;
  readonly enabled?: boolean | undefined;
  readonly protocol?: string | undefined;
}

interface Environment {
  readonly env?: Readonly<Record<string, string>> | undefined;
  readonly passEnv?: Texts | undefined;
  readonly inherit?: boolean | undefined;
}

interface CommandEntry extends Common, Environment {
  readonly type: 'command';
  readonly handler: string;
  readonly args?: readonly string[] | undefined;
  readonly shell?: boolean | undefined;
  readonly cwd?: string | undefined;
  readonly maxOutputBytes?: number | undefined;
  readonly killGraceMs?: number | undefined;
}

interface PythonEntry extends Common, Environment {
  readonly type: 'python';
  readonly handler: string;
  readonly python?: string | undefined;
  readonly pythonPath?: Texts | undefined;
  readonly watch?: boolean | undefined;
  readonly maxReplyBytes?: number | undefined;
}

interface ModuleEntry extends Common {
  readonly type: 'module';
  readonly handler: string;
  readonly watch?: boolean | undefined;
  readonly isolate?: boolean | undefined;
  readonly memoryMb?: number | undefined;
}

interface HttpEntry extends Common {
  readonly type: 'http';
  readonly handler: string;
  readonly headers?: Readonly<Record<string, string>> | undefined;
  readonly allowedEnvVars?: readonly string[] | undefined;
  readonly ca?: string | undefined;
  readonly maxReplyBytes?: number | undefined;
}

interface PromptEntry extends Common {
  readonly type: 'prompt';
  readonly prompt: string;
  readonly model: string;
  readonly baseUrl?: string | undefined;
}

interface McpToolEntry extends Common {
  readonly type: 'mcp_tool';
  readonly server: string;
  readonly tool: string;
  readonly input?: Readonly<Record<string, unknown>> | undefined;
}

interface BuiltinEntry extends Common {
  readonly type: 'builtin';
  readonly handler: string;
  readonly options?: Readonly<Record<string, unknown>> | undefined;
}

interface OwnEntry extends Common {
  readonly type: 'own';
  readonly kind: string;
  readonly handler?: string | undefined;
  readonly options?: Readonly<Record<string, unknown>> | undefined;
}

export type ShippedEntry =
  | CommandEntry
  | PythonEntry
  | ModuleEntry
  | HttpEntry
  | PromptEntry
  | McpToolEntry
  | BuiltinEntry;

/** One hook in a file. For a type of the user's own, `type` is `own` and `kind` its name. */
export type HookEntry = ShippedEntry | OwnEntry;
