import { resolve } from 'node:path';
import { z } from 'zod';
import type { HookContext } from '../../engine/hooks/hook-context.ts';
import type { Outcome } from '../../engine/outcome/outcome.ts';
import type { Fields } from '../../engine/values/shapes.ts';
import { escapeRegExp } from '../../engine/values/text.ts';
import { LineLog } from '../../files/line-log.ts';
import type { HookFunction } from '../../handlers/handler.ts';
import { agentOf } from '../agent-states.ts';
import { type BuiltinSetting, builtinFunction, defineBuiltin } from '../builtin.ts';
import { filled, readOptions } from '../builtin-options.ts';
import { once } from '../once.ts';
import { type AuditShape, auditValue } from './value.ts';

function isExpression(source: string): boolean {
  try {
    return compileText(source) !== null;
  } catch {
    return false;
  }
}

const options = once(() =>
  z.strictObject({
    file: filled().describe('The log file. Every event appends a line.'),
    omit: z
      .array(filled())
      .default(['transcript_path'])
      .describe('Fields to leave out, at any depth. Default: transcript_path.'),
    redactNames: z
      .array(filled())
      .default([])
      .describe(
        'More fields to redact, by a part of their name. Fields named like secrets are always redacted.',
      ),
    redactTexts: z
      .array(filled().refine(isExpression, "isn't a regular expression"))
      .default([])
      .describe(
        'More texts to redact, as regular expressions. Texts that look like well-known keys are always redacted.',
      ),
    maxBytes: z.int().min(16).default(4096).describe('Maximum number of bytes of each text. Default: 4096.'),
    rotateBytes: z
      .int()
      .min(1024)
      .default(10 * 1024 * 1024)
      .describe('At this size the file is put aside, with the time added to its name. Default: 10 MiB.'),
    keep: z.int().min(0).default(10).describe('How many of the files put aside to keep. Default: 10.'),
  }),
);

export interface AuditLogOptions {
  readonly file: string;
  readonly omit?: readonly string[] | undefined;
  readonly redactNames?: readonly string[] | undefined;
  readonly redactTexts?: readonly string[] | undefined;
  readonly maxBytes?: number | undefined;
  readonly rotateBytes?: number | undefined;
  readonly keep?: number | undefined;
}

export const auditLogRow = defineBuiltin({
  name: 'audit-log',
  summary: 'Appends a line to a file for every event: what happened and what was decided.',
  points: 'any',
  options,
  create,
});

/** Register it as an observer, so it sees the decision: `hooks.on(point, { mode: 'observe' }, auditLog({ file }))`. */
export function auditLog(given: AuditLogOptions): HookFunction {
  return create(readOptions(auditLogRow, given), { directory: process.cwd() });
}

const maxLineLength = 1024 * 1024;

function create(read: z.output<ReturnType<typeof options>>, { directory }: BuiltinSetting): HookFunction {
  const log = new LineLog(resolve(directory, read.file), read.rotateBytes, read.keep);
  const shape: AuditShape = {
    omit: new Set(read.omit),
    maxBytes: read.maxBytes,
    names:
      read.redactNames.length === 0 ? null : new RegExp(read.redactNames.map(escapeRegExp).join('|'), 'i'),
    texts: read.redactTexts.map((source) => compileText(source)),
  };
  return builtinFunction(auditLogRow, async (input, context) => {
    const head = headOf(input, context);
    const line = JSON.stringify({
      ...head,
      input: auditValue(input, shape),
      outcome: context.outcome === null ? null : auditValue(summaryOf(context.outcome), shape),
    });
    await log.append(line.length > maxLineLength ? JSON.stringify({ ...head, input: '[too large]' }) : line);
    return undefined;
  });
}

function headOf(input: Fields, context: HookContext): object {
  return {
    time: new Date().toISOString(),
    point: context.point,
    session: typeof input['session_id'] === 'string' ? input['session_id'] : null,
    agent: agentOf(input, context),
    toolUseId: context.toolUseId ?? (typeof input['tool_use_id'] === 'string' ? input['tool_use_id'] : null),
  };
}

function summaryOf(outcome: Outcome): object {
  const { decision, reason, decidedBy, modified, suppressed, resume, halted, haltReason } = outcome;
  return {
    decision,
    reason,
    decidedBy,
    modified,
    ...(modified && { value: outcome.value }),
    suppressed,
    resume,
    halted,
    haltReason,
    injections: outcome.injections,
    notices: outcome.notices,
    runs: outcome.runs.map(({ hook, status, failure, error, durationMs }) => ({
      hook,
      status,
      failure,
      error,
      durationMs,
    })),
  };
}

function compileText(source: string): RegExp {
  return new RegExp(source, 'g');
}
