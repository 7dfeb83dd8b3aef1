import { readdir } from 'node:fs/promises';
import { dirname, join, resolve } from 'node:path';
import { readCheckedYaml } from '../config/source/checked-yaml.ts';
import { ConfigError, type FilePlace, mistake, type Problem } from '../config/source/problem.ts';
import type { Source } from '../config/source/yaml-source.ts';
import { findPoint } from '../engine/points/point.ts';
import { HooklineError } from '../engine/values/errors.ts';
import { messageOf } from '../engine/values/text.ts';
import { type Expectation, testFile } from './test-schema.ts';

export interface PolicyTest {
  readonly name: string;
  readonly point: string;
  readonly input: Readonly<Record<string, unknown>>;
  readonly agent: string | null;
  readonly expect: Expectation;
  readonly stopsAll: boolean;
  readonly place: FilePlace;
}

export interface PolicyTestFile {
  readonly path: string;
  readonly config: readonly string[] | null;
  readonly tests: readonly PolicyTest[];
}

export async function readTestFile(path: string): Promise<PolicyTestFile> {
  const { value, source } = readCheckedYaml(path, testFile);
  const { config, tests } = value;
  const problems = tests.flatMap(({ fire }, index) => pointProblem(source, fire, index));
  if (problems.length > 0) throw new ConfigError(problems);
  return {
    path,
    config: config === undefined ? null : [config].flat().map((file) => resolve(dirname(path), file)),
    tests: tests.map(({ name, fire, input = {}, agent = null, expect, stopsAll = false }, index) => ({
      name: name ?? `${fire} #${index + 1}`,
      point: fire,
      input,
      agent,
      expect,
      stopsAll,
      place: source.at(['tests', index]),
    })),
  };
}

function pointProblem(source: Source, fire: string, index: number): readonly Problem[] {
  try {
    findPoint(fire);
    return [];
  } catch (error) {
    return [mistake(messageOf(error), source.at(['tests', index, 'fire']))];
  }
}

/** The test files that are named, else those in this folder and below: they end in `.test.yaml`. */
export async function testPaths(
  named: readonly string[],
  folder: string = process.cwd(),
): Promise<readonly string[]> {
  if (named.length > 0) return named;
  const found: string[] = [];
  const look = async (current: string): Promise<void> => {
    for (const entry of await readdir(current, { withFileTypes: true })) {
      if (entry.isDirectory() && entry.name !== 'node_modules' && !entry.name.startsWith('.')) {
        await look(join(current, entry.name));
      } else if (/\.test\.ya?ml$/.test(entry.name)) found.push(join(current, entry.name));
    }
  };
  await look(folder);
  if (found.length > 0) return found.sort();
  throw new HooklineError(
    'config-invalid',
    'there is no test file here: names end in .test.yaml, as in hookline.test.yaml; hookline init writes one',
  );
}
