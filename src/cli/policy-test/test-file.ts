import { dirname, resolve } from 'node:path';
import { readCheckedYaml } from '../../config/source/checked-yaml.ts';
import { ConfigError, type FilePlace, mistake, type Problem } from '../../config/source/problem.ts';
import type { Source } from '../../config/source/yaml-source.ts';
import { findPoint } from '../../engine/points/point.ts';
import { messageOf } from '../../engine/values/text.ts';
import { type Expectation, testFile } from './test-schema.ts';

/** One policy test, and its place. */
export interface PolicyTest {
  readonly name: string;
  readonly point: string;
  readonly input: Readonly<Record<string, unknown>>;
  readonly agent: string | null;
  readonly expect: Expectation;
  /** The hook that decides stops everything that it matches, on purpose. */
  readonly stopsAll: boolean;
  readonly place: FilePlace;
}

export interface PolicyTestFile {
  readonly path: string;
  /** The configuration that the file names; null means the nearest. */
  readonly config: readonly string[] | null;
  readonly tests: readonly PolicyTest[];
}

/** Reads a file of policy tests. Throws a ConfigError with every problem. */
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
