import { cutEndCounted } from '../../engine/values/cut-text.ts';
import { isObject } from '../../engine/values/shapes.ts';
import { visible } from './visible.ts';

/** Claude Code moves longer texts into a file, where a reason would be overlooked. */
const maxLength = 8000;

/** Never empty: Codex ignores a refusal without a reason. */
export function plainReason(text: string, other = 'Stopped by a hook.'): string {
  const plain = visible(text).trim();
  return plain === '' ? other : cutEndCounted(plain, maxLength);
}

/** Codex shows the original output when the new one is blank. */
export function replacingOutput(text: string): string {
  return text.trim() === '' ? '(no output)' : text;
}

/** Agents not written in JavaScript reject half a character as invalid JSON, and ignore the answer. */
export function wholeCharacters(value: unknown): unknown {
  if (typeof value === 'string') return value.replace(/\p{Surrogate}/gu, '\uFFFD');
  if (Array.isArray(value)) return value.map(wholeCharacters);
  if (!isObject(value)) return value;
  return Object.fromEntries(
    Object.entries(value).map(([key, item]) => [String(wholeCharacters(key)), wholeCharacters(item)]),
  );
}

export function isFlatterThan(value: unknown, levels: number): boolean {
  if (typeof value !== 'object' || value === null) return true;
  return levels > 0 && Object.values(value).every((item) => isFlatterThan(item, levels - 1));
}

export interface AgentAnswer {
  readonly stdout: string;
  readonly stderr: string;
  readonly exitCode: number;
}

export interface Saying {
  readonly answer: AgentAnswer;
  readonly waiting: readonly string[];
}
