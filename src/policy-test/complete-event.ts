import type { PointReference } from '../engine/points/point.ts';
import type { Point } from '../engine/points/point-types.ts';
import { canonicalTool, isToolNamed } from '../engine/points/tool-names.ts';
import { HooklineError } from '../engine/values/errors.ts';
import { describe } from '../engine/values/text.ts';
import { fromClaudeInput } from '../protocols/claude-code/input.ts';

export type Event = Record<string, unknown>;

export function completeEvent(
  { point, matcher }: PointReference,
  given: Readonly<Event>,
  otherwise: string,
): Event {
  const { matches, subject } = point;
  const event: Event = { ...fromClaudeInput(point.name, given) };
  if (matcher !== undefined) {
    if (matches === null)
      throw new HooklineError(
        'input-invalid',
        `${point.name} matches nothing, so ":${matcher}" means nothing`,
      );
    event[matches] ??= matcher;
    if (!isMeant(matches, event[matches], matcher)) {
      const said = `${point.name}:${matcher} means the ${matches} "${matcher}"`;
      throw new HooklineError('input-invalid', `${said}, and the event says ${describe(event[matches])}`);
    }
  }
  for (const field of [matches, subject]) {
    if (field === null || event[field] !== undefined || point.fields.includes(`${field}?`)) continue;
    throw new HooklineError(
      'input-invalid',
      `${point.name} needs "${field}", and ${otherwise}: ${example(point)}`,
    );
  }
  if (matches !== null && typeof event[matches] !== 'string') {
    throw new HooklineError(
      'input-invalid',
      `"${matches}" of ${point.name} is text, not ${describe(event[matches])}`,
    );
  }
  if (matches === 'tool_name') event[matches] = canonicalTool(String(event[matches]));
  if (point.fields.includes('tool_use_id')) event['tool_use_id'] ??= 'toolu_fire';
  return event;
}

function isMeant(field: string, value: unknown, matcher: string): boolean {
  if (value === matcher || field !== 'tool_name') return value === matcher;
  return typeof value === 'string' && isToolNamed(canonicalTool(value), matcher);
}

function example(point: Point): string {
  const fields = [point.matches, point.subject].filter((field) => field !== null);
  const event = Object.fromEntries(
    fields.map((field) => [
      field,
      field === 'tool_input' ? { command: 'ls' } : field === 'tool_name' ? 'Bash' : '…',
    ]),
  );
  const isTool = point.subject === 'tool_input';
  return isTool
    ? `try hookline fire ${point.name} --tool Bash --arg command=ls`
    : `try echo '${JSON.stringify(event)}' | hookline fire ${point.name}`;
}
