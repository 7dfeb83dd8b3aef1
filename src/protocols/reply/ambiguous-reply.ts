import { ask, deny, type Effect, effectTypes, halt, resume, suppress } from '../../engine/outcome/effects.ts';
import { decisionKeys } from '../../engine/outcome/reply.ts';
import type { FieldReader } from './reply-reader.ts';

/** Fields that explain a decision. By themselves they decide nothing. */
const explanations = ['reason', 'stopReason'] as const;

/** Fields of an event that no reply has. */
const eventFields = [
  'hook_event_name',
  'session_id',
  'tool_name',
  'tool_input',
  'transcript_path',
  'cwd',
] as const;

/**
 * What a reply on any wire must not leave open: an effect and a decision in one object, a reason for a decision that is
 * not there, the event instead of an answer.
 */
export function checkAmbiguity(fields: FieldReader): void {
  readStrayEffect(fields);
  const { reader } = fields;
  if (reader.effects.some(says) || decisionKeys.some((name) => isSaid(fields, name))) return;
  const lone = explanations.find((name) => isSaid(fields, name));
  if (lone !== undefined) {
    reader.doubt(`answered ${fields.nameOf(lone)} without a decision that it could explain`);
  } else if (isEvent(fields)) {
    reader.doubt('answered the event that it was given, which decides nothing');
  }
}

function isSaid(fields: FieldReader, name: string): boolean {
  return fields.value(name) !== undefined;
}

function says({ type }: Effect): boolean {
  return type !== 'notify';
}

function isEvent(fields: FieldReader): boolean {
  return eventFields.filter((name) => isSaid(fields, name)).length > 1;
}

const restraints = { deny, ask, resume, halt, suppress } as const;

/** The type of an effect among the fields of a reply: nobody can say which of the two is meant. */
function readStrayEffect(fields: FieldReader): void {
  const type = fields.value('type');
  if (typeof type !== 'string' || !Object.hasOwn(effectTypes, type)) return;
  fields.reader.unclear(`answered an effect of type "${type}" and the fields of a reply in one object`);
  const reason = fields.value('reason');
  const restraint = Object.hasOwn(restraints, type) ? restraints[type as keyof typeof restraints] : undefined;
  if (restraint !== undefined) fields.reader.add(restraint(typeof reason === 'string' ? reason : undefined));
}
