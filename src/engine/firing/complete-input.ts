import type { Plan } from '../hooks/plan.ts';
import type { BaseFields } from '../points/inputs.ts';
import { HooklineError } from '../values/errors.ts';
import { freezeCopy } from '../values/json.ts';
import type { Fields } from '../values/shapes.ts';
import { messageOf } from '../values/text.ts';

/** The input with the base fields and the canonical name of its point; a frozen copy where the plan says so. */
export function completeInput(base: () => BaseFields, plan: Plan, input: Fields): Fields {
  const { name } = plan.point;
  const full = isComplete(input, name) ? input : fillIn(base(), name, input);
  if (!plan.isFrozen) return full;
  try {
    return freezeCopy(full) as Fields;
  } catch (problem) {
    throw new HooklineError(
      'input-invalid',
      `the input of ${name} must be plain data: ${messageOf(problem)}`,
    );
  }
}

function isComplete(input: Fields, name: string): boolean {
  return (
    input['hook_event_name'] === name &&
    input['session_id'] !== undefined &&
    input['transcript_path'] !== undefined &&
    input['cwd'] !== undefined
  );
}

/** Field by field, because on Node 20 an object that begins as a spread takes microseconds to grow. */
function fillIn(base: BaseFields, name: string, input: Fields): Fields {
  const full: Record<string, unknown> = {
    session_id: base.session_id,
    transcript_path: base.transcript_path,
    cwd: base.cwd,
    hook_event_name: name,
  };
  if (base.permission_mode !== undefined) full['permission_mode'] = base.permission_mode;
  if (base.orchestrator_id !== undefined) full['orchestrator_id'] = base.orchestrator_id;
  // Assigning `__proto__` would give the event another prototype.
  for (const field in input) if (field !== '__proto__') full[field] = input[field];
  full['hook_event_name'] = name;
  return full;
}
