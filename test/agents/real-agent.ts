import { describe, expect, it } from 'vitest';
import { brokenCases } from './broken-cases.ts';
import type { Case } from './case.ts';
import type { Driver } from './drivers/driver.ts';
import { type Found, installed } from './installed.ts';
import { policyCases } from './policy-cases.ts';
import { type Result, resultOf, resultsFile, resultsText } from './results.ts';
import { type AgentRun, World } from './world.ts';

const cases = [...policyCases, ...brokenCases];

/** Drives one real agent through every case, and holds the results to those in the docs. */
export async function describeAgent(driver: Driver): Promise<void> {
  const agent = await installed(driver);
  const { missing } = agent;
  describe(`${driver.title} (${driver.package}@${driver.packageVersion})`, () => {
    if (missing === undefined) describeCases(driver, agent);
    else for (const { name } of cases) it.skip(`${name}: not run, ${missing}`, () => {});
  });
}

function describeCases(driver: Driver, { program, version }: Found): void {
  const results: Result[] = [];

  for (const row of cases) {
    it(row.name, async () => {
      results.push(await play(driver, program, row));
    });
  }

  it('does what the docs say', async ({ skip }) => {
    if (results.length < cases.length) skip('not all cases ran and passed');
    await expect(resultsText(driver, version, results)).toMatchFileSnapshot(resultsFile(driver));
  });
}

async function play(driver: Driver, program: readonly string[], row: Case): Promise<Result> {
  const expected =
    row.instead?.[driver.variant ?? driver.agent] ?? row.instead?.[driver.agent] ?? row.expected;
  const world = await World.open(driver, (project) => row.script(driver, project));
  for (const [name, text] of Object.entries(row.files ?? {})) world.write(name, text);
  const { files, scope = '--project' } = row;
  if (files === undefined || scope === '--user') driver.trust?.(world);
  if (files !== undefined) world.hookline('install', driver.agent, scope, '--yes');
  if (files !== undefined && scope === '--user') world.hookline('trust', '--yes');
  row.afterInstall?.(world, driver);
  const run = await world.run(program);
  const happened = described(run);
  expect(
    ['marker', 'rewritten'].filter((name) => world.has(name)),
    happened,
  ).toEqual(expected.made);
  const saw = lastTexts(run).find((text) => expected.saw.test(text));
  expect(saw, `the model got nothing like ${expected.saw}\n${happened}`).toBeDefined();
  if (expected.requests !== undefined) expect(run.requests, happened).toHaveLength(expected.requests);
  return resultOf(row, expected, saw ?? '', world);
}

/** What the model got with the last request; where there was a subagent, the subagent's model. */
function lastTexts({ requests }: AgentRun): readonly string[] {
  const last = requests.findLast(({ bySubagent }) => bySubagent) ?? requests.at(-1);
  return last === undefined ? [] : [...last.results, ...last.user].map(withoutLine);
}

/** Claude Code quotes the line that refused, in which the words of a refusal stand whether it said them or not. */
function withoutLine(text: string): string {
  return text.replace(/\[sh -c '[^']*'\]/, "[sh -c '…']");
}

/** For people who look for the reason of a failure. */
function described({ exitCode, stdout, stderr, requests }: AgentRun): string {
  const brief = (texts: readonly string[]): readonly string[] => texts.map((text) => text.slice(0, 300));
  const shown = requests.map(({ bySubagent, user, results }) => ({
    bySubagent,
    user: brief(user),
    results: brief(results),
  }));
  return [
    `exit code ${exitCode}`,
    `requests: ${JSON.stringify(shown, null, 1)}`,
    `stdout: ${stdout.slice(-1_000)}`,
    `stderr: ${stderr.slice(-1_000)}`,
  ].join('\n');
}
