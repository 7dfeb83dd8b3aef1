/** What a hook's process gives back to its agent. */
export interface AgentAnswer {
  readonly stdout: string;
  readonly stderr: string;
  readonly exitCode: number;
}

/** An answer, and what it could not say. */
export interface Saying {
  readonly answer: AgentAnswer;
  /** Text for the model that this event cannot carry, for the next one that can. */
  readonly waiting: readonly string[];
}
