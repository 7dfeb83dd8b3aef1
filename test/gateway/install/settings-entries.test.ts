import { describe, expect, it } from 'vitest';
import { ConfigError } from '../../../src/config/source/problem.ts';
import type { EntryLayout } from '../../../src/gateway/agents/agent-product.ts';
import { claudeCodeAgent } from '../../../src/gateway/agents/claude-code.ts';
import {
  mergeEntries,
  ownEntries,
  removeEntries,
} from '../../../src/gateway/install/entries/settings-entries.ts';
import { wantedHandlers } from '../../../src/gateway/install/wanted-events.ts';

const options = {
  scope: 'project',
  folder: '/project',
  points: new Set(['Stop']),
  open: false,
  trust: true,
} as const;
const wanted = wantedHandlers(claudeCodeAgent, options);
const merge = (text: string) => mergeEntries('settings.json', text, wanted);
const remove = (text: string) => removeEntries('settings.json', text);

const files: Readonly<Record<string, string>> = {
  'no hooks': '{\n  "model": "opus"\n}\n',
  'comments everywhere':
    '// mine\n{\n  // the model\n  "model": "opus", // the best\n  /* and */ "permissions": {\n    "deny": ["Read(.env)"] // secrets\n  } // last\n  // the end\n}\n',
  'hooks of others':
    '{\n\t"hooks": {\n\t\t"PreToolUse": [\n\t\t\t{ "matcher": "Bash", "hooks": [{ "type": "command", "command": "./mine.sh" }] }\n\t\t],\n\t\t"Stop": [{ "hooks": [{ "type": "command", "command": "./done.sh" }] }]\n\t},\n\t"unknown": [1, 2, { "deep": null }]\n}',
  'one line': '{"model":"opus","hooks":{"PreToolUse":[{"hooks":[{"type":"command","command":"x"}]}]}}',
  'a comma behind the last entry': '{\n  "model": "opus",\n}\n',
  'Windows line breaks': '{\r\n    "model": "opus",\r\n    "a": {}\r\n}\r\n',
  'four blanks and text of quotes':
    '{\n    "a \\" } , // b": "{ /* no */ \\\\",\n    "b": [\n        1\n    ]\n}\n',
};

describe.each(Object.entries(files))('settings with %s', (_, text) => {
  it('gain an entry for each event, and keep every character that was there', () => {
    const merged = merge(text);
    expect(ownEntries(readLoosely(merged)).map(({ event }) => event)).toEqual(
      expect.arrayContaining(['PreToolUse', 'Stop']),
    );
    expect(ownEntries(readLoosely(merged))).toHaveLength(3);
    expect(isWithin(text, merged)).toBe(true);
  });

  it('stay as they are the second time', () => {
    expect(merge(merge(text))).toBe(merge(text));
  });

  it('are the same bytes again without the entries', () => {
    expect(remove(merge(text))).toBe(text.replace(/,(?=\n\}\n$)/, ''));
  });
});

it('starts a file that is missing', () => {
  expect(JSON.parse(merge(''))).toMatchObject({
    hooks: { PreToolUse: [{ hooks: [{ type: 'command', timeout: 600 }] }], Stop: [{}] },
  });
});

it('mends an entry that somebody narrowed, and leaves the others of its group', () => {
  const other = { type: 'command', command: './mine.sh' };
  const settings = JSON.parse(merge('{}'));
  const [own] = settings.hooks.PreToolUse[0].hooks;
  const narrowed = { ...settings, hooks: { PreToolUse: [{ matcher: 'Read', hooks: [other, own] }] } };
  const { PreToolUse } = JSON.parse(merge(JSON.stringify(narrowed))).hooks;
  expect(PreToolUse).toEqual([{ matcher: 'Read', hooks: [other] }, { hooks: [own] }]);
  const wide = JSON.stringify({ hooks: { ...settings.hooks, PreToolUse: [{ matcher: '*', hooks: [own] }] } });
  expect(merge(wide)).toBe(wide);
});

it.each(['{"hooks":{},"hooks":{}}', '{"hooks":{"PreToolUse":[],"PreToolUse":[]}}'])(
  'refuses a file that says a key twice: %s',
  (text) => {
    expect(() => merge(text)).toThrow(ConfigError);
    expect(remove(text)).toBe(text);
  },
);

it('mends a stale entry in its place, and takes out one that is twice or no longer wanted', () => {
  const stale = merge('{}').replaceAll('is blocked', 'waits');
  const doubled = merge('{}').replace('"Stop"', '"PreCompact"').replaceAll('595', '1');
  expect(merge(stale)).toBe(merge('{}'));
  expect(JSON.parse(merge(doubled))).toEqual(JSON.parse(merge('{}')));
});

it('leaves the hook of somebody else in the same group', () => {
  const mixed = JSON.parse(merge('{}'));
  mixed.hooks.PreToolUse[0].hooks.unshift({ type: 'command', command: './mine.sh' });
  expect(JSON.parse(remove(JSON.stringify(mixed)))).toEqual({
    hooks: { PreToolUse: [{ hooks: [{ type: 'command', command: './mine.sh' }] }] },
  });
});

it.each([
  ['{\n  "a": 1\n  "b": 2\n}', 'settings.json:2:8'],
  ['{ "hooks": [] }', 'settings.json:1:12'],
  ['{ "hooks": { "Stop": {} } }', 'settings.json:1:22'],
  ['[]', 'settings.json:1:1'],
  ['{ "a": ', 'settings.json:1:'],
])('refuses %j with its place', (text, place) => {
  expect(() => merge(text)).toThrow(ConfigError);
  expect(() => merge(text)).toThrow(place);
});

/** Whether the characters of a text stand in another one, in their order. */
function isWithin(text: string, other: string): boolean {
  let at = 0;
  for (const sign of other) if (sign === text[at]) at += 1;
  return at === text.length;
}

function readLoosely(text: string): unknown {
  return JSON.parse(
    text
      .replace(/"(?:[^"\\]|\\.)*"|\/\/[^\n]*|\/\*[\s\S]*?\*\//g, (part) => (part.startsWith('"') ? part : ''))
      .replace(/,(\s*[}\]])/g, '$1'),
  );
}

describe.each<[string, EntryLayout]>([
  ['without groups', { key: 'hooks', grouped: false, base: { version: 1 }, entry: {} }],
  ['with events at the top level', { key: null, grouped: true, entry: {} }],
])('settings %s', (_, layout) => {
  const others = '{ "version": 1, "Stop": [], "hooks": { "Stop": [] } }';

  it('gain and lose the entries of every event, also in a new file', () => {
    for (const text of ['', others]) {
      const merged = mergeEntries('hooks.json', text, wanted, layout);
      const entries = ownEntries(readLoosely(merged), layout);
      expect(entries.map(({ event }) => event).sort()).toEqual([...wanted.keys()].sort());
      expect(entries.map(({ handler }) => handler)).toEqual(expect.arrayContaining([...wanted.values()]));
      expect(mergeEntries('hooks.json', merged, wanted, layout)).toBe(merged);
      expect(ownEntries(readLoosely(removeEntries('hooks.json', merged, layout)), layout)).toEqual([]);
    }
    expect(readLoosely(mergeEntries('hooks.json', '', wanted, layout))).toMatchObject(layout.base ?? {});
  });

  it('keep an entry that is right, and replace one that is not', () => {
    const merged = mergeEntries('hooks.json', '', wanted, layout);
    const changed = merged.replaceAll('"timeout": 600', '"timeout": 1');
    expect(mergeEntries('hooks.json', changed, wanted, layout)).toBe(merged);
  });
});
