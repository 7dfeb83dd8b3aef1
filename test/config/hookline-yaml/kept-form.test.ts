import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { deserialize, serialize } from 'node:v8';
import { describe, expect, it } from 'vitest';
import { checkedBefore } from '../../../src/builtin/checked-options.ts';
import { entriesOf } from '../../../src/config/hookline-yaml/config-file.ts';
import { type KeptForm, takeUp } from '../../../src/config/hookline-yaml/kept-form.ts';
import { keptFormOf } from '../../../src/config/hookline-yaml/make-kept-form.ts';
import { parseAndCheck } from '../../../src/config/schema/check-file.ts';
import { SourceFile } from '../../../src/config/source/source-file.ts';
import type { Path, Source } from '../../../src/config/source/yaml-source.ts';
import { docsPages, projectFolder } from '../../support/pages.ts';

const fences = ['README.md', ...docsPages].flatMap((page) =>
  [...readFileSync(join(projectFolder, page), 'utf8').matchAll(/^```yaml\n([\s\S]*?)^```$/gm)].map(
    ([, yaml = ''], index): [string, string] => [`${page} #${index + 1}`, yaml],
  ),
);

const odd: readonly [string, string][] = [
  ['nothing', '{}'],
  ['an empty list', 'hooks: { Stop: [] }'],
  ['CRLF', 'hooks:\r\n  Stop:\r\n    - { type: command, handler: "true" }\r\n'],
  ['empty values', 'hooks:\n  Stop:\n    - type: command\n      handler: "true"\norchestrator:\nui: ~\n'],
  ['numbers that JSON has not', 'memory: [.nan, .inf, -0, 0x10, 2001-01-01]\nhooks: {}\n'],
  [
    'anchors and merges',
    `x-one: &one { type: builtin, handler: secrets, options: &options { allow: [a] } }
hooks:
  PreToolUse:
    - { <<: *one, name: first }
    - { <<: [*one], name: second, options: *options }
    - { type: builtin, handler: destructive-commands }
`,
  ],
  [
    'keys that look like others',
    'hooks:\n  "pre:tool:shell":\n    - { type: command, handler: "true", env: { __proto__: a, "1": b, constructor: c } }\n',
  ],
];

/** Every path of a value, and one that is not there beside each. */
function* pathsOf(value: unknown, path: Path = []): Generator<Path> {
  yield path;
  yield [...path, 'missing'];
  yield [...path, 'missing', 0];
  if (typeof value !== 'object' || value === null) return;
  for (const [key, part] of Object.entries(value))
    yield* pathsOf(part, [...path, Array.isArray(value) ? Number(key) : key]);
}

function placesIn({ value, at }: Source): readonly unknown[] {
  return [...pathsOf(value)].flatMap((path) => [at(path), at(path, 'key'), at(path, 'value')]);
}

describe('the kept form of a configuration', () => {
  it('is of many files', () => {
    expect(fences.length).toBeGreaterThan(30);
  });

  it.each([...fences, ...odd])('says what the file says, each part at its place: %s', (_, yaml) => {
    const file = new SourceFile('/project/hookline.yaml', yaml);
    const checked = parseAndCheck(file);
    const form = keptFormOf(checked);
    // What has something to complain of is read anew.
    expect(form === null).toBe(checked.problems.length > 0);
    if (form === null) return;
    const taken = takeUp(file, deserialize(serialize(form)) as KeptForm);
    expect(taken.config).toEqual(checked.config);
    expect(taken.source.value).toEqual(checked.source.value);
    expect(placesIn(taken.source)).toEqual(placesIn(checked.source));
    expect(taken.problems).toEqual([]);
    for (const entry of entriesOf(taken.config ?? {})) {
      if (entry.type !== 'builtin') continue;
      expect(checkedBefore(entry.handler, entry.options)).toBeDefined();
    }
  });

  it.each([
    ['a key that is unknown', 'hooks: { Stop: [{ type: command, handler: "true", timeuot: 3 }] }'],
    ['no YAML', 'hooks: ['],
    [
      'an option that is wrong',
      'hooks: { Stop: [{ type: builtin, handler: audit-log, options: { fle: a } }] }',
    ],
    ['a guard that there is not', 'hooks: { Stop: [{ type: builtin, handler: nosuch }] }'],
    ['a tag', 'hooks: {}\nmemory: !secret x\n'],
    ['nothing at all', ''],
    ['very many parts', `memory: [${'a, '.repeat(20_000)}]`],
  ])('is not made of a file with %s', (_, yaml) => {
    expect(keptFormOf(parseAndCheck(new SourceFile('/hookline.yaml', yaml)))).toBeNull();
  });

  it('is not made of aliases that stand for millions', () => {
    const levels = Array.from({ length: 9 }, (_, level) => {
      const below = level === 0 ? 'x' : `*a${level - 1}`;
      return `x-${level}: &a${level} [${Array.from({ length: 3 }, () => below).join(', ')}]`;
    });
    expect(keptFormOf(parseAndCheck(new SourceFile('/hookline.yaml', levels.join('\n'))))).toBeNull();
  });
});
