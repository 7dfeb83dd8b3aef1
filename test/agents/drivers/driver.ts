import type { ToolCall } from '../model/fake-model.ts';

/** The folders of one case, and the model that the agent is to ask. */
export interface Place {
  readonly home: string;
  readonly project: string;
  readonly modelUrl: string;
}

/** How one real agent is had, started without a person, and kept to its own folders. */
export interface Driver {
  /** hookline's name for it. */
  readonly agent: string;
  /** The name of its results, where one agent is driven in two ways. */
  readonly variant?: string;
  readonly title: string;
  readonly package: string;
  readonly packageVersion: string;
  /** The program and its first arguments, as paths below the folder that the package was installed in. */
  program(modules: string): readonly string[];
  /** Writes the agent's own configuration, without any hook. */
  configure(place: Place): void;
  /** Has the agent trust the project, as a person would. Where hookline is installed in the project, that has to do it. */
  trust?(place: Place): void;
  args(prompt: string): readonly string[];
  env(place: Place): Readonly<Record<string, string>>;
  /** How its model runs a shell command. */
  shell(command: string): ToolCall;
  /** How its model makes a file of one line. */
  write(file: string, line: string): ToolCall;
  /** How its model gives work to a subagent. */
  delegate(prompt: string): ToolCall;
}
