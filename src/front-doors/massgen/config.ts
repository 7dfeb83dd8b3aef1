import { compileMatcher } from '../../engine/hooks/matcher.ts';
import { HooklineError } from '../../engine/values/errors.ts';
import { isNumber, type OptionCheck, truthCheck } from '../../engine/values/options.ts';
import { isObject } from '../../engine/values/shapes.ts';
import { didYouMean } from '../../engine/values/suggest.ts';
import { describe, messageOf } from '../../engine/values/text.ts';
import { filledTextCheck } from '../../handlers/option-checks.ts';
import { type HookType, hookTypes } from './event.ts';
import { ExternalCommandHook, type HandledHook, PythonCallableHook } from './hooks.ts';

export interface HookConfig {
  readonly handler: string;
  /** Default: `python`. */
  readonly type?: 'python' | 'command';
  readonly matcher?: string;
  /** Seconds. Default: 30. */
  readonly timeout?: number;
  readonly fail_closed?: boolean;
}

export type EventConfig =
  | readonly HookConfig[]
  | { readonly override?: boolean; readonly hooks?: readonly HookConfig[] };

export type HooksConfig = { readonly [Type in HookType]?: EventConfig };

export interface MassgenConfig {
  readonly hooks?: HooksConfig;
  readonly agents?: readonly {
    readonly id?: string;
    readonly backend?: { readonly hooks?: HooksConfig; readonly [key: string]: unknown };
    readonly [key: string]: unknown;
  }[];
  readonly [key: string]: unknown;
}

export interface ConfiguredEvent {
  readonly agentId: string | null;
  readonly hookType: HookType;
  readonly override: boolean;
  readonly hooks: readonly HandledHook[];
}

const hookKeys: Readonly<Record<string, OptionCheck>> = {
  handler: filledTextCheck,
  type: ['"python" or "command"', (value) => value === 'python' || value === 'command'],
  matcher: ['text', (value) => typeof value === 'string'],
  timeout: ['a number of seconds above 0', (value) => isNumber(value) && value > 0 && value < Infinity],
  fail_closed: truthCheck,
} satisfies Record<keyof HookConfig, OptionCheck>;

/** Checked by hand: loading the schema of hookline.yaml would make this import four times as slow. */
export function readMassgenConfig(
  config: unknown,
  agentId: string | null,
  directory: string,
): readonly ConfiguredEvent[] {
  const reader = new ConfigReader(directory);
  const events = reader.config(config, agentId);
  const { problems } = reader;
  if (problems.length === 0) return events;
  const count = problems.length === 1 ? 'a problem' : `${problems.length} problems`;
  throw new HooklineError(
    'config-invalid',
    `the hooks have ${count}:\n${problems.map((text) => `  ${text}`).join('\n')}`,
  );
}

class ConfigReader {
  readonly problems: string[] = [];
  readonly #directory: string;

  constructor(directory: string) {
    this.#directory = directory;
  }

  config(config: unknown, agentId: string | null): readonly ConfiguredEvent[] {
    if (!isObject(config)) return this.#wrong('', 'an object', config);
    if (!('hooks' in config || 'agents' in config)) return this.#events(config, '', agentId);
    return [
      ...this.#events(config['hooks'] ?? {}, 'hooks', agentId),
      ...this.#list(config['agents'] ?? [], 'agents').flatMap((agent, index) =>
        this.#agent(agent, `agents[${index}]`),
      ),
    ];
  }

  #agent(agent: unknown, path: string): readonly ConfiguredEvent[] {
    const backend = isObject(agent) ? agent['backend'] : undefined;
    const hooks = isObject(backend) ? backend['hooks'] : undefined;
    if (!isObject(agent) || hooks === undefined || hooks === null) return [];
    const { id } = agent as { readonly id?: unknown };
    if (typeof id !== 'string' || id === '' || id === '*') {
      this.#wrong(`${path}.id`, 'the id of the agent that the hooks are for', id);
    }
    return this.#events(hooks, `${path}.backend.hooks`, String(id));
  }

  #events(events: unknown, path: string, agentId: string | null): readonly ConfiguredEvent[] {
    if (!isObject(events)) return this.#wrong(path, 'an object of events', events);
    return Object.entries(events).flatMap(([name, value]) => {
      const place = path === '' ? name : `${path}.${name}`;
      if (hookTypes.includes(name)) return this.#event(value, name as HookType, place, agentId);
      this.problems.push(
        `${place}: unknown event, it is one of ${hookTypes.join(', ')}${didYouMean(name, hookTypes)}`,
      );
      return [];
    });
  }

  #event(
    value: unknown,
    hookType: HookType,
    path: string,
    agentId: string | null,
  ): readonly ConfiguredEvent[] {
    if (!isObject(value)) {
      const hooks = this.#hooks(value ?? [], path);
      return [{ agentId, hookType, override: false, hooks }];
    }
    this.#keys(value, path, { override: truthCheck, hooks: ['a list of hooks', Array.isArray] });
    const override = value['override'] === true;
    if (override && agentId === null) {
      this.problems.push(`${path}.override: only an agent's hooks can override the global ones`);
    }
    return [{ agentId, hookType, override, hooks: this.#hooks(value['hooks'] ?? [], `${path}.hooks`) }];
  }

  #hooks(value: unknown, path: string): readonly HandledHook[] {
    return this.#list(value, path).flatMap((hook, index) => this.#hook(hook, `${path}[${index}]`));
  }

  #hook(value: unknown, path: string): readonly HandledHook[] {
    if (!isObject(value)) return this.#wrong(path, 'a hook, as in { handler: "module.function" }', value);
    const before = this.problems.length;
    this.#keys(value, path, hookKeys);
    if (value['handler'] === undefined) this.problems.push(`${path}: needs a handler`);
    if (this.problems.length > before) return [];
    try {
      return [this.#make(value as unknown as HookConfig)];
    } catch (problem) {
      this.problems.push(`${path}: ${messageOf(problem)}`);
      return [];
    }
  }

  #make({ handler, type = 'python', ...pattern }: HookConfig): HandledHook {
    compileMatcher(pattern.matcher);
    const options = { ...pattern, directory: this.#directory };
    const name = `${type}_${handler}`;
    return type === 'python'
      ? new PythonCallableHook(name, handler, options)
      : new ExternalCommandHook(name, handler, options);
  }

  #keys(value: object, path: string, known: Readonly<Record<string, OptionCheck>>): void {
    for (const [key, field] of Object.entries(value)) {
      const check = Object.hasOwn(known, key) ? known[key] : undefined;
      if (check === undefined) {
        this.problems.push(`${path}.${key}: unknown key${didYouMean(key, Object.keys(known))}`);
      } else if (field !== undefined && !check[1](field)) this.#wrong(`${path}.${key}`, check[0], field);
    }
  }

  #list(value: unknown, path: string): readonly unknown[] {
    return Array.isArray(value) ? value : this.#wrong(path, 'a list', value);
  }

  #wrong(path: string, expected: string, value: unknown): readonly never[] {
    this.problems.push(
      `${path === '' ? 'the configuration' : path}: takes ${expected}, not ${describe(value)}`,
    );
    return [];
  }
}
