import { isDeepStrictEqual } from 'node:util';
import { testExpression } from '../bounds/expression.ts';
import type { NamedDeclaration } from '../config/load/declaration.ts';
import type { Outcome } from '../engine/outcome/outcome.ts';
import { pointNamed } from '../engine/points/point.ts';
import { didYouMean } from '../engine/values/suggest.ts';
import { differences } from './differences.ts';
import { type Expectation, readExpression } from './test-schema.ts';

export function disappointments(expected: Expectation, outcome: Outcome): readonly string[] {
  return [
    ...plain('decision', expected.decision, outcome.decision),
    ...textual('reason', expected.reason, outcome.reason),
    ...plain('decidedBy', expected.decidedBy, outcome.decidedBy),
    ...('value' in expected
      ? differences(expected.value, outcome.value, 'value', {
          arrow: ' expected, got ',
          added: 'not expected',
          removed: 'missing',
        })
      : []),
    ...rewritten('updated_input', ['tool_input'], expected, outcome),
    ...rewritten('updated_output', ['tool_response', 'error'], expected, outcome),
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

export function unknownHooks(
  { decidedBy, ran: wanted, notRan, failed, injections }: Expectation,
  declarations: readonly NamedDeclaration[],
): readonly string[] {
  const known = new Set(declarations.map(({ name }) => name));
  const named = [
    ...[decidedBy ?? []].flat().map((name) => ['decidedBy', name] as const),
    ...[wanted ?? []].flat().map((name) => ['ran', name] as const),
    ...[notRan ?? []].flat().map((name) => ['notRan', name] as const),
    ...[failed ?? []].flat().map((name) => ['failed', name] as const),
    ...(injections ?? []).flatMap((item) =>
      typeof item === 'string' || item.hook === undefined ? [] : [['injections', item.hook] as const],
    ),
  ];
  return named
    .filter(([, name]) => !known.has(name))
    .map(([key, name]) => `${key}: no hook is called "${name}"${didYouMean(name, known)}`);
}

function rewritten(
  name: 'updated_input' | 'updated_output',
  subjects: readonly string[],
  expected: Expectation,
  { point, modified, value }: Outcome,
): readonly string[] {
  if (!(name in expected)) return [];
  if (!subjects.includes(pointNamed(point).subject ?? '')) return [`${name}: ${point} has none`];
  return plain(name, expected[name], modified ? value : null);
}

function plain(name: string, expected: unknown, found: unknown): readonly string[] {
  if (expected === undefined || isDeepStrictEqual(expected, found)) return [];
  return [mismatch(name, expected, found)];
}

function mismatch(name: string, expected: unknown, found: unknown): string {
  const [wanted, got] = [JSON.stringify(expected), JSON.stringify(found)];
  if (wanted.length + got.length < 70) return `${name}: expected ${wanted}, got ${got}`;
  return `${name}:\n  expected ${wanted}\n  got      ${got}`;
}

function textual(name: string, expected: string | null | undefined, found: string | null): readonly string[] {
  if (expected === undefined) return [];
  const isAsExpected = expected === null ? found === null : found !== null && fits(expected, found);
  return isAsExpected ? [] : [mismatch(name, expected, found)];
}

function fits(expected: string, found: string): boolean {
  const expression = readExpression(expected);
  return expression === null ? found.includes(expected) : testExpression(expression, found) === true;
}

function injected(expected: Expectation['injections'], { injections }: Outcome): readonly string[] {
  return listed('injections', expected, injections, (wanted, found) => {
    if (typeof wanted === 'string') return fits(wanted, found.content);
    const { content, into = found.into, hook = found.hook } = wanted;
    return fits(content, found.content) && into === found.into && hook === found.hook;
  });
}

function noticed(expected: readonly string[] | undefined, { notices }: Outcome): readonly string[] {
  return listed('notices', expected, notices, (wanted, found) => fits(wanted, found.message));
}

function listed<Wanted, Found>(
  name: string,
  expected: readonly Wanted[] | undefined,
  found: readonly Found[],
  isAsExpected: (wanted: Wanted, found: Found) => boolean,
): readonly string[] {
  if (expected === undefined) return [];
  const problems: string[] = [];
  for (const [index, wanted] of expected.entries()) {
    const one = found[index];
    if (one === undefined) problems.push(`${name}[${index}]: ${JSON.stringify(wanted)} is missing`);
    else if (!isAsExpected(wanted, one)) problems.push(mismatch(`${name}[${index}]`, wanted, one));
  }
  for (const [index, one] of found.entries()) {
    if (index >= expected.length) problems.push(`${name}[${index}]: not expected: ${JSON.stringify(one)}`);
  }
  return problems;
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
