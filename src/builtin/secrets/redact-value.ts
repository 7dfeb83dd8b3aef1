import { type Fields, isObject } from '../../engine/values/shapes.ts';
import { isSecretField, redactText } from '../audit-log/redaction.ts';
import { secretsOptions } from './options.ts';
import type { Scan } from './scan.ts';
import { loadScan } from './secrets.ts';
import { mapTexts, redact, Texts } from './texts.ts';

const noMore = { names: null, texts: [] };
const hidden = '[redacted]';

/** Loads what redacts every known secret, and what is named like one. It throws where that takes too long. */
export async function loadRedaction(): Promise<(value: unknown) => unknown> {
  const scan = await loadScan(secretsOptions().parse({}));
  return (value) => redactSecrets(value, scan);
}

function redactSecrets(value: unknown, scan: Scan): unknown {
  const named = withoutNamed(value);
  const texts = new Texts();
  texts.addAll(named);
  const found = scan(texts.joined);
  if (found === null) throw new RangeError('too long to be looked through for secrets in time');
  const byText = texts.byText(found);
  // A record is kept: what is only named like a secret is taken out too.
  let isChanged = false;
  const clean = mapTexts(named, (text) => {
    const kept = redactText(redact(text, byText.get(text) ?? []), noMore);
    isChanged ||= kept !== text;
    return kept;
  });
  return isChanged ? clean : named;
}

function withoutNamed(value: unknown, isNamed = false): unknown {
  if (typeof value === 'string') return isNamed && value !== '' ? hidden : value;
  if (Array.isArray(value)) {
    const items = value.map((item, index) =>
      withoutNamed(item, isNamed || isOptionValue(value[index - 1], item)),
    );
    return items.some((item, index) => item !== value[index]) ? items : value;
  }
  if (!isObject(value)) return value;
  let isChanged = false;
  const fields = Object.entries(value).map(([key, field]): [string, unknown] => {
    const clean = withoutNamed(field, isNamed || isSecretField(nameOf(key, value), field, noMore));
    isChanged ||= clean !== field;
    return [key, clean];
  });
  return isChanged ? Object.fromEntries(fields) : value;
}

function nameOf(key: string, { name }: Fields): string {
  return key === 'value' && typeof name === 'string' ? name : key;
}

function isOptionValue(option: unknown, word: unknown): boolean {
  if (typeof option !== 'string' || typeof word !== 'string' || !option.startsWith('-')) return false;
  return !word.startsWith('-') && redactText(`${option} x`, noMore) === `${option} ${hidden}`;
}
