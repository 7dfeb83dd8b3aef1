import { dirname, resolve } from 'node:path';
import type { z } from 'zod';
import { ConfigError, hasErrors, type Place, type Problem } from '../../config/problem.ts';
import { readSource } from '../../config/read-source.ts';
import { parseYaml, type Source } from '../../config/yaml-source.ts';
import { HooklineError } from '../../engine/errors.ts';
import { findPoint } from '../../engine/point.ts';
import { didYouMean } from '../../engine/suggest.ts';
import { messageOf } from '../../engine/text.ts';
import { type Expectation, levels, testFile } from './test-schema.ts';

/** One policy test, and where it stands. */
export interface PolicyTest {
  readonly name: string;
  readonly point: string;
  readonly input: Readonly<Record<string, unknown>>;
  readonly agent: string | null;
  readonly expect: Expectation;
  readonly place: Place;
}

export interface PolicyTestFile {
  readonly path: string;
  /** The configuration that the file names; null when the nearest is meant. */
  readonly config: readonly string[] | null;
  readonly tests: readonly PolicyTest[];
}

/** Reads a file of policy tests. Throws a ConfigError with everything that is wrong with it. */
export async function readTestFile(path: string): Promise<PolicyTestFile> {
  const file = await readSource(resolve(path)).catch((error: unknown) => {
    throw new HooklineError('config-invalid', `${path} cannot be read: ${messageOf(error)}`);
  });
  const source = parseYaml(file);
  if (hasErrors(source.problems)) throw new ConfigError(source.problems);
  const result = testFile.safeParse(source.value ?? {});
  if (!result.success)
    throw new ConfigError(result.error.issues.flatMap((issue) => problemsOf(source, issue)));
  const { config, tests } = result.data;
  const problems = tests.flatMap(({ fire }, index) => pointProblem(source, fire, index));
  if (problems.length > 0) throw new ConfigError(problems);
  return {
    path,
    config: config === undefined ? null : [config].flat().map((file) => resolve(dirname(path), file)),
    tests: tests.map(({ name, fire, input = {}, agent = null, expect }, index) => ({
      name: name ?? `${fire} #${index + 1}`,
      point: fire,
      input,
      agent,
      expect,
      place: source.at(['tests', index]),
    })),
  };
}

function pointProblem(source: Source, fire: string, index: number): readonly Problem[] {
  try {
    findPoint(fire);
    return [];
  } catch (error) {
    return [{ severity: 'error', message: messageOf(error), place: source.at(['tests', index, 'fire']) }];
  }
}

function problemsOf(source: Source, issue: z.core.$ZodIssue): readonly Problem[] {
  const { path } = issue;
  if (issue.code === 'unrecognized_keys') {
    return issue.keys.map((key) => ({
      severity: 'error',
      message: unknownKey(key, path.length),
      place: source.at([...path, key], 'key'),
    }));
  }
  if (issue.code === 'invalid_union') {
    // The branch that got furthest knows best what is wrong.
    const inner = issue.errors
      .flat()
      .filter((other) => other.path.length > 0 || other.code !== 'invalid_type');
    if (inner.length > 0)
      return inner.flatMap((other) => problemsOf(source, { ...other, path: [...path, ...other.path] }));
  }
  const inTest = path[0] === 'tests' && path.length > 1 ? path.slice(2) : path;
  const key = inTest.filter((step) => typeof step !== 'number').join('.');
  const what = key === '' ? (path.length === 0 ? 'the file' : 'the test') : `"${key}"`;
  return [{ severity: 'error', message: `${what} ${issue.message}`, place: source.at(path) }];
}

function unknownKey(key: string, depth: number): string {
  const all = Object.entries(levels);
  const here = all.find(([, level]) => level.depth === depth)?.[1].keys ?? [];
  const suggestion = didYouMean(key, here);
  const elsewhere = all.find(([, { keys }]) => (keys as readonly string[]).includes(key));
  const hint = suggestion === '' && elsewhere !== undefined ? `; it is a key of ${elsewhere[0]}` : suggestion;
  return `unknown key "${key}"${hint === '' ? `; there are ${here.join(', ')}` : hint}`;
}
