import { describe, expect, it } from 'vitest';
import { type McpFile, mcpFiles } from '../../../../src/gateway/install/mcp/mcp-files.ts';
import { serverEntries } from '../../../../src/gateway/install/mcp/server-entries.ts';
import { reached, unwrapServer, wrapServer } from '../../../../src/gateway/install/mcp/wrap-server.ts';
import { fc, runs } from '../../../support/seed.ts';

const program = ['/usr/bin/node', '/opt/hookline/dist/cli/main.js', 'mcp', '--required'];

function fileOf(agent: string): McpFile {
  const file = mcpFiles('/work/project').find((row) => row.agent === agent);
  if (file === undefined) throw new Error(`no row for ${agent}`);
  return file;
}

/** Puts every server behind hookline that can be there, and takes it out again. */
function thereAndBack(file: McpFile, text: string): { wrapped: string; back: string; refused: string[] } {
  let wrapped = text;
  const refused: string[] = [];
  for (const { name } of serverEntries(file, text)) {
    const entry = serverEntries(file, wrapped).find((server) => server.name === name);
    const edit = entry === undefined ? null : wrapServer(file, wrapped, entry, program);
    if (edit !== null && 'text' in edit) wrapped = edit.text;
    else refused.push(edit?.why ?? '');
  }
  let back = wrapped;
  for (const { name } of serverEntries(file, text)) {
    const entry = serverEntries(file, back).find((server) => server.name === name);
    const edit = entry === undefined ? null : unwrapServer(file, back, entry);
    if (edit !== null && 'text' in edit) back = edit.text;
  }
  return { wrapped, back, refused };
}

const blank = fc.constantFrom('', ' ', '\n', '\n    ', '\t', '\r\n  ', ' /* why */ ', ' // why\n  ');
const word = fc.oneof(
  fc.constantFrom('npx', '-y', '--', '--url', '--name=x', 'mcp', 'ä "q" \\', '', '//no comment'),
  fc.string({ maxLength: 8 }),
);
const name = fc.oneof(
  fc.constantFrom('fs', 'my server', 'a.b', '__proto__'),
  fc.string({ minLength: 1, maxLength: 6 }),
);

/** JSON with blanks and comments wherever they may be. */
function written(value: unknown): fc.Arbitrary<string> {
  if (Array.isArray(value))
    return fc
      .tuple(blank, ...value.flatMap((item) => [written(item), blank, blank]))
      .map((parts) => `[${joined(parts)}]`);
  if (typeof value === 'object' && value !== null)
    return fc
      .tuple(
        blank,
        ...Object.entries(value).flatMap(([key, item]) => [
          fc
            .tuple(blank, blank, written(item))
            .map(([left, right, text]) => `${JSON.stringify(key)}${left}:${right}${text}`),
          blank,
          blank,
        ]),
      )
      .map((parts) => `{${joined(parts)}}`);
  return fc.constant(JSON.stringify(value));
}

function joined([first = '', ...parts]: readonly string[]): string {
  const items = Array.from({ length: parts.length / 3 }, (_, at) => parts.slice(3 * at, 3 * at + 3).join(''));
  return `${first}${items.join(',')}`;
}

const variables = fc.dictionary(fc.constantFrom('A', 'API_KEY', 'B'), word, { noNullPrototype: true });
const headers = fc.dictionary(fc.constantFrom('Authorization', 'X-Team'), word, { noNullPrototype: true });
const optional = { requiredKeys: [] };
const stdio = fc
  .tuple(
    word,
    fc.record(
      { type: fc.constant('stdio'), args: fc.array(word, { maxLength: 4 }), env: variables },
      optional,
    ),
  )
  .map(([command, more]) => ({ command, ...more }));
const http = fc
  .tuple(
    fc.constantFrom('https://x.example/mcp', 'http://localhost:1/'),
    fc.record({ type: fc.constantFrom('http', 'sse'), headers }, optional),
  )
  .map(([url, more]) => ({ ...more, url }));
const local = fc.record(
  {
    type: fc.constant('local'),
    command: fc.array(word, { minLength: 1, maxLength: 4 }),
    environment: variables,
  },
  { requiredKeys: ['type', 'command'] },
);
const remote = fc.record(
  { type: fc.constant('remote'), url: fc.constant('https://x.example/mcp'), headers },
  { requiredKeys: ['type', 'url'] },
);

function settings(key: string, server: fc.Arbitrary<object>): fc.Arbitrary<string> {
  return fc
    .tuple(
      fc.dictionary(name, server, { maxKeys: 3, noNullPrototype: true }),
      fc.constantFrom('', '\n', '\n\n'),
    )
    .chain(([servers, end]) =>
      written({ theme: 'dark', [key]: servers, more: [1, { a: null }] }).map((text) => text + end),
    );
}

describe('putting servers behind hookline and back restores every byte', () => {
  it.each([
    ['cursor', settings('mcpServers', fc.oneof(stdio, http))],
    ['opencode', settings('mcp', fc.oneof(local, remote))],
  ])('of the settings of %s', (agent, texts) => {
    const file = fileOf(agent);
    fc.assert(
      fc.property(texts, (text) => {
        const { wrapped, back, refused } = thereAndBack(file, text);
        expect(back).toBe(text);
        const entries = serverEntries(file, wrapped);
        const isBehind = entries.filter((entry) => reached(entry, file).isWrapped);
        expect(isBehind.length).toBe(entries.length - refused.length);
      }),
      { numRuns: runs(200) },
    );
  });

  it('of TOML', () => {
    const file = fileOf('codex');
    const string = fc.oneof(
      word.map((text) => JSON.stringify(text)),
      fc.constantFrom("'npx'", "'C:\\x'"),
    );
    const space = fc.constantFrom('', ' ', '  ');
    const list = fc
      .tuple(fc.array(string, { maxLength: 3 }), fc.constantFrom(', ', ',', ',\n  ', ', # why\n  '))
      .map(([items, comma]) => `[${items.join(comma)}]`);
    const table = fc
      .tuple(fc.constantFrom('fs', '"my server"', 'a-b'), space, string, fc.option(list), fc.boolean())
      .map(([server, left, command, args, isFirst]) => {
        const lines = [
          `command${left}=${left}${command} # the program`,
          ...(args === null ? [] : [`args =${left}${args}`]),
        ];
        const body = (isFirst ? lines : lines.toReversed()).join('\n');
        return `[mcp_servers.${server}]\n${body}\n\n[mcp_servers.${server}.env]\nA = "x"\n`;
      });
    const texts = fc
      .tuple(fc.uniqueArray(table, { maxLength: 3, selector: (text) => text.split('\n')[0] }), fc.boolean())
      .map(
        ([tables, isOpen]) =>
          `model = "m"\n# mine\n${tables.join('\n')}[other]\na = [1, 2]${isOpen ? '' : '\n'}`,
      );
    fc.assert(
      fc.property(texts, (text) => {
        const { wrapped, back, refused } = thereAndBack(file, text);
        expect(refused).toEqual([]);
        expect(back).toBe(text);
        expect(serverEntries(file, wrapped).every((entry) => reached(entry, file).isWrapped)).toBe(true);
      }),
      { numRuns: runs(200) },
    );
  });
});

it('restores an entry whatever else has changed, also after the agent wrote its file again', () => {
  const file = fileOf('claude-code');
  const text = JSON.stringify({
    mcpServers: {
      a: { command: 'x' },
      b: { command: 'x', args: [] },
      c: { type: 'http', url: 'https://x.example', headers: { 'X-A': 'b' } },
    },
  });
  const { wrapped } = thereAndBack(file, text);
  let again = JSON.stringify({ first: 1, ...JSON.parse(wrapped) }, null, 2);
  for (const server of ['a', 'b', 'c']) {
    const entry = serverEntries(file, again).find(({ name: one }) => one === server);
    const edit = entry === undefined ? null : unwrapServer(file, again, entry);
    if (edit !== null && 'text' in edit) again = edit.text;
  }
  expect(JSON.parse(again)).toEqual({ first: 1, ...JSON.parse(text) });
});

it.each([
  ['speaks SSE', { type: 'sse', url: 'https://x.example' }],
  ['may have a secret', { url: 'https://x.example/mcp?key=1' }],
  ['neither a command nor an address', { command: { path: 'x' } }],
  ['how the agent logs in', { url: 'https://x.example', bearer_token_env_var: 'T' }],
])('leaves a server alone that it cannot stand before, and says why: %s', (why, server) => {
  const text = JSON.stringify({ mcpServers: { s: server } });
  const { wrapped, refused } = thereAndBack(fileOf('cursor'), text);
  expect([wrapped, refused]).toEqual([text, [expect.stringContaining(why)]]);
});
