import type { EffectType } from '../../engine/outcome/effects.ts';
import { lookUp } from '../../engine/values/look-up.ts';

export type DecidingField =
  | 'permissionDecision'
  | 'decision'
  | 'retry'
  | 'action'
  | 'content'
  | 'displayContent'
  | 'worktreePath';

export interface ClaudeEvent {
  readonly rights: readonly EffectType[];
  readonly decidesBy?: readonly DecidingField[];
  /** Exit code 2 where it doesn't block: shown to the person, ignored, or voiding the whole answer. */
  readonly exitTwo?: 'person' | 'ignored' | 'void';
  readonly everyExit?: true;
  readonly drops?: readonly ('continue' | 'systemMessage')[];
  readonly text?: 'context' | 'path';
}

const all = ['continue', 'systemMessage'] as const;

const claudeEvents: Readonly<Record<string, ClaudeEvent>> = {
  PreToolUse: {
    rights: ['allow', 'deny', 'ask', 'modify', 'inject', 'halt'],
    decidesBy: ['permissionDecision'],
  },
  PostToolUse: { rights: ['modify', 'inject', 'halt'] },
  PostToolUseFailure: { rights: ['inject', 'halt'] },
  PostToolBatch: { rights: ['inject', 'halt'] },
  Notification: { rights: ['inject'], exitTwo: 'ignored', drops: all },
  UserPromptSubmit: { rights: ['deny', 'inject', 'halt'], text: 'context' },
  UserPromptExpansion: { rights: ['deny', 'inject', 'halt'], text: 'context' },
  SessionStart: { rights: ['inject'], exitTwo: 'person', text: 'context' },
  SessionEnd: { rights: [], exitTwo: 'person', drops: all },
  Stop: { rights: ['resume', 'inject', 'halt'] },
  StopFailure: { rights: [], exitTwo: 'ignored', drops: all },
  SubagentStart: { rights: ['inject'], exitTwo: 'person' },
  SubagentStop: { rights: ['resume', 'inject', 'halt'] },
  PreCompact: { rights: ['deny'], drops: all },
  PostCompact: { rights: [], exitTwo: 'person', drops: all },
  PreModelSwitch: { rights: ['allow', 'deny', 'ask'], decidesBy: ['permissionDecision'] },
  PostModelSwitch: { rights: ['inject'], exitTwo: 'person' },
  PermissionRequest: {
    rights: ['allow', 'deny', 'modify', 'halt'],
    decidesBy: ['decision'],
    exitTwo: 'ignored',
  },
  PermissionDenied: { rights: ['resume'], decidesBy: ['retry'], exitTwo: 'ignored' },
  Setup: { rights: ['inject'], exitTwo: 'person' },
  TeammateIdle: { rights: ['resume'] },
  TaskCreated: { rights: ['deny'], drops: ['continue'] },
  TaskCompleted: { rights: ['deny'] },
  Elicitation: { rights: ['allow', 'deny', 'modify'], decidesBy: ['action', 'content'], drops: all },
  ElicitationResult: { rights: ['allow', 'deny', 'modify'], decidesBy: ['action', 'content'], drops: all },
  ConfigChange: { rights: ['deny'], drops: all },
  WorktreeCreate: {
    rights: ['deny', 'modify'],
    decidesBy: ['worktreePath'],
    everyExit: true,
    drops: all,
    text: 'path',
  },
  WorktreeRemove: { rights: [], exitTwo: 'ignored', drops: all },
  InstructionsLoaded: { rights: [], exitTwo: 'ignored', drops: all },
  CwdChanged: { rights: [], exitTwo: 'person', drops: ['continue'] },
  FileChanged: { rights: [], exitTwo: 'person', drops: ['continue'] },
  DirectoryAdded: { rights: [], exitTwo: 'ignored', drops: ['continue'] },
  MessageDisplay: { rights: ['modify'], decidesBy: ['displayContent'], exitTwo: 'void', drops: all },
};

export const claudeEventNames: readonly string[] = Object.keys(claudeEvents);

export function claudeEvent(name: string): ClaudeEvent | null {
  return lookUp(claudeEvents, name) ?? null;
}

type ClaudeHandlerType = 'command' | 'http' | 'mcp_tool' | 'prompt' | 'agent' | 'callback';

const modelDefaults: Readonly<Record<string, number>> = { prompt: 30_000, agent: 60_000 };

const shorter: Readonly<Record<string, number>> = {
  UserPromptSubmit: 30_000,
  MessageDisplay: 10_000,
  SessionEnd: 1_500,
};

export function claudeTimeoutMs(point: string, type: ClaudeHandlerType): number {
  return lookUp(modelDefaults, type) ?? lookUp(shorter, point) ?? 600_000;
}

interface ClaudeHandlerIdentity {
  readonly type: string;
  readonly command?: string;
  readonly args?: readonly string[];
  readonly url?: string;
  readonly server?: string;
  readonly tool?: string;
  readonly input?: unknown;
  readonly prompt?: string;
}

export function claudeHandlerKey(handler: ClaudeHandlerIdentity): string {
  const { type, command, args, url, server, tool, input, prompt } = handler;
  return JSON.stringify([type, command, args, url, server, tool, input, prompt]);
}
