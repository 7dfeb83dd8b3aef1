import { lookUp } from '../../engine/values/look-up.ts';

/** The ways to run a hook that Claude Code's settings know, and callbacks of its SDK. */
export type ClaudeHandlerType = 'command' | 'http' | 'mcp_tool' | 'prompt' | 'agent' | 'callback';

const defaults: Readonly<Record<ClaudeHandlerType, number>> = {
  command: 600_000,
  http: 600_000,
  mcp_tool: 600_000,
  callback: 600_000,
  prompt: 30_000,
  agent: 60_000,
};

/** Events that wait less long, except for a model. SessionEnd's is one budget for all its hooks together. */
const shorter: Readonly<Record<string, number>> = {
  UserPromptSubmit: 30_000,
  MessageDisplay: 10_000,
  SessionEnd: 1_500,
};

/** Claude Code's default time limit for a hook. */
export function claudeTimeoutMs(point: string, type: ClaudeHandlerType): number {
  const isModel = type === 'prompt' || type === 'agent';
  return (isModel ? undefined : lookUp(shorter, point)) ?? defaults[type];
}

/** The parts that make two handlers of the settings equal. */
export interface ClaudeHandlerIdentity {
  readonly type: string;
  readonly command?: string;
  readonly args?: readonly string[];
  readonly url?: string;
  readonly server?: string;
  readonly tool?: string;
  readonly input?: unknown;
  readonly prompt?: string;
}

/**
 * Handlers with the same key run once per firing, however often they are registered: it is the command with its
 * arguments, or the address, that counts; not the timeout, the matcher or the file that it stands in.
 */
export function claudeHandlerKey(handler: ClaudeHandlerIdentity): string {
  const { type, command, args, url, server, tool, input, prompt } = handler;
  return JSON.stringify([type, command, args, url, server, tool, input, prompt]);
}
