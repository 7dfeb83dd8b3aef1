import type { PointName } from '../../engine/points/point-types.ts';
import type { Json } from '../../engine/values/json.ts';

/** What hookline may have to say to an agent. */
export type Verb = 'deny' | 'ask' | 'allow' | 'modify' | 'inject' | 'suppress' | 'resume' | 'halt' | 'notify';

/**
 * How one thing is said: a piece of the object on stdout. In it stand
 * `$reason` for why, `$value` for the new subject in the agent's own shape, `$output` for the new subject as text,
 * `$hidden` for the text in the place of a tool's output, `$blank` for that output with its text taken out,
 * `$context` for text to the model, `$notice` for text to the person.
 */
export type Form = { readonly [key: string]: Json };

/** Exit code 2 with why on stderr, for events that read nothing else. It has no place beside other forms. */
export const exitTwo: Form = {};

/** One event of an agent. */
export interface NativeEvent {
  readonly point: PointName;
  /** Where the fields of the point stand in the payload, as `output.args`. Default: under their own names. */
  readonly fields?: Readonly<Record<string, string>>;
  /** What can be said here, and how. What is missing cannot be said. */
  readonly says: Partial<Readonly<Record<Verb, Form>>>;
  /** `modify` is merged into the input key by key, so that no key can be taken out. */
  readonly merges?: true;
  /** A rewritten input counts as approved, so that only a grant may rewrite. */
  readonly rewriteGrants?: true;
  /** Text for the model is lost beside an answer that holds back. */
  readonly contextAlone?: true;
  /** Text for the model makes the agent go on, so that only a resume may bring some. */
  readonly contextResumes?: true;
  /** Whether the agent goes ahead only after the answer, so that exit code 2 holds it back. */
  readonly refuses?: true;
  /** It comes many times in a turn, so that it is installed only where hooks are for it. */
  readonly often?: true;
  /** How long the agent waits at most, in seconds, where it is not the agent's own default. */
  readonly timeoutSeconds?: number;
  /** Fields that are the last part of a path in another one. */
  readonly lastParts?: Readonly<Record<string, string>>;
  /** The values of a field, where the agent has other words for them. */
  readonly values?: Readonly<Record<string, Readonly<Record<string, string>>>>;
}

/** A tool under the agent's own name. */
export interface NativeTool {
  readonly tool: string;
  /** Fields of its input by the canonical name, where the agent's differ. */
  readonly fields?: Readonly<Record<string, string>>;
  /** Where the text of its output stands. Default: the output is the text. */
  readonly output?: string;
  /** The field, by its canonical name, with the folder that it works in. Default: the session's. */
  readonly folder?: string;
  /** The fields that the agent rewrites; it passes over what is new in others. Default: all. */
  readonly rewrites?: readonly string[];
}

/** Where an agent's hooks are configured. */
export interface AgentConfiguration {
  /** From the home folder, and from the project's. */
  readonly user: string;
  readonly project: string;
  /** Further settings in the project, which count before the others. */
  readonly local?: string;
  /** The program whose presence in PATH shows that the agent is here. */
  readonly program: string;
  /** The environment variable that names another place for a folder of `user`. */
  readonly moved: { readonly variable: string; readonly folder: string };
  /** Entries in a file of settings, or a plugin file of hookline's own. */
  readonly format: 'settings' | 'plugin';
  /** The file that makes a folder a plugin, where the agent loads such folders. */
  readonly manifest?: string;
  /** What each entry has beside its command. */
  readonly entry?: Form;
  /** Settings that switch all hooks off. */
  readonly off?: readonly { readonly path: string; readonly value: Json }[];
  /** What the agent must trust before it runs a hook: each line, or the folder. */
  readonly trusts?: 'lines' | 'folders';
}

/** An agent: one table that can be read beside the vendor's page. */
export interface AgentProduct {
  readonly name: string;
  readonly title: string;
  /** The vendor's page on hooks. */
  readonly page: string;
  /** The version that the table was checked against, and whether the agent was run or its documents read. */
  readonly checked: { readonly version: string; readonly by: 'running' | 'reading' };
  readonly configuration: AgentConfiguration;
  /** The unit of `timeout` in its configuration, and how long it waits for a hook by default. */
  readonly timeout: { readonly unit: 's' | 'ms'; readonly seconds: number } | null;
  readonly events: Readonly<Record<string, NativeEvent>>;
  readonly tools: Readonly<Record<string, NativeTool>>;
  /** What gives away the processes that it starts: its npm package, and variables of their environment. */
  readonly process: { readonly package: string; readonly variables: readonly string[] };
  /** The environment variable with the session's folder. */
  readonly projectVariable?: string;
  /** A field that only payloads of this agent have, for a settings file that several agents read. */
  readonly marks: readonly string[];
  /** How the agent spells a tool of an MCP server. */
  readonly mcp: 'mcp__SERVER__TOOL' | 'mcp_SERVER_TOOL' | 'SERVER_TOOL';
  /** What to know before relying on it: shown by `hookline agents NAME` and in its guide. */
  readonly limits: readonly string[];
}
