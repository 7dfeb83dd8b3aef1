import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { lintRules } from '../../src/lint/rule-table.ts';
import type { Example, LintRule } from '../../src/lint/table/lint-rule.ts';
import { Project } from '../config/support.ts';
import { projectFolder } from '../support/pages.ts';

const rules: readonly (readonly [string, LintRule])[] = Object.entries(lintRules);

/** The codes of what is found in a project, of which every script can be executed. */
async function codesIn(example: Example): Promise<readonly string[]> {
  const project = new Project(typeof example === 'string' ? { 'hookline.yaml': example } : example);
  const problems = await project.linted();
  expect(problems.filter(({ severity }) => severity === 'error')).toEqual([]);
  return problems.map((one) => (one.severity === 'warning' ? one.code : ''));
}

describe('every rule', () => {
  it.each(rules.filter(([, { bad }]) => bad !== undefined))(
    '%s finds its bad example',
    async (code, { bad = '' }) => {
      expect(await codesIn(bad)).toContain(code);
    },
  );

  it.each(rules.filter(([, { good }]) => good !== undefined))(
    '%s lets its good example alone',
    async (code, { good = '' }) => {
      expect(await codesIn(good)).not.toContain(code);
    },
  );

  it('has both examples, unless it needs an agent, the machine, or a run', () => {
    const without = rules.filter(([, { bad, good }]) => bad === undefined || good === undefined);
    expect(without.filter(([, rule]) => rule.found !== 'deep' && rule.ofMachine !== true)).toEqual([]);
  });

  it('says what it finds, why that matters and what to do, in sentences', () => {
    for (const [, { what, why, fix }] of rules)
      for (const text of [what, why, fix]) expect(text).toMatch(/^[`A-Z].*\.$/s);
  });
});

it('every code that the sources warn with is a rule, and every rule is warned with', () => {
  const folder = join(projectFolder, 'src');
  const texts = readdirSync(folder, { recursive: true, encoding: 'utf8' })
    .filter((name) => name.endsWith('.ts') && !name.startsWith('lint/table/'))
    .map((name) => readFileSync(join(folder, name), 'utf8'));
  const used = texts.flatMap((text) => [...text.matchAll(/\b[wW]arn(?:ing)?\(\s*'([\w-]+)'/g)]);
  const unknown = used.map(([, code = '']) => code).filter((code) => !Object.hasOwn(lintRules, code));
  expect(unknown).toEqual([]);
  const all = texts.join('\n');
  expect(Object.keys(lintRules).filter((code) => !all.includes(`'${code}'`))).toEqual([]);
});
