import { readdirSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { expectedHolds } from '../policy-test/holds.ts';
import { runTest, type TestResult, type TestSetting } from '../policy-test/run-test.ts';
import { type PolicyTest, readTestFile } from '../policy-test/test-file.ts';

/** So many tests that do not say who decides are run to find out. */
const maxRun = 8;

/**
 * What the tests beside a configuration say that its hooks hold back. A test that names who decides need not run: the canary
 * fires that hook alone.
 */
export async function provingResults(file: string, setting: TestSetting): Promise<readonly TestResult[]> {
  const tests = (await testsBeside(file)).filter(({ expect }) => expectedHolds(expect).length > 0);
  const named = tests.filter(({ expect }) => typeof expect.decidedBy === 'string');
  const first = named.filter(
    (test, index) => named.findIndex((other) => other.expect.decidedBy === test.expect.decidedBy) === index,
  );
  const unnamed = tests.filter((test) => !named.includes(test)).slice(0, maxRun);
  const notRun = first.map((test) => ({ test, problems: [], outcome: null, outputs: null, durationMs: 0 }));
  return [...notRun, ...(await Promise.all(unnamed.map((test) => runTest(test, setting))))];
}

async function testsBeside(file: string): Promise<readonly PolicyTest[]> {
  const folder = dirname(file);
  const names = readdirSync(folder).filter((name) => /\.test\.ya?ml$/.test(name));
  const read = await Promise.all(
    // One that cannot be read proves nothing. `hookline test` says why.
    names.map((name) => readTestFile(join(folder, name)).catch(() => null)),
  );
  return read.flatMap((one) =>
    one !== null && (one.config === null || one.config.includes(file)) ? one.tests : [],
  );
}
