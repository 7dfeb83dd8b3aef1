import type { PointName } from '../../engine/points/point-types.ts';
import type { Json } from '../../engine/values/json.ts';

export type Verb = 'deny' | 'ask' | 'allow' | 'modify' | 'inject' | 'suppress' | 'resume' | 'halt' | 'notify';

/**
 * A piece of JSON with placeholders. In answers: `$reason`, `$value` (the new subject in the agent's own shape), `$output` (the
 * new subject as text), `$hidden` (the text instead of a tool's output), `$blank` (that output without its text), `$context`
 * (text for the model), `$notice` (text for the person), `$event`. In entries of settings: `$line`, `$seconds`, `$milliseconds`, `$event`,
 * `$refuses` (whether the event blocks when hookline can't answer), `$failure` (the same, as `block` or `allow`).
 */
export type Form = { readonly [key: string]: Json };

/** Fields of hookline's input by where the agent's payload has them: `{ tool_input: 'output.args' }`. */
export type FieldPaths = Readonly<Record<string, string>>;

export interface NativeEvent {
  readonly point: PointName;
  /** In addition to the agent's `payload.fields`. Default: fields keep their names. */
  readonly fields?: FieldPaths;
  readonly says: Partial<Readonly<Record<Verb, Form>>>;
  /** `modify` is merged into the input key by key, so no key can be removed. */
  readonly merges?: true;
  /** A rewritten input counts as approved, so only a grant may rewrite. */
  readonly rewriteGrants?: true;
  /** Text for the model is lost beside an answer that restrains. */
  readonly contextAlone?: true;
  /** Text for the model makes the agent go on, so only a resume may bring some. */
  readonly contextResumes?: true;
  /** The agent waits for the answer, and exit code 2 blocks. */
  readonly refuses?: true;
  /** It fires many times in a turn: installed only where hooks need it. */
  readonly often?: true;
  /** The agent's own time limit here, in seconds, which entries can't change. */
  readonly timeoutSeconds?: number;
  /** The answer when there is nothing to say, where the agent takes an empty one for a failure. */
  readonly quiet?: Form;
  readonly tool?: string;
  /** The path to the MCP server's name, at events of MCP tools. */
  readonly server?: string;
  /** Fields that are the last part of a path in another field. */
  readonly lastParts?: FieldPaths;
}

export interface NativeTool {
  readonly tool: string;
  /** Fields of its input by the canonical name, where the agent's name differs. */
  readonly fields?: FieldPaths;
  /** The path to the text of its output. Default: the output is the text. */
  readonly output?: string;
  /** The field, by its canonical name, with the folder that it works in. Default: the session's folder. */
  readonly folder?: string;
  /** The fields that the agent lets a hook rewrite. Default: all. */
  readonly rewrites?: readonly string[];
}

export interface EntryLayout {
  /** The key with the events; null: they are at the top level. */
  readonly key: string | null;
  /** Entries are in groups, as `EVENT: [{ matcher, hooks: [ENTRY] }]`, or directly in the event's list. */
  readonly grouped: boolean;
  /** One entry. Its time limit is left out where the event has its own. */
  readonly entry: Form;
  readonly base?: Form;
  /** The hooks are one list whose entries name their event in this field. */
  readonly eventField?: string;
  /** Default: JSON. */
  readonly format?: 'toml';
  readonly strict?: StrictFile;
}

/** What the agent checks: one wrong entry switches off every hook of the file. */
export interface StrictFile {
  readonly fields: Readonly<Record<string, 'string' | 'number' | 'boolean'>>;
  readonly required: readonly string[];
  readonly closed?: true;
  /** The only known events, separated by blanks. Default: any. */
  readonly events?: string;
  /** Forbidden in every text of the file. */
  readonly without?: string;
  readonly root?: Form;
}

/** Paths below the home folder or the project's folder. */
export interface AgentFiles {
  readonly user: string;
  /** Null: the agent only reads its user's file. */
  readonly project: string | null;
  /** Further settings in the project, which take precedence. */
  readonly local?: string;
  /** The environment variable that moves a folder of `user`. */
  readonly moved: { readonly variable: string; readonly folder: string };
  readonly layout: EntryLayout | 'plugin';
  /** The file that makes a folder a plugin, where the agent loads such folders. */
  readonly manifest?: string;
  readonly off?: readonly { readonly path: string; readonly value: Json }[];
  /** Further files that decide whether hooks run or are trusted. */
  readonly switches?: { readonly user: readonly string[]; readonly project: readonly string[] };
  /** What the agent must trust before it runs hooks. */
  readonly trusts?: 'lines' | 'folders';
}

export type Reaction = 'denies' | 'runs' | 'waits' | 'unknown';

export interface Reactions {
  readonly exit2: Reaction;
  readonly silentExit2: Reaction;
  readonly exit1: Reaction;
  readonly otherExit: Reaction;
  readonly crash: Reaction;
  readonly timeout: Reaction;
  readonly garbage: Reaction;
}

export interface AgentProduct {
  readonly name: string;
  readonly title: string;
  readonly page: string;
  /** The version that the table was checked with, by running the agent or by reading its documents. */
  readonly checked: { readonly version: string; readonly by: 'running' | 'reading' };
  /** How its processes are recognized. `variables`: those that it sets for its children. */
  readonly process: {
    readonly program: string;
    readonly package: string;
    readonly variables: readonly string[];
    /** The arguments and variables that start the program without these hooks. */
    readonly unguarded?: { readonly words: RegExp; readonly variables: RegExp };
  };
  readonly files: AgentFiles;
  readonly reactions: Reactions;
  readonly payload: {
    /** The field with the event's name. Default: `hook_event_name`. */
    readonly event?: string;
    /** The payload doesn't name its event: the installed line does, as `AGENT:EVENT`. */
    readonly eventInLine?: true;
    /** Fields of hookline's input that may be an object or its JSON text. */
    readonly jsonTexts?: readonly string[];
    /** At every event without an own row. */
    readonly fields?: FieldPaths;
    /** Fields that only this agent sends, for a settings file that several agents read. */
    readonly marks: readonly string[];
    readonly mcp:
      | 'mcp__SERVER__TOOL'
      | 'mcp_SERVER_TOOL'
      | 'SERVER_TOOL'
      | 'SERVER-TOOL'
      | 'SERVER__TOOL'
      | 'MCP:TOOL'
      | 'SERVER___TOOL';
    /** The environment variable with the session's folder. */
    readonly projectVariable?: string;
    readonly attendedVariable?: string;
  };
  readonly events: Readonly<Record<string, NativeEvent>>;
  readonly tools: Readonly<Record<string, NativeTool>>;
  /** What to know before relying on it: shown by `hookline agents NAME` and in its guide. */
  readonly limits: readonly string[];
}
