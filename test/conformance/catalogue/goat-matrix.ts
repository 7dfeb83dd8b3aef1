import type { AgentSdkEvent } from '../../../src/protocols/agent-sdk/types.ts';
import type { Line } from '../line.ts';

/** Seed 002: every cell of the matrix of capabilities. */
export const goatMatrix: readonly Line[] = [
  {
    id: '002.matrix.PreToolUse.deny',
    section: 'Hook Capabilities Matrix',
    text: 'PreToolUse × Deny Tool: ✓',
  },
  {
    id: '002.matrix.PreToolUse.suppress',
    section: 'Hook Capabilities Matrix',
    text: 'PreToolUse × Suppress Output: not ticked',
  },
  {
    id: '002.matrix.PreToolUse.context',
    section: 'Hook Capabilities Matrix',
    text: 'PreToolUse × Context Inject: ✓',
  },
  {
    id: '002.matrix.PreToolUse.modify',
    section: 'Hook Capabilities Matrix',
    text: 'PreToolUse × Input Modify: ✓',
  },
  {
    id: '002.matrix.PreToolUse.continue',
    section: 'Hook Capabilities Matrix',
    text: 'PreToolUse × Continue Override: not ticked',
  },
  {
    id: '002.matrix.PostToolUse.deny',
    section: 'Hook Capabilities Matrix',
    text: 'PostToolUse × Deny Tool: not ticked',
  },
  {
    id: '002.matrix.PostToolUse.suppress',
    section: 'Hook Capabilities Matrix',
    text: 'PostToolUse × Suppress Output: ✓',
  },
  {
    id: '002.matrix.PostToolUse.context',
    section: 'Hook Capabilities Matrix',
    text: 'PostToolUse × Context Inject: ✓',
  },
  {
    id: '002.matrix.PostToolUse.modify',
    section: 'Hook Capabilities Matrix',
    text: 'PostToolUse × Input Modify: not ticked',
  },
  {
    id: '002.matrix.PostToolUse.continue',
    section: 'Hook Capabilities Matrix',
    text: 'PostToolUse × Continue Override: not ticked',
  },
  {
    id: '002.matrix.PostToolUseFailure.deny',
    section: 'Hook Capabilities Matrix',
    text: 'PostToolUseFailure × Deny Tool: not ticked',
  },
  {
    id: '002.matrix.PostToolUseFailure.suppress',
    section: 'Hook Capabilities Matrix',
    text: 'PostToolUseFailure × Suppress Output: not ticked',
  },
  {
    id: '002.matrix.PostToolUseFailure.context',
    section: 'Hook Capabilities Matrix',
    text: 'PostToolUseFailure × Context Inject: ✓',
  },
  {
    id: '002.matrix.PostToolUseFailure.modify',
    section: 'Hook Capabilities Matrix',
    text: 'PostToolUseFailure × Input Modify: not ticked',
  },
  {
    id: '002.matrix.PostToolUseFailure.continue',
    section: 'Hook Capabilities Matrix',
    text: 'PostToolUseFailure × Continue Override: not ticked',
  },
  { id: '002.matrix.Stop.deny', section: 'Hook Capabilities Matrix', text: 'Stop × Deny Tool: not ticked' },
  {
    id: '002.matrix.Stop.suppress',
    section: 'Hook Capabilities Matrix',
    text: 'Stop × Suppress Output: not ticked',
  },
  { id: '002.matrix.Stop.context', section: 'Hook Capabilities Matrix', text: 'Stop × Context Inject: ✓' },
  {
    id: '002.matrix.Stop.modify',
    section: 'Hook Capabilities Matrix',
    text: 'Stop × Input Modify: not ticked',
  },
  {
    id: '002.matrix.Stop.continue',
    section: 'Hook Capabilities Matrix',
    text: 'Stop × Continue Override: ✓',
  },
  {
    id: '002.matrix.PermissionRequest.deny',
    section: 'Hook Capabilities Matrix',
    text: 'PermissionRequest × Deny Tool: ✓',
  },
  {
    id: '002.matrix.PermissionRequest.suppress',
    section: 'Hook Capabilities Matrix',
    text: 'PermissionRequest × Suppress Output: not ticked',
  },
  {
    id: '002.matrix.PermissionRequest.context',
    section: 'Hook Capabilities Matrix',
    text: 'PermissionRequest × Context Inject: not ticked',
  },
  {
    id: '002.matrix.PermissionRequest.modify',
    section: 'Hook Capabilities Matrix',
    text: 'PermissionRequest × Input Modify: not ticked',
  },
  {
    id: '002.matrix.PermissionRequest.continue',
    section: 'Hook Capabilities Matrix',
    text: 'PermissionRequest × Continue Override: ✓',
  },
  {
    id: '002.matrix.SessionStart.deny',
    section: 'Hook Capabilities Matrix',
    text: 'SessionStart × Deny Tool: not ticked',
  },
  {
    id: '002.matrix.SessionStart.suppress',
    section: 'Hook Capabilities Matrix',
    text: 'SessionStart × Suppress Output: not ticked',
  },
  {
    id: '002.matrix.SessionStart.context',
    section: 'Hook Capabilities Matrix',
    text: 'SessionStart × Context Inject: ✓',
  },
  {
    id: '002.matrix.SessionStart.modify',
    section: 'Hook Capabilities Matrix',
    text: 'SessionStart × Input Modify: not ticked',
  },
  {
    id: '002.matrix.SessionStart.continue',
    section: 'Hook Capabilities Matrix',
    text: 'SessionStart × Continue Override: not ticked',
  },
  {
    id: '002.matrix.SessionEnd.deny',
    section: 'Hook Capabilities Matrix',
    text: 'SessionEnd × Deny Tool: not ticked',
  },
  {
    id: '002.matrix.SessionEnd.suppress',
    section: 'Hook Capabilities Matrix',
    text: 'SessionEnd × Suppress Output: not ticked',
  },
  {
    id: '002.matrix.SessionEnd.context',
    section: 'Hook Capabilities Matrix',
    text: 'SessionEnd × Context Inject: not ticked',
  },
  {
    id: '002.matrix.SessionEnd.modify',
    section: 'Hook Capabilities Matrix',
    text: 'SessionEnd × Input Modify: not ticked',
  },
  {
    id: '002.matrix.SessionEnd.continue',
    section: 'Hook Capabilities Matrix',
    text: 'SessionEnd × Continue Override: not ticked',
  },
  {
    id: '002.matrix.Others.deny',
    section: 'Hook Capabilities Matrix',
    text: 'Others × Deny Tool: not ticked',
  },
  {
    id: '002.matrix.Others.suppress',
    section: 'Hook Capabilities Matrix',
    text: 'Others × Suppress Output: not ticked',
  },
  {
    id: '002.matrix.Others.context',
    section: 'Hook Capabilities Matrix',
    text: 'Others × Context Inject: ✓',
  },
  {
    id: '002.matrix.Others.modify',
    section: 'Hook Capabilities Matrix',
    text: 'Others × Input Modify: not ticked',
  },
  {
    id: '002.matrix.Others.continue',
    section: 'Hook Capabilities Matrix',
    text: 'Others × Continue Override: not ticked',
  },
  {
    id: '002.matrix.PermissionRequest.interrupt',
    section: 'Hook Capabilities Matrix',
    text: 'PermissionRequest Continue=false triggers Interrupt (stops entire loop)',
  },
];

/** The events that the matrix does not name. */
export const others = [
  'UserPromptSubmit',
  'Setup',
  'SubagentStart',
  'SubagentStop',
  'PreCompact',
  'Notification',
  'TeammateIdle',
  'TaskCompleted',
] as const;

/** Those of them that can be refused all the same. */
export const refusing: readonly AgentSdkEvent[] = ['UserPromptSubmit', 'TaskCompleted'];
