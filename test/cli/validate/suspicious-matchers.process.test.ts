import { readFileSync } from 'node:fs';
import { describe, expect, it } from 'vitest';
import { parse } from 'yaml';
import { hookline } from '../../support/command-line/served.ts';
import { told, toldOfEach } from '../../support/configuration/told.ts';
import { folderWith } from '../../support/folder-with.ts';

const read = (name: string): unknown =>
  parse(readFileSync(new URL(`../../fixtures/suspicious/${name}.yaml`, import.meta.url), 'utf8'));

const rows = (read('matchers') as Record<string, readonly string[]>[]).flatMap((row) => Object.entries(row));
const ordinary = read('ordinary-matchers') as readonly string[];

/** A configuration with one guard a line, the first in line 3. */
function withMatchers(matchers: readonly string[]): string {
  const hook = (matcher: string): string =>
    `    - { matcher: ${JSON.stringify(matcher)}, type: command, handler: exit 2, guard: true }`;
  return ['hooks:', '  PreToolUse:', ...matchers.map(hook), ''].join('\n');
}

/** Settings of Claude Code with one matcher. */
function settingsWith(matcher: string, event = 'PreToolUse'): string {
  return JSON.stringify({ hooks: { [event]: [{ matcher, hooks: [{ type: 'command', command: 'true' }] }] } });
}

describe('hookline validate', () => {
  it('tells of each suspicious matcher, at its place', async () => {
    expect(rows.length).toBeGreaterThan(200);
    const problems = await told(withMatchers(rows.map(([matcher]) => matcher)));
    const found = rows.map(([matcher], index) => {
      const own = problems.filter(({ place: { line, column } }) => line === index + 3 && column === 18);
      return [matcher, own.map(({ said }) => said)];
    });
    expect(found).toEqual(rows);
  });

  it('says nothing about ordinary matchers', async () => {
    expect(ordinary.length).toBeGreaterThan(30);
    expect(await told(withMatchers(ordinary))).toEqual([]);
  });

  it('tells of suspicious matchers in the settings of Claude Code', async () => {
    const expected: readonly (readonly [matcher: string, message: string])[] = [
      ['Bsh', 'no known tool is called "Bsh", did you mean "Bash"? [tool-unknown]'],
      ['BASH', 'no known tool is called "BASH", did you mean "Bash"? [tool-unknown]'],
      ['Bash(rm*)', 'permissions: { deny: ["Bash(rm*)"] } [matcher-language]'],
      ['!Read', 'no matcher excludes'],
      ['/Bash/', 'write "Bash" [matcher-language]'],
      ['{Bash,Write}', 'write "Bash|Write" [matcher-language]'],
      ['Write/Bash', 'write "Write|Bash" [matcher-language]'],
      ['mcp__memory', 'write "mcp__memory__.*" for all tools of that server [matcher-language]'],
      ['mcp_memory', 'did you mean "mcp__memory__.*"? [tool-unknown]'],
      ['\u0412ash', 'has U+0412, which only looks like "B"; write "Bash" [lookalike]'],
      ['Bash\u200b', 'has U+200B, which is invisible; write "Bash" [lookalike]'],
      ['Bsh.*', 'no known tool matches "Bsh.*" [tool-unknown]'],
      ['Bash*', 'is a regular expression here, not a glob'],
    ];
    const found = await toldOfEach(
      expected.map(([matcher]) => settingsWith(matcher)),
      'settings.json',
    );
    expect(expected.map(([matcher], index) => [matcher, found[index]])).toEqual(
      expected.map(([matcher, message]) => [matcher, [expect.stringContaining(message)]]),
    );
  });

  it('says nothing about ordinary matchers in the settings of Claude Code', async () => {
    const matchers = [
      'Bash',
      'Bash|Write',
      'Write, Edit',
      '^Bash$',
      'Notebook.*',
      'mcp__.*',
      '^(?!Read)',
      'mcp__memory__.*|Bash',
      '*',
    ];
    const found = await toldOfEach(
      matchers.map((matcher) => settingsWith(matcher)),
      'settings.json',
    );
    expect(matchers.filter((_, index) => found[index]?.length !== 0)).toEqual([]);
  });

  it('tells of suspicious matchers in scripts', async () => {
    const expected: readonly (readonly [line: string, message: string | null])[] = [
      [
        'hook pre:tool:BASH /abort "no"',
        'no known tool is called "BASH", did you mean "Bash"? [tool-unknown]',
      ],
      [
        'hook pre:tool:Write,Bash /abort "no"',
        '"Write,Bash": only "|" separates; write "Write|Bash" [matcher-language]',
      ],
      [
        'hook pre:tool:/shell/ /abort "no"',
        '"/shell/": a matcher has no slashes around it; write "Bash" [matcher-language]',
      ],
      [
        'hook pre:tool:!shell /abort "no"',
        '"!shell": no matcher excludes; list what it is for, separated by "|" [matcher-language]',
      ],
      ['hook pre:session:phase:* /abort "no"', null],
      ['hook pre:tool:shell /abort "no"', null],
      ['hook pre:tool:deploy /abort "no"', null],
    ];
    const found = await toldOfEach(
      expected.map(([line]) => line),
      'hooks.arma',
    );
    expect(expected.map(([line], index) => [line, found[index]])).toEqual(
      expected.map(([line, message]) => [line, message === null ? [] : [`warning: ${message}`]]),
    );
  });
});

describe('hookline fire', () => {
  it('tells on stderr of a guard that does not run', async () => {
    const cwd = folderWith({ 'hookline.yaml': withMatchers(['Write,Bash']) });
    const input = JSON.stringify({ tool_name: 'Bash', tool_input: { command: 'rm x' } });
    const { stderr } = await hookline(['fire', 'PreToolUse', '-i', '-'], { cwd, input });
    expect(stderr).toMatch(
      /^hookline\.yaml:3:18: warning: "Write,Bash": only "\|" separates; write "Write\|Bash"/,
    );
  });
});
