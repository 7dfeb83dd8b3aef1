import { expect, it } from 'vitest';
import { readConfig } from '../../../src/config/load/read-config.ts';
import { Project } from '../support.ts';

const project = (): Project =>
  new Project({
    'hookline.yaml': `hooks:
  PreToolUse:
    - { matcher: 'bash|mcp__*', type: command, handler: exit 0 }
    - { matcher: write, type: command, handler: exit 0 }
    - { matcher: '[!b]ash', type: command, handler: exit 0 }
    - { matcher: '/^bash/', type: command, handler: exit 0 }
`,
  });

/** Which hooks a tool meets. */
async function met(nativeNames: boolean, tool: string): Promise<readonly string[]> {
  const { declarations } = await readConfig([project().file('hookline.yaml')], { nativeNames });
  return declarations.filter(({ matcher }) => matcher.matches(tool)).map(({ matcher }) => matcher.source);
}

it("matchers take an agent's own names where agents call, by plain names and alternatives", async () => {
  expect(await met(true, 'Bash')).toEqual(['bash|mcp__*', '[!b]ash']);
  expect(await met(true, 'Write')).toEqual(['write']);
  expect(await met(true, 'mcp__files__read')).toEqual(['bash|mcp__*']);
});

it('matchers are case-sensitive elsewhere', async () => {
  expect(await met(false, 'Bash')).toEqual(['[!b]ash']);
  expect(await met(false, 'Write')).toEqual([]);
});
