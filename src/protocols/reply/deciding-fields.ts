import { decisionKeys } from '../../engine/outcome/reply.ts';
import { isObject } from '../../engine/values/shapes.ts';
import { nearest } from '../../engine/values/suggest.ts';
import { words } from '../../engine/values/text.ts';
import { blockEffects, isDenial } from './block.ts';
import type { FieldReader } from './reply-reader.ts';

const deciding = [...decisionKeys, 'suppressOutput', 'behavior'] as const;

/** Words that no wire decides by, but that can hardly mean anything else. */
const lookalikes = new Set(
  words(`
  aborted action allow approve approved block blocked denied deny halt isallowed isapproved
  isblocked isdenied permission reject rejected suppress verdict
`),
);

/** A reply without any known field may be a refusal in another shape. */
export function checkUnderstood(fields: FieldReader, known: readonly string[]): void {
  const said = fields.names.filter((name) => fields.value(name) !== undefined);
  const unknown = said.filter((name) => !known.includes(name));
  if (unknown.length === 0 || said.some((name) => name !== 'reason' && known.includes(name))) return;
  const names = unknown.slice(0, 5).map((name) => JSON.stringify(name.slice(0, 60)));
  const more = unknown.length > names.length ? ` and ${unknown.length - names.length} more` : '';
  const expected = deciding.filter((name) => known.includes(name)).join(', ');
  fields.reader.unclear(
    `answered no field that this wire knows, but ${names.join(', ')}${more}; it decides by ${expected}`,
  );
}

export function checkUnknownFields(
  fields: FieldReader,
  known: readonly string[],
  nested: readonly string[] = [],
): void {
  const { reader } = fields;
  const strange: string[] = [];
  for (const name of fields.names) {
    if (known.includes(name) || fields.value(name) === undefined || isEchoed(fields, name)) continue;
    const decider = lookalikes.has(plain(name)) ? 'decision' : nearMiss(name, deciding);
    const inner = sameSpelling(name, nested);
    const problem =
      inner === undefined
        ? `answered ${fields.nameOf(name)}, which this wire does not know`
        : `answered ${fields.nameOf(name)} at the top level instead of ${inner} in hookSpecificOutput`;
    if (decider !== null) {
      const hint = known.includes(decider) && decider !== name ? `, did you mean "${decider}"?` : '';
      reader.unclear(`${problem}${hint}`);
      const reason = fields.value('reason');
      if (isDenial(decider, fields.value(name))) {
        reader.add(...blockEffects(reader.call.point, typeof reason === 'string' ? reason : undefined));
      }
      continue;
    }
    const meant = nearMiss(name, known);
    if (inner !== undefined) reader.invalid(problem);
    else if (meant !== null) reader.invalid(`${problem}, did you mean "${meant}"?`);
    else strange.push(fields.nameOf(name));
  }
  // From a guard without a decision, anything may have been meant as a refusal.
  if (strange.length > 0 && reader.call.context.guard === true && !saysDecision(fields)) {
    reader.unclear(
      `answered ${strange.slice(0, 5).join(', ')}, which this wire does not know, and no decision`,
    );
  }
  checkUnderstood(fields, known);
}

/** A field of the event that comes back unchanged says nothing, even if it sounds like a decision. */
function isEchoed(fields: FieldReader, name: string): boolean {
  const { point, input } = fields.reader.call;
  return point.fields.includes(name) && input[name] === fields.value(name);
}

function saysDecision(fields: FieldReader): boolean {
  const specific = fields.value('hookSpecificOutput');
  const isNested = isObject(specific) && Object.hasOwn(specific, 'permissionDecision');
  const names = ['decision', 'permissionDecision', 'allowed', 'abort'];
  return isNested || names.some((name) => fields.value(name) !== undefined);
}

/** Another case, other separators, or one slip; more only in long names. */
function nearMiss(name: string, candidates: readonly string[]): string | null {
  const same = sameSpelling(name, candidates);
  if (same !== undefined) return same;
  const word = plain(name);
  const slip = word.length < 6 ? undefined : candidates.find((candidate) => isSlip(word, plain(candidate)));
  if (slip !== undefined || word.length < 10) return slip ?? null;
  const best = nearest(word, candidates);
  return best !== null && hasSameFrame(word, plain(best)) ? best : null;
}

function hasSameFrame(left: string, right: string): boolean {
  return (
    Math.abs(left.length - right.length) <= 2 &&
    left.slice(0, 3) === right.slice(0, 3) &&
    left.slice(-2) === right.slice(-2)
  );
}

function isSlip(left: string, right: string): boolean {
  let start = 0;
  while (start < left.length && left[start] === right[start]) start += 1;
  let end = 0;
  const maxEnd = Math.min(left.length, right.length) - start;
  while (end < maxEnd && left[left.length - 1 - end] === right[right.length - 1 - end]) end += 1;
  const [one, other] = [left.slice(start, left.length - end), right.slice(start, right.length - end)];
  return (
    Math.max(one.length, other.length) < 2 || (one.length === 2 && one === [...other].reverse().join(''))
  );
}

function sameSpelling(name: string, candidates: readonly string[]): string | undefined {
  return candidates.find((candidate) => plain(candidate) === plain(name));
}

function plain(name: string): string {
  return name.toLowerCase().replaceAll(/[_-]/g, '');
}
