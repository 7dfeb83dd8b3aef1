import { isDeepStrictEqual } from 'node:util';
import type { Outcome } from '../../engine/outcome.ts';
import { differences } from '../differences.ts';
import type { Expectation } from './test-file.ts';

/** What an outcome has that a test did not expect, one line each; none when all is as expected. */
export function disappointments(expected: Expectation, outcome: Outcome): readonly string[] {
  return [
    ...plain('decision', expected.decision, outcome.decision),
    ...textual('reason', expected.reason, outcome.reason),
    ...plain('decidedBy', expected.decidedBy, outcome.decidedBy),
    ...('value' in expected ? differences(expected.value, outcome.value, 'value').map(asDifference) : []),
    ...plain('modified', expected.modified, outcome.modified),
    ...plain('suppressed', expected.suppressed, outcome.suppressed),
    ...plain('resume', expected.resume, outcome.resume),
    ...plain('halted', expected.halted, outcome.halted),
    ...textual('haltReason', expected.haltReason, outcome.haltReason),
    ...injected(expected.injections, outcome),
    ...noticed(expected.notices, outcome),
    ...ran(expected, outcome),
  ];
}

function plain(name: string, expected: unknown, found: unknown): readonly string[] {
  if (expected === undefined || isDeepStrictEqual(expected, found)) return [];
  return [mismatch(name, expected, found)];
}

function mismatch(name: string, expected: unknown, found: unknown): string {
  return `${name}: expected ${JSON.stringify(expected)}, got ${JSON.stringify(found)}`;
}

function asDifference(line: string): string {
  return line.replace(' → ', ' expected, got ');
}

function textual(name: string, expected: string | null | undefined, found: string | null): readonly string[] {
  if (expected === undefined) return [];
  const isAsExpected = expected === null ? found === null : found !== null && fits(expected, found);
  return isAsExpected ? [] : [mismatch(name, expected, found)];
}

/** Text is looked for in what was found; between slashes it is a regular expression. */
function fits(expected: string, found: string): boolean {
  const [, expression, flags] = /^\/(.+)\/([imsu]*)$/s.exec(expected) ?? [];
  return expression === undefined ? found.includes(expected) : new RegExp(expression, flags).test(found);
}

function injected(expected: Expectation['injections'], { injections }: Outcome): readonly string[] {
  if (expected === undefined) return [];
  const isAsExpected =
    expected.length === injections.length &&
    expected.every((wanted, index) => {
      const found = injections[index];
      if (found === undefined) return false;
      if (typeof wanted === 'string') return fits(wanted, found.content);
      const { content, into = found.into, hook = found.hook } = wanted;
      return fits(content, found.content) && into === found.into && hook === found.hook;
    });
  return isAsExpected ? [] : [mismatch('injections', expected, injections)];
}

function noticed(expected: readonly string[] | undefined, { notices }: Outcome): readonly string[] {
  if (expected === undefined) return [];
  const messages = notices.map(({ message }) => message);
  const isAsExpected =
    expected.length === messages.length &&
    expected.every((wanted, index) => fits(wanted, messages[index] ?? ''));
  return isAsExpected ? [] : [mismatch('notices', expected, messages)];
}

function ran({ ran: wanted, notRan, failed = [] }: Expectation, { runs }: Outcome): readonly string[] {
  const names = [...new Set(runs.filter(({ status }) => status !== 'skipped').map(({ hook }) => hook))];
  const failures = runs.filter(({ status }) => status === 'failed');
  const unwanted = [notRan ?? []].flat().filter((name) => names.includes(name));
  const surprising = failures.filter(({ hook }) => ![failed].flat().includes(hook));
  const sound = [failed].flat().filter((name) => !failures.some(({ hook }) => hook === name));
  return [
    ...(wanted === undefined ? [] : plain('ran', [wanted].flat(), names)),
    ...unwanted.map((name) => `notRan: "${name}" ran`),
    ...surprising.map(({ hook, failure, error }) => `"${hook}" failed (${failure}): ${error}`),
    ...sound.map((name) => `failed: "${name}" did not fail`),
  ];
}
