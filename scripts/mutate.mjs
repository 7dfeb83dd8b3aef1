// Changes the sources, one mutation at a time, in copies of the project, and sees that the tests which a mutation names find it.
// Writes docs/internals/mutations.md when all are found. `npm run mutate -- WORD…` tries those with one of the words in their name or
// file, and renews their rows.
import { spawn } from 'node:child_process';
import { cpSync, existsSync, mkdtempSync, readFileSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { engine } from './mutations/engine.mjs';
import { loop } from './mutations/loop.mjs';
import { permissionMutations } from './mutations/permissions.mjs';
import { protocols } from './mutations/protocols.mjs';

/**
 * @typedef {object} Mutation
 * @property {string} what What is wrong then.
 * @property {string} file
 * @property {string} find A text that the file has once.
 * @property {string} put What stands there instead.
 * @property {readonly string[]} tests The files of tests that must find it.
 */

/** @typedef {{ readonly mutation: Mutation, readonly caughtBy: string | null }} Tried */

const root = fileURLToPath(new URL('..', import.meta.url));
const page = 'docs/internals/mutations.md';

/** @type {Readonly<Record<string, readonly Mutation[]>>} */
export const mutations = {
  'The engine': engine,
  'The protocols': protocols,
  'The agent loop': loop,
  Permissions: permissionMutations,
};

/**
 * Why a mutation cannot be tried, or null.
 *
 * @param {Mutation} mutation
 */
export function problemWith({ what, file, find, put, tests }) {
  if (!existsSync(join(root, file))) return `${what}: there is no ${file}`;
  const count = readFileSync(join(root, file), 'utf8').split(find).length - 1;
  if (count !== 1) return `${what}: its text is ${count} times in ${file}, not once`;
  if (find === put) return `${what}: it changes nothing`;
  const missing = tests.find((test) => !existsSync(join(root, test)));
  return missing === undefined ? null : `${what}: there is no ${missing}`;
}

/** A copy of what the tests need, where files can be changed. */
function copyOfProject() {
  const folder = mkdtempSync(join(tmpdir(), 'hookline-mutate-'));
  for (const name of ['src', 'test', 'scripts', 'package.json', 'tsconfig.json', 'vitest.config.ts'])
    cpSync(join(root, name), join(folder, name), { recursive: true });
  symlinkSync(join(root, 'node_modules'), join(folder, 'node_modules'));
  return folder;
}

/**
 * The name of the first test that fails; null when all pass.
 *
 * @param {string} folder
 * @param {readonly string[]} tests
 * @returns {Promise<string | null>}
 */
async function firstFailure(folder, tests) {
  const report = join(folder, 'report.json');
  rmSync(report, { force: true });
  const words = ['vitest', 'run', ...tests, '--bail', '1', '--reporter=json', `--outputFile=${report}`];
  const child = spawn('npx', words, { cwd: folder, stdio: 'ignore', timeout: 300_000 });
  const code = await new Promise((resolve) => child.once('exit', resolve));
  if (code === 0) return null;
  if (!existsSync(report)) return 'the tests did not run to their end';
  for (const { name, message, assertionResults } of JSON.parse(readFileSync(report, 'utf8')).testResults) {
    const file = name.slice(name.indexOf('/test/') + 1);
    for (const { status, title } of assertionResults) if (status === 'failed') return `${file}: ${title}`;
    if (message) return `${file}: ${message.split('\n')[0]}`;
  }
  return 'the tests ended with an error';
}

/**
 * @param {string} folder
 * @param {Mutation} mutation
 * @returns {Promise<Tried>}
 */
async function tryOut(folder, mutation) {
  const path = join(folder, mutation.file);
  const original = readFileSync(path, 'utf8');
  writeFileSync(
    path,
    original.replace(mutation.find, () => mutation.put),
  );
  try {
    return { mutation, caughtBy: await firstFailure(folder, mutation.tests) };
  } finally {
    writeFileSync(path, original);
  }
}

/**
 * What found each mutation, by its name, as the page has it.
 *
 * @returns {Map<string, string>}
 */
function known() {
  const text = existsSync(join(root, page)) ? readFileSync(join(root, page), 'utf8') : '';
  return new Map(
    [...text.matchAll(/^\| (.*?) \| \[.*?\]\(.*?\) \| (.*) \|$/gm)].map(([, what = '', by = '']) => [
      what,
      by,
    ]),
  );
}

/**
 * The page with the rows of those that were tried anew; null while some were never tried.
 *
 * @param {readonly Tried[]} tried
 */
function pageOf(tried) {
  const found = known();
  for (const { mutation, caughtBy } of tried)
    found.set(mutation.what, String(caughtBy).replaceAll('|', '\\|').replaceAll('<', '&lt;'));
  const all = Object.values(mutations).flat();
  if (!all.every(({ what }) => found.has(what))) return null;
  const sections = Object.entries(mutations).map(([title, list]) => {
    const rows = list.map(
      ({ what, file }) => `| ${what} | [${file.replace('src/', '')}](../../${file}) | ${found.get(what)} |`,
    );
    return `## ${title}\n\n| what is wrong then | where | found by |\n|---|---|---|\n${rows.join('\n')}\n`;
  });
  return `# Mutations

<!-- Generated by \`npm run mutate\` from scripts/mutations. Edit those. -->

See which tests find it when the sources do something wrong. \`npm run mutate\` makes each of these ${all.length} changes in a copy of the project,
one at a time, and runs the tests that have to find it. A change that no test finds is an error, and so is one whose text is no longer in the sources.

${sections.join('\n')}`;
}

/** @param {readonly string[]} words */
async function main(words) {
  const all = Object.values(mutations).flat();
  const problems = all.map(problemWith).filter((problem) => problem !== null);
  for (const problem of problems) console.error(problem);
  if (problems.length > 0) return 1;
  const chosen = all.filter(
    ({ what, file }) => words.length === 0 || words.some((word) => `${what} ${file}`.includes(word)),
  );
  const folders = [copyOfProject(), copyOfProject()];
  // What fails anyway finds nothing.
  const failsAnyway = await firstFailure(folders[0] ?? '', [
    ...new Set(chosen.flatMap(({ tests }) => tests)),
  ]);
  if (failsAnyway !== null) {
    console.error(`fails without any mutation: ${failsAnyway}`);
    return 1;
  }
  const waiting = [...chosen];
  /** @type {Tried[]} */
  const tried = [];
  const startedAt = Date.now();
  const lanes = folders.map(async (folder) => {
    try {
      for (let next = waiting.shift(); next !== undefined; next = waiting.shift()) {
        const result = await tryOut(folder, next);
        tried.push(result);
        console.log(
          `${result.caughtBy === null ? 'SURVIVED' : 'caught'}  ${next.what}  (${result.caughtBy})`,
        );
      }
    } finally {
      rmSync(folder, { recursive: true, force: true });
    }
  });
  await Promise.all(lanes);
  const survivors = tried.filter(({ caughtBy }) => caughtBy === null);
  const minutes = ((Date.now() - startedAt) / 60_000).toFixed(1);
  console.log(`${tried.length - survivors.length} of ${tried.length} caught, in ${minutes} minutes`);
  const text = survivors.length === 0 ? pageOf(tried) : null;
  if (text !== null) writeFileSync(join(root, page), text);
  return survivors.length === 0 ? 0 : 1;
}

if (process.argv[1] === fileURLToPath(import.meta.url)) process.exitCode = await main(process.argv.slice(2));
