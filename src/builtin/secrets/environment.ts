import { compileWildcard } from '../../bounds/wildcard.ts';
import { isOrdinaryPassword } from './placeholder.ts';

const minLength = 8;
const maxLength = 8192;

export function secretValues(
  names: readonly string[],
  environment: Readonly<Record<string, string | undefined>>,
): readonly string[] {
  const matchers = names.map((name) => compileWildcard(name.toUpperCase()));
  const values = Object.entries(environment).flatMap(([name, value]) => {
    const isNamed = matchers.some((matches) => matches(name.toUpperCase()));
    return isNamed && value !== undefined && isSecretValue(value) ? [value.trim()] : [];
  });
  return [
    ...new Set(
      values.flatMap((value) => [value, encodeURIComponent(value), JSON.stringify(value).slice(1, -1)]),
    ),
  ];
}

/** Long enough, and no word, number, path or address: those are in texts for other reasons. */
function isSecretValue(value: string): boolean {
  const text = value.trim();
  if (text.length < minLength || text.length > maxLength || isOrdinaryPassword(text)) return false;
  if (/^(?:[/~.]|[A-Za-z]:[\\/]|https?:\/\/[^@]*$)/.test(text)) return false;
  if (/^[\d.,:-]+$/.test(text)) return text.length >= 16;
  return !/^[A-Za-z]+(?:[ _-][A-Za-z]+)*$/.test(text.slice(0, 100)) || text.length >= 24;
}
