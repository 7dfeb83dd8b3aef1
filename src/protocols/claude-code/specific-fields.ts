import { allow, deny, inject, modify, resume } from '../../engine/outcome/effects.ts';
import { words } from '../../engine/values/text.ts';
import { checkUnknownFields } from '../reply/deciding-fields.ts';
import type { FieldReader } from '../reply/reply-reader.ts';
import {
  type Rewrite,
  readPermissionBehavior,
  readPermissionDecision,
  readRewrites,
} from '../reply/sdk-reply.ts';
import { claudeEvent, type DecidingField } from './events.ts';

const stopPoints: readonly string[] = ['Stop', 'SubagentStop'];

const readers: Readonly<Record<DecidingField, (specific: FieldReader, reason: string | undefined) => void>> =
  {
    permissionDecision: readPermissionDecision,
    decision: readPermissionBehavior,
    retry: (specific) => {
      if (specific.flag('retry') === true) specific.reader.add(resume());
    },
    action: (specific, reason) => {
      const action = specific.decision('action', ['accept', 'decline', 'cancel'], reason);
      if (action !== undefined) specific.reader.add(action === 'accept' ? allow(reason) : deny(reason));
    },
    content: (specific) => {
      const content = specific.jsonObject('content');
      if (content !== undefined) specific.reader.add(modify(content));
    },
    displayContent: readText('displayContent'),
    worktreePath: readText('worktreePath'),
  };

function readText(name: DecidingField): (specific: FieldReader) => void {
  return (specific) => {
    const text = specific.text(name);
    if (text !== undefined) specific.reader.add(modify(text));
  };
}

export function readSpecificFields(specific: FieldReader, reason: string | undefined): void {
  const { reader } = specific;
  const event = reader.call.point.name;
  const names = decidingFieldsAt(event);
  for (const name of names) readers[name](specific, reason);
  readRewrites(specific, rewritesFor(specific));
  if (reader.call.context.guard === true) checkUnknownFields(specific, knownFields(names));
  const context = specific.text('additionalContext') ?? '';
  if (context === '') return;
  reader.add(inject(context));
  // At the end of a turn, context alone makes the conversation go on.
  if (stopPoints.includes(event)) reader.add(resume());
}

/** Points unknown to Claude Code decide as tool calls do. */
function decidingFieldsAt(event: string): readonly DecidingField[] {
  const row = claudeEvent(event);
  return row === null ? ['permissionDecision'] : (row.decidesBy ?? []);
}

function knownFields(names: readonly DecidingField[]): readonly string[] {
  const reasons = names.includes('permissionDecision') ? ['permissionDecisionReason'] : [];
  return [...commonFields, ...names, ...reasons];
}

/** A guard may use these everywhere. A field of another event may have been meant to block. */
const commonFields = words(`
  hookEventName additionalContext updatedInput updatedToolOutput updatedMCPToolOutput
`);

/** The older field only counts for MCP tools, and yields to the newer one. */
function rewritesFor(specific: FieldReader): readonly Rewrite[] {
  const { point, input } = specific.reader.call;
  if (specific.value('updatedMCPToolOutput') === undefined || point.name !== 'PostToolUse') {
    return ['updatedInput', 'updatedToolOutput'];
  }
  if (String(input['tool_name']).startsWith('mcp__')) {
    return ['updatedInput', 'updatedMCPToolOutput', 'updatedToolOutput'];
  }
  specific.reader.doubt('updatedMCPToolOutput was dropped: it is for the tools of MCP servers');
  return ['updatedInput', 'updatedToolOutput'];
}
