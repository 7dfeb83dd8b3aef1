import { readFileSync } from 'node:fs';
import { describe, expect, it } from 'vitest';
import type { Effect } from '../../src/engine/outcome/effects.ts';
import { protocols } from '../../src/protocols/protocols.ts';
import { callAt, type Read, readBoth } from './support.ts';

const page = readFileSync(new URL('../../docs/reference/protocols.md', import.meta.url), 'utf8');

function describeEffect(effect: Effect): string {
  switch (effect.type) {
    case 'modify':
      return `modify ${JSON.stringify(effect.value)}`;
    case 'inject':
      return `inject "${effect.content}" into ${effect.into}`;
    case 'notify':
      return `notify "${effect.message}" (${effect.level})`;
    case 'suppress':
      return 'suppress';
    case 'halt':
      if (effect.chainOnly === true) return `end of the chain "${effect.reason}"`;
      return effect.reason === null ? 'halt' : `halt "${effect.reason}"`;
    default:
      return effect.reason === null ? effect.type : `${effect.type} "${effect.reason}"`;
  }
}

function describeRead({ effects, failure }: Read): string {
  const list = Array.isArray(effects)
    ? effects.map((effect: Effect) => describeEffect(effect)).join(', ')
    : '';
  if (failure === null) return list === '' ? 'nothing' : list;
  return `fails (${failure})${list === '' ? '' : `, but ${list}`}`;
}

describe.each([...protocols.values()])('docs/reference/protocols.md on $name', (protocol) => {
  const section = page.split(`\n## ${protocol.name}\n`)[1]?.split('\n## ')[0] ?? '';
  const rows = [...section.matchAll(/^\| (\S+) \| `(.+)` \| (.+) \|$/gm)].map(
    ([, point = '', reply = '', meaning = '']) => ({ point, reply, meaning }),
  );

  it('shows the input', () => {
    const shown: unknown = JSON.parse(/```json\n([\s\S]*?)```/.exec(section)?.[1] ?? 'null');
    const input = protocol.encode(callAt('PreToolUse'));
    expect(shown).toEqual('timestamp' in input ? { ...input, timestamp: expect.any(String) } : input);
  });

  it('shows replies', () => {
    expect(rows.length).toBeGreaterThan(5);
  });

  it.each(rows)('$reply at $point comes to: $meaning', ({ point, reply, meaning }) => {
    expect(describeRead(readBoth(protocol, point, JSON.parse(reply)))).toBe(meaning);
  });
});
