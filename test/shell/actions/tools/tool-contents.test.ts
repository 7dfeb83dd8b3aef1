import { describe, expect, it } from 'vitest';
import { isPathAction } from '../../../../src/shell/actions/action.ts';
import { actionsOf } from '../../../../src/shell/actions/actions-of.ts';

const of = (toolName: string, input: Record<string, unknown>) =>
  actionsOf({ toolName, input, cwd: '/w' }).actions;

const fetched = (toolName: string, input: Record<string, unknown>): readonly unknown[] =>
  of(toolName, input).flatMap((action) =>
    action.kind === 'fetch' ? [{ host: action.host, isSure: action.isSure }] : [],
  );

describe('a tool call fetches', () => {
  it.each([
    ['WebFetch', { url: 'https://A.example./x', prompt: 'sum it up' }],
    ['web_fetch', { prompt: 'what is on https://a.example/x?' }],
  ])('what %s is told to', (tool, input) => {
    expect(fetched(tool, input)).toEqual([{ host: 'a.example', isSure: true }]);
  });

  it('anything, where nothing says what', () => {
    expect(fetched('WebFetch', { prompt: 'go on' })).toEqual([{ host: null, isSure: true }]);
  });

  it.each(['https://a.example/', 'wss://a.example', 'ftp://a.example/b'])(
    'perhaps %s, where an unknown tool gets it',
    (url) => {
      expect(fetched('mcp__x__load', { target: { address: url } })).toEqual([
        { host: 'a.example', isSure: false },
      ]);
    },
  );

  it('nothing that only stands in the middle of a text', () => {
    expect(fetched('Write', { file_path: 'a', content: 'see https://a.example' })).toEqual([]);
  });
});

describe('what a tool call writes', () => {
  it.each([
    ['Write', { file_path: 'a', content: 'new' }, 'new'],
    ['Edit', { file_path: 'a', old_string: 'x', new_string: 'y' }, 'y'],
    ['MultiEdit', { file_path: 'a', edits: [{ new_string: 'y' }, { new_string: 'z' }] }, 'y\nz'],
    ['apply_patch', { input: '*** Begin Patch\n*** Add File: a\n+one\n+two\n*** End Patch' }, 'one\ntwo'],
    ['apply_patch', { patch: '--- a/a\n+++ b/a\n@@ -1 +1 @@\n-x\n+y\n' }, 'y'],
  ])('is the content of the action: %s %j', (tool, input, content) => {
    const contents = of(tool, input)
      .filter(isPathAction)
      .flatMap((action) => (action.kind === 'write' && action.content !== undefined ? [action.content] : []));
    expect(contents).toContain(content);
  });
});
