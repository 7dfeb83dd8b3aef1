import { readFileSync } from 'node:fs';
import { describe, expect, it } from 'vitest';
import { parse } from 'yaml';
import { hookline } from '../../support/command-line/served.ts';
import { told } from '../../support/configuration/told.ts';
import { folderWith } from '../../support/folder-with.ts';

const read = (name: string): unknown =>
  parse(readFileSync(new URL(`../../fixtures/suspicious/${name}.yaml`, import.meta.url), 'utf8'));

const rows = (read('rules') as Record<string, readonly string[]>[]).flatMap((row) => Object.entries(row));
const ordinary = read('ordinary-rules') as readonly string[];

/** A configuration with one rule a line, the first in line 3. */
function withRules(rules: readonly string[]): string {
  return ['permissions:', '  deny:', ...rules.map((rule) => `    - ${JSON.stringify(rule)}`), ''].join('\n');
}

describe('hookline validate', () => {
  it('tells of each suspicious rule, at its place', async () => {
    expect(rows.length).toBeGreaterThan(200);
    const problems = await told(withRules(rows.map(([rule]) => rule)));
    const found = rows.map(([rule], index) => {
      const own = problems.filter(({ place: { line, column } }) => line === index + 3 && column === 7);
      return [rule, own.map(({ said }) => said)];
    });
    expect(found).toEqual(rows);
  });

  it('says nothing about ordinary rules', async () => {
    expect(ordinary.length).toBeGreaterThan(50);
    const there = ['secrets', 'project/secrets', 'project/src/generated', 'project/docs/übung'];
    const files = [...there, 'project/документы', 'project/config'].map((name) => [`${name}/a.txt`, '']);
    expect(
      await told(
        withRules(ordinary),
        'project/hookline.yaml',
        Object.fromEntries(files) as Record<string, string>,
      ),
    ).toEqual([]);
  });

  it('says the same of the settings of Claude Code, but nothing about the commands that these allowed', async () => {
    const permissions = {
      deny: ['BASH(rm *)'],
      ask: ['Bash(rm .*)'],
      allow: ['Bash(grep -n "foo(" src/* | head)', 'BASH(ls)'],
    };
    const settings = JSON.stringify({ permissions });
    expect((await told(settings, 'settings.json')).map(({ said }) => said)).toEqual([
      expect.stringContaining('no known tool is called "BASH"'),
      expect.stringContaining('looks like a regular expression'),
      expect.stringContaining('no known tool is called "BASH"'),
    ]);
  });

  it.each([
    ['{ "permissions": { "denied": ["Bash(rm *)"] } }', 'unknown key "denied", did you mean "deny"?'],
    ['{ "deny": ["Bash(rm *)"] }', '"deny" stands under "permissions"'],
    ['{ "permission": { "deny": [] } }', 'unknown key "permission", did you mean "permissions"?'],
  ])('tells of the keys in the settings %s', async (settings, message) => {
    expect((await told(settings, 'settings.json')).map(({ said }) => said)).toEqual([`error: ${message}`]);
  });

  it.each([
    ['BASH(rm *)', 'no known tool is called "BASH", did you mean "Bash"? [tool-unknown]'],
    ['Bash(rm .*)', 'looks like a regular expression'],
  ])('tells of the `if` %s of a hook of the settings', async (rule, message) => {
    const hook = { type: 'command', command: 'true', if: rule };
    const settings = JSON.stringify({ hooks: { PreToolUse: [{ hooks: [hook] }] } });
    expect((await told(settings, 'settings.json')).map(({ said }) => said)).toEqual([
      expect.stringContaining(message),
    ]);
  });
});

describe('hookline fire', () => {
  it('tells on stderr of a rule that holds nothing back', async () => {
    const cwd = folderWith({ 'hookline.yaml': withRules(['BASH(rm *)']) });
    const input = JSON.stringify({ tool_name: 'Bash', tool_input: { command: 'rm x' } });
    const { stderr } = await hookline(['fire', 'PreToolUse', '-i', '-'], { cwd, input });
    expect(stderr).toMatch(
      /^hookline\.yaml:3:7: warning: no known tool is called "BASH", did you mean "Bash"\?/,
    );
  });
});
