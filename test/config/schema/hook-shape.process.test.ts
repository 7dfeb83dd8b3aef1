import { describe, expect, it } from 'vitest';
import { parse } from 'yaml';
import { possibleTypes } from '../../../src/config/schema/hook-shape.ts';
import { bash } from '../../support/hooks.ts';
import { load } from '../support.ts';

describe('a hook without type', () => {
  it.each([
    ['audit.all_tools', 'python'],
    ['massgen.hooks.permissions.PathHook', 'python'],
    ['http://localhost:8080/hook', 'http'],
    ['https://example.com/hooks/check.js', 'http'],
    ['./hooks/review.mjs', 'module'],
    ['hooks/review.ts#check', 'module'],
    ['review.js#check', 'module'],
    ['/opt/hooks/a.cjs', 'module'],
    ['custom_write_hook.py', 'command'],
    ['no-rm.sh', 'command'],
    ['./hooks/no-rm', 'command'],
    ['node ./hooks/review.mjs', 'command'],
    ['python3 check.py --strict', 'command'],
    ['exit 2', 'command'],
    ['curl https://example.com', 'command'],
    ['read line\nexit 0', 'command'],
  ])('%s is what its handler tells: %s', (handler, type) => {
    expect(possibleTypes(handler)).toEqual([type]);
  });

  it.each([
    ['review.js', ['module', 'command']],
    ['audit-log', ['command', 'builtin']],
    ['deploy', ['command', 'builtin']],
  ])('%s could be two things', (handler, types) => {
    expect(possibleTypes(handler)).toEqual(types);
  });

  it('loads a file of MassGen as it is', async () => {
    const yaml = `hooks:
  PreToolUse:
    - { matcher: "*", handler: audit.all_tools }
    - { matcher: Bash, handler: exit 2, timeout: 5 }
agents:
  - id: agent1
    backend:
      type: openai
      hooks:
        PreToolUse:
          - { matcher: Write, handler: custom_write_hook.py }
        PostToolUse:
          override: true
          hooks: [{ handler: audit.after }]
agent: { id: other, backend: { hooks: { Stop: [{ handler: audit.stop }] } } }
`;
    expect(parse(yaml)).toBeTypeOf('object');
    const { config, hooks } = await load(yaml, {
      'audit.py': 'def all_tools(event): return None\nafter = stop = all_tools\n',
      'custom_write_hook.py': 'print("{}")\n',
    });
    expect(config.declarations.map(({ type, runs }) => [type, runs])).toEqual([
      ['python', 'audit.all_tools'],
      ['command', 'exit 2'],
      ['command', 'custom_write_hook.py'],
      ['python', 'audit.after'],
      ['python', 'audit.stop'],
    ]);
    expect((await hooks.fire('PreToolUse', bash)).decision).toBe('deny');
  });
});
