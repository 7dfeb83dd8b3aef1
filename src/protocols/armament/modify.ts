import { modify } from '../../engine/outcome/effects.ts';
import { didYouMean } from '../../engine/values/suggest.ts';
import type { FieldReader } from '../reply/reply-reader.ts';
import { armamentSubject, withArgs } from './fields.ts';

/** Reads `modify: { field: value }`: only the field that is the point's subject can be replaced. */
export function readModify(fields: FieldReader): void {
  const changes = fields.object('modify');
  if (changes === undefined) return;
  const { reader } = fields;
  const { point, input } = reader.call;
  const subject = armamentSubject(point);
  const accepted = [subject, point.subject].filter((name) => name !== null);
  for (const name of changes.names) {
    if (!accepted.includes(name)) {
      const what =
        subject === null ? 'nothing can be modified here' : `only "${subject}" can be modified here`;
      reader.doubt(`modify of "${name}" was dropped: ${what}${didYouMean(name, accepted)}`);
      continue;
    }
    const value = changes.json(name);
    if (value !== undefined)
      reader.add(modify(name === 'args' ? withArgs(input['tool_input'], value) : value));
  }
}
