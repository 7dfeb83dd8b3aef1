import { readFile } from 'node:fs/promises';
import { dirname, resolve } from 'node:path';
import { z } from 'zod';
import { ConfigError, hasErrors, type Place, type Problem } from '../../config/problem.ts';
import { SourceFile } from '../../config/source-file.ts';
import { parseYaml, type Source } from '../../config/yaml-source.ts';
import { HooklineError } from '../../engine/errors.ts';
import { findPoint } from '../../engine/point.ts';
import { didYouMean } from '../../engine/suggest.ts';
import { messageOf } from '../../engine/text.ts';

const texts = z.union([z.string(), z.array(z.string())]);
const injection = z.union([
  z.string(),
  z.strictObject({ content: z.string(), into: z.string().optional(), hook: z.string().optional() }),
]);

const expectation = z.strictObject({
  decision: z
    .enum(['allow', 'deny', 'ask'])
    .nullable()
    .optional()
    .describe('What was decided; null when nobody did.'),
  reason: z
    .string()
    .nullable()
    .optional()
    .describe('Text that the reason has in it, or a /regular expression/.'),
  decidedBy: z.string().nullable().optional().describe('The hook that decided.'),
  value: z.unknown().optional().describe('The subject after every modification.'),
  modified: z.boolean().optional().describe('Whether a hook changed the subject.'),
  injections: z
    .array(injection)
    .optional()
    .describe('What was injected, in order: text that it has in it, or an object.'),
  notices: z.array(z.string()).optional().describe('What people were told, in order.'),
  suppressed: z.boolean().optional(),
  resume: z.boolean().optional(),
  halted: z.boolean().optional(),
  haltReason: z.string().nullable().optional(),
  ran: texts.optional().describe('The hooks that ran, in order; no others may have.'),
  notRan: texts.optional().describe('Hooks that must not have run.'),
  failed: texts.optional().describe('The hooks that failed; none may fail unless stated.'),
});

const policyTest = z.strictObject({
  name: z.string().optional().describe('What it shows.'),
  fire: z.string().describe('The point that is fired.'),
  input: z.record(z.string(), z.unknown()).optional().describe('The event.'),
  agent: z.string().optional().describe('The agent whose firing it is.'),
  expect: expectation.describe('What must come of it; what is left out may be anything.'),
});

const testFile = z.strictObject({
  config: texts
    .optional()
    .describe('The configuration, relative to this file; the nearest hookline.yaml unless stated.'),
  tests: z.array(policyTest),
});

export type Expectation = z.infer<typeof expectation>;

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
  let text: string;
  try {
    text = await readFile(path, 'utf8');
  } catch (error) {
    throw new HooklineError('config-invalid', `${path} cannot be read: ${messageOf(error)}`);
  }
  const source = parseYaml(new SourceFile(resolve(path), text));
  if (hasErrors(source.problems)) throw new ConfigError(source.problems);
  const result = testFile.safeParse(source.value);
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

const keys = [testFile, policyTest, expectation].flatMap(({ shape }) => Object.keys(shape));

function problemsOf(source: Source, issue: z.core.$ZodIssue): readonly Problem[] {
  if (issue.code === 'unrecognized_keys') {
    return issue.keys.map((key) => ({
      severity: 'error',
      message: `unknown key "${key}"${didYouMean(key, keys)}`,
      place: source.at([...issue.path, key], 'key'),
    }));
  }
  const what = issue.path.length === 0 ? 'the file' : `"${issue.path.join('.')}"`;
  return [{ severity: 'error', message: `${what}: ${issue.message}`, place: source.at(issue.path) }];
}
