import { redactText } from '../../builtin/audit-log/redaction.ts';
import { createScan } from '../../builtin/secrets/scan.ts';
import { redact } from '../../builtin/secrets/texts.ts';

/** The kinds that need nothing more to be loaded. */
const scan = createScan({ preset: () => [], allow: [], ignore: [], values: [] });

/** The beginning of a text that is kept, without what looks like a secret. */
export function keptText(text: string, maxLength: number): string {
  // What is redacted must be whole, and a text of any length must not take long.
  const beginning = text.slice(0, 2 * maxLength);
  const found = scan(beginning);
  if (found === null) return '[redacted]';
  return redactText(redact(beginning, found), { names: null, texts: [] }).slice(0, maxLength);
}
