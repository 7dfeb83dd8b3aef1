import { expect, it } from 'vitest';
import { agentNamed, agentTable } from '../../../src/gateway/agents/agent-table.ts';
import { mergeEntries, removeEntries } from '../../../src/gateway/install/entries/settings-entries.ts';
import { checkAsAgent } from '../../../src/gateway/install/entries/strict-file.ts';
import { wantedHandlers } from '../../../src/gateway/install/wanted-events.ts';
import { fc, runs } from '../../support/seed.ts';

const options = { scope: 'user', folder: '', points: new Set<string>(), open: false, trust: true } as const;

it.each<[string, string, string]>([
  ['cursor', '{"version":1,"hooks":{"beforeEverything":[]}}', 'it knows no event "beforeEverything"'],
  ['cursor', '{"hooks":{}}', '"version" is not 1'],
  ['cursor', '{"version":1,"hooks":{"stop":[{"command":"curl http://x"}]}}', 'has "//" in it'],
  [
    'cursor',
    '{"version":1,"hooks":{"stop":[{"command":"x","matcher":"("}]}}',
    'a matcher that is no pattern',
  ],
  ['droid', '{"Stop":[{"hooks":[{"command":"x"}]}]}', 'entry 1 of Stop has no "type"'],
  ['droid', '{"Stop":[{"command":"x"}]}', 'entry 1 of Stop has no list "hooks"'],
  ['kimi', '[[hooks]]\nevent = "Stop"\ncommand = "x"\nfoo = 1\n', 'has the unknown key "foo"'],
  ['kimi', '[[hooks]]\nevent = "Start"\ncommand = "x"\n', 'it knows no event "Start"'],
  ['crush', '{"hooks":{"PreToolUse":[{"command":"x","matcher":"*"}]}}', 'a matcher that is no pattern'],
])('a file that would switch off every hook of %s is refused: %s', (name, text, why) => {
  const agent = agentNamed(name);
  expect(() => checkAsAgent(agent, 'hooks', text)).toThrow(why);
});

const withSettings = Object.values(agentTable).filter(({ files }) => files.layout !== 'plugin');

it.each(withSettings)('what is installed for $title passes its own check, and leaves no trace', (agent) => {
  const { layout } = agent.files;
  if (layout === 'plugin') return;
  const wanted = wantedHandlers(agent, options);
  const merged = mergeEntries('hooks', '', wanted, layout);
  checkAsAgent(agent, 'hooks', merged);
  expect(mergeEntries('hooks', merged, wanted, layout)).toBe(merged);
  const root = layout.base === undefined ? {} : layout.base;
  const parsed = layout.format === 'toml' ? {} : JSON.parse(removeEntries('hooks', merged, layout));
  expect(parsed).toEqual(layout.format === 'toml' ? {} : root);
});

/** Settings with other hooks, comments, blanks, and an end with or without a newline. */
const toml = fc
  .array(
    fc.constantFrom(
      '# mine',
      'model = "x" # best',
      '',
      '[mcp]',
      'a = [1,\n 2]',
      '[[hooks]]\nevent = "Stop"\ncommand = "x"',
    ),
  )
  .map((lines) => [...new Set(lines)].join('\n'));

it('install and uninstall leave TOML as it was, byte for byte', () => {
  const { layout } = agentNamed('kimi').files;
  if (layout === 'plugin') throw new Error('Kimi Code has settings');
  const wanted = wantedHandlers(agentNamed('kimi'), options);
  fc.assert(
    fc.property(toml, fc.constantFrom('', '\n', '\n\n'), (text, end) => {
      const before = `${text}${end}`;
      const merged = mergeEntries('config.toml', before, wanted, layout);
      expect(mergeEntries('config.toml', merged, wanted, layout)).toBe(merged);
      const after = removeEntries('config.toml', merged, layout);
      // A newline at the end may be new: the backup has the file without it.
      expect([before, `${before}\n`]).toContain(after);
    }),
    { numRuns: runs(3) },
  );
});
