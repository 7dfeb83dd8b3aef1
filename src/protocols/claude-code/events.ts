import type { EffectType } from '../../engine/outcome/effects.ts';
import { lookUp } from '../../engine/values/look-up.ts';

/** The fields of `hookSpecificOutput` by which an event decides or changes something, beside `additionalContext`. */
export type DecidingField =
  | 'permissionDecision'
  | 'decision'
  | 'retry'
  | 'action'
  | 'content'
  | 'displayContent'
  | 'worktreePath';

/** How the product reads what hooks answer at one of its events. */
export interface ClaudeEvent {
  /** What it honours there. */
  readonly rights: readonly EffectType[];
  readonly decidesBy?: readonly DecidingField[];
  /** What exit code 2 does where it does not block: only the person hears of it, nobody does, or the whole answer is void. */
  readonly exitTwo?: 'person' | 'nobody' | 'void';
  /** Every exit code but 0 refuses. */
  readonly everyExit?: true;
  /** Top-level fields that it drops. */
  readonly drops?: readonly ('continue' | 'systemMessage')[];
  /** What plain output is; elsewhere it is ignored. */
  readonly text?: 'context' | 'path';
}

const all = ['continue', 'systemMessage'] as const;

/** Every event of Claude Code, including those that only the product itself fires. */
const claudeEvents: Readonly<Record<string, ClaudeEvent>> = {
  PreToolUse: {
    rights: ['allow', 'deny', 'ask', 'modify', 'inject', 'halt'],
    decidesBy: ['permissionDecision'],
  },
  PostToolUse: { rights: ['modify', 'inject', 'halt'] },
  PostToolUseFailure: { rights: ['inject', 'halt'] },
  PostToolBatch: { rights: ['inject', 'halt'] },
  Notification: { rights: ['inject'], exitTwo: 'nobody', drops: all },
  UserPromptSubmit: { rights: ['deny', 'inject', 'halt'], text: 'context' },
  UserPromptExpansion: { rights: ['deny', 'inject', 'halt'], text: 'context' },
  SessionStart: { rights: ['inject'], exitTwo: 'person', text: 'context' },
  SessionEnd: { rights: [], exitTwo: 'person', drops: all },
  Stop: { rights: ['resume', 'inject', 'halt'] },
  StopFailure: { rights: [], exitTwo: 'nobody', drops: all },
  SubagentStart: { rights: ['inject'], exitTwo: 'person' },
  SubagentStop: { rights: ['resume', 'inject', 'halt'] },
  PreCompact: { rights: ['deny'], drops: all },
  PostCompact: { rights: [], exitTwo: 'person', drops: all },
  PreModelSwitch: { rights: ['allow', 'deny', 'ask'], decidesBy: ['permissionDecision'] },
  PostModelSwitch: { rights: ['inject'], exitTwo: 'person' },
  PermissionRequest: {
    rights: ['allow', 'deny', 'modify', 'halt'],
    decidesBy: ['decision'],
    exitTwo: 'nobody',
  },
  PermissionDenied: { rights: ['resume'], decidesBy: ['retry'], exitTwo: 'nobody' },
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
  WorktreeRemove: { rights: [], exitTwo: 'nobody', drops: all },
  InstructionsLoaded: { rights: [], exitTwo: 'nobody', drops: all },
  CwdChanged: { rights: [], exitTwo: 'person', drops: ['continue'] },
  FileChanged: { rights: [], exitTwo: 'person', drops: ['continue'] },
  DirectoryAdded: { rights: [], exitTwo: 'nobody', drops: ['continue'] },
  MessageDisplay: { rights: ['modify'], decidesBy: ['displayContent'], exitTwo: 'void', drops: all },
};

export const claudeEventNames: readonly string[] = Object.keys(claudeEvents);

/** The event of that name, or null for a point that the product does not have. */
export function claudeEvent(name: string): ClaudeEvent | null {
  return lookUp(claudeEvents, name) ?? null;
}
