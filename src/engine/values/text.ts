import { cutEnd } from './cut-text.ts';
import { ignoreRejection } from './shapes.ts';

/** A short picture of any value for a message. Never throws. */
export function describe(value: unknown): string {
  try {
    ignoreRejection(value);
    if (typeof value === 'string') return JSON.stringify(cutEnd(value, 60));
    if (typeof value === 'function') return 'a function';
    if (Array.isArray(value)) return 'a list';
    if (typeof value === 'object' && value !== null)
      return `{ ${Object.keys(value).slice(0, 5).join(', ')} }`;
    return String(value);
  } catch {
    return 'something that cannot be shown';
  }
}

export function messageOf(problem: unknown): string {
  try {
    ignoreRejection(problem);
    return problem instanceof Error ? String(problem.message || problem.name) : String(problem);
  } catch {
    return 'threw something that cannot be shown';
  }
}

export function escapeRegExp(text: string): string {
  return text.replaceAll(/[.*+?^${}()|[\]\\]/g, '\\$&');
}

export function textOf(value: unknown): string {
  return typeof value === 'string' ? value : '';
}

export function words(text: string): readonly string[] {
  return text.trim().split(/\s+/);
}
