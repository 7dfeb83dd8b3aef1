import { formatPlace } from '../config/source/problem.ts';
import { lookUp } from '../engine/values/look-up.ts';
import type { Canary } from './canary.ts';
import type { TestResult } from './run-test.ts';

interface Case {
  readonly name: string;
  readonly place: string;
  readonly seconds: number;
  readonly problems: readonly string[];
}

export function asJunit(results: readonly TestResult[], canaries: readonly Canary[]): string {
  const suites = [
    suite(
      'hookline',
      results.map(({ test, problems, durationMs }) => {
        return { name: test.name, place: formatPlace(test.place), seconds: durationMs / 1000, problems };
      }),
    ),
    ...(canaries.length === 0
      ? []
      : suite(
          'hookline canaries',
          canaries.map(({ hook, place, problem }) => {
            return {
              name: `${hook} holds`,
              place,
              seconds: 0,
              problems: problem === null ? [] : [problem],
            };
          }),
        )),
  ].flat();
  return ['<?xml version="1.0" encoding="UTF-8"?>', '<testsuites>', ...suites, '</testsuites>', ''].join(
    '\n',
  );
}

function suite(name: string, cases: readonly Case[]): readonly string[] {
  const failures = cases.filter(({ problems }) => problems.length > 0).length;
  const seconds = cases.reduce((sum, one) => sum + one.seconds, 0);
  return [
    `  <testsuite name="${name}" tests="${cases.length}" failures="${failures}" errors="0" time="${seconds.toFixed(3)}">`,
    ...cases.map(testCase),
    '  </testsuite>',
  ];
}

function testCase({ name, place, seconds, problems }: Case): string {
  const head = `    <testcase name="${attribute(name)}" classname="${attribute(place)}" time="${seconds.toFixed(3)}"`;
  if (problems.length === 0) return `${head}/>`;
  const failure = `<failure message="${attribute(problems[0] ?? '')}">${escapeXml(problems.join('\n'))}</failure>`;
  return `${head}>\n      ${failure}\n    </testcase>`;
}

const entities: Readonly<Record<string, string>> = {
  '&': '&amp;',
  '<': '&lt;',
  '>': '&gt;',
  '"': '&quot;',
  "'": '&apos;',
  '\r': '&#13;',
};

/** XML can't contain most control characters, half a character, or U+FFFE and U+FFFF. */
function escapeXml(text: string): string {
  const forbidden = /[^\P{Cc}\t\n\r]|[\ufffe\uffff]|\p{Surrogate}|[&<>"'\r]/gu;
  return text.replace(forbidden, (sign) => lookUp(entities, sign) ?? '\ufffd');
}

/** In an attribute, line breaks would be read as blanks. */
function attribute(text: string): string {
  return escapeXml(text).replaceAll('\n', '&#10;').replaceAll('\t', '&#9;');
}
