/** Who acts: the session's own agent, or a subagent, or a teammate. */
export interface AgentIdentity {
  /** The id of the agent's own hooks. */
  readonly id: string;
  /** The type of a subagent as its definition names it; null for the session's own agent. */
  readonly type: string | null;
}
