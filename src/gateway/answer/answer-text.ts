import { cutEndCounted } from '../../engine/values/cut-text.ts';
import { isObject } from '../../engine/values/shapes.ts';
import { visible } from './visible.ts';

/** Claude Code puts longer texts into a file, where nobody looks for a reason. */
const maxLength = 8000;

/**
 * A text for people and models about a decision: bounded, without signs that move a cursor or hide text, and never empty,
 * since a refusal without a reason is none for Codex.
 */
export function plainReason(text: string, other = 'Stopped by a hook.'): string {
  const plain = visible(text).trim();
  return plain === '' ? other : cutEndCounted(plain, maxLength);
}

/** An output that takes the place of another one. Codex would show the other one if it were blank. */
export function replacingOutput(text: string): string {
  return text.trim() === '' ? '(no output)' : text;
}

/** Half a character is no JSON for agents that are not written in JavaScript, and an answer that is none counts for nothing. */
export function wholeCharacters(value: unknown): unknown {
  if (typeof value === 'string') return value.replace(/\p{Surrogate}/gu, '\uFFFD');
  if (Array.isArray(value)) return value.map(wholeCharacters);
  if (!isObject(value)) return value;
  return Object.fromEntries(
    Object.entries(value).map(([key, item]) => [String(wholeCharacters(key)), wholeCharacters(item)]),
  );
}

/** Whether a value has no more levels than that. */
export function isFlatterThan(value: unknown, levels: number): boolean {
  if (typeof value !== 'object' || value === null) return true;
  return levels > 0 && Object.values(value).every((item) => isFlatterThan(item, levels - 1));
}
