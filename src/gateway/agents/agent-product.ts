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
  /** The answer for each verb. A missing verb can't be said here. */
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
  /** What is answered when there is nothing to say, where the agent takes an empty answer for a failure. */
  readonly quiet?: Form;
  /** The tool, where the payload doesn't name it. */
  readonly tool?: string;
  /** The path to the name of the MCP server, at an event of MCP tools alone. */
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
  /** What a new file needs besides the hooks. */
  readonly base?: Form;
  /** The hooks are one list, and each entry names its event in this field. */
  readonly eventField?: string;
  /** Default: JSON. */
  readonly format?: 'toml';
  readonly strict?: StrictFile;
}

/** What the agent must be able to read: one entry that is wrong switches off every hook of the file. */
export interface StrictFile {
  readonly fields: Readonly<Record<string, 'string' | 'number' | 'boolean'>>;
  readonly required: readonly string[];
  /** No entry may have other fields. */
  readonly closed?: true;
  /** The only events that it knows, apart by blanks. Default: any. */
  readonly events?: string;
  /** What no text in the file may hold. */
  readonly without?: string;
  readonly root?: Form;
}

/** What the agent's files are, by paths below the home folder or the project's folder. */
export interface AgentFiles {
  readonly user: string;
  /** Null: the agent reads its user's file alone. */
  readonly project: string | null;
  /** Further settings in the project, which take precedence. */
  readonly local?: string;
  /** The environment variable that moves a folder of `user`. */
  readonly moved: { readonly variable: string; readonly folder: string };
  /** The layout of a settings file, or hookline's own plugin file. */
  readonly layout: EntryLayout | 'plugin';
  /** The file that makes a folder a plugin, where the agent loads such folders. */
  readonly manifest?: string;
  readonly off?: readonly { readonly path: string; readonly value: Json }[];
  /** Further files that decide whether hooks run or are trusted. */
  readonly switches?: { readonly user: readonly string[]; readonly project: readonly string[] };
  /** What the agent must trust before it runs a hook: each line, or the folder. */
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
  /** The version that the table was checked with, by running the agent or reading its documents. */
  readonly checked: { readonly version: string; readonly by: 'running' | 'reading' };
  /** How its processes are recognized: the program's name, its npm package, variables that it sets for its children. */
  readonly process: {
    readonly program: string;
    readonly package: string;
    readonly variables: readonly string[];
    /** The words and variables with which the program starts without these hooks. */
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
    /** At every event that doesn't say otherwise. */
    readonly fields?: FieldPaths;
    /** Fields that only this agent sends, for a settings file that several agents read. */
    readonly marks: readonly string[];
    /** How the agent spells a tool of an MCP server. */
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
