import { formatPlace } from '../../config/problem.ts';
import type { TestResult } from './run-test.ts';

/** The results as JUnit XML, which build servers show. */
export function asJunit(results: readonly TestResult[]): string {
  const failures = results.filter(({ problems }) => problems.length > 0).length;
  const seconds = results.reduce((sum, { durationMs }) => sum + durationMs, 0) / 1000;
  const counts = `tests="${results.length}" failures="${failures}" time="${seconds.toFixed(3)}"`;
  const cases = results.map(({ test, problems, durationMs }) => {
    const file = escapeXml(formatPlace(test.place));
    const head = `    <testcase name="${escapeXml(test.name)}" classname="${file}" time="${(durationMs / 1000).toFixed(3)}"`;
    if (problems.length === 0) return `${head}/>`;
    const text = escapeXml(problems.join('\n'));
    return `${head}>\n      <failure message="${escapeXml(problems[0] ?? '')}">${text}</failure>\n    </testcase>`;
  });
  return [
    '<?xml version="1.0" encoding="UTF-8"?>',
    `<testsuites ${counts}>`,
    `  <testsuite name="hookline" ${counts}>`,
    ...cases,
    '  </testsuite>',
    '</testsuites>',
    '',
  ].join('\n');
}

const entities: Readonly<Record<string, string>> = {
  '&': '&amp;',
  '<': '&lt;',
  '>': '&gt;',
  '"': '&quot;',
  "'": '&apos;',
};

/** XML has no way to write control characters, but for tabs and the ends of lines. */
function escapeXml(text: string): string {
  return [...text]
    .map((sign) => entities[sign] ?? (sign < ' ' && !'\t\n\r'.includes(sign) ? '\ufffd' : sign))
    .join('');
}
