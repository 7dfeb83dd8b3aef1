import { expect, it } from 'vitest';
import { hookline } from '../../support/command-line/served.ts';
import { folderWith } from '../../support/folder-with.ts';
import { serveBytes } from '../../support/servers/http-server.ts';

/** What a server writes before it closes the connection, by how that looks. */
type Replies = Readonly<Record<string, readonly string[]>>;

const ok = 'HTTP/1.1 200 OK\r\n';
const chunked = `${ok}transfer-encoding: chunked\r\n\r\n`;

/** How a guard at each of these servers ended, all in one firing. */
async function statuses(replies: Replies): Promise<Record<string, unknown>> {
  const guards = await Promise.all(
    Object.entries(replies).map(async ([name, parts]) => {
      const handler = await serveBytes((write, end) => {
        for (const part of parts) write(part);
        setTimeout(end, 30);
      });
      return { name, type: 'http', handler, guard: true };
    }),
  );
  const cwd = folderWith({
    'hookline.yaml': JSON.stringify({ hooks: { parallel: true, PreToolUse: guards } }),
  });
  const input = JSON.stringify({ tool_name: 'Bash', tool_input: { command: 'ls' } });
  const { code, stdout } = await hookline(['fire', 'PreToolUse', '-i', '-', '--json'], { cwd, input });
  const { runs } = JSON.parse(stdout) as { runs: { hook: string; status: string }[] };
  return { code, ...Object.fromEntries(runs.map(({ hook, status }) => [hook, status])) };
}

function each(replies: Replies, status: string): Record<string, string> {
  return Object.fromEntries(Object.keys(replies).map((name) => [name, status]));
}

const broken: Replies = {
  'before any body, without a length': [`${ok}\r\n`],
  'before any body, of HTTP/1.0': ['HTTP/1.0 200 OK\r\ncontent-type: application/json\r\n\r\n'],
  'before any body, with connection: close': [`${ok}connection: close\r\n\r\n`],
  'after white space, without a length': [`${ok}\r\n`, ' \r\n\n'],
  'after a byte order mark, without a length': [`${ok}\r\n`, '\uFEFF'],
  'before any of the bytes that it announced': [`${ok}content-length: 20\r\n\r\n`],
  'within the bytes that it announced': [`${ok}content-length: 20\r\n\r\n`, '{}'],
  'within white space that it announced': [`${ok}content-length: 20\r\n\r\n`, ' \n '],
  'within an object, without a length': [`${ok}\r\n`, '{"decision":'],
  'before the first chunk': [chunked],
  'after a chunk, before the last': [chunked, '2\r\n{}\r\n'],
  'after a chunk of white space, before the last': [chunked, '1\r\n\n\r\n'],
  'within a chunk': [chunked, '20\r\n{}'],
  'within the length of a chunk': [chunked, '2'],
  'within the last chunk': [chunked, '2\r\n{}\r\n0\r\n'],
  'within the trailers': [chunked, '0\r\nx-checked: ye'],
  'after an interim answer': ['HTTP/1.1 103 Early Hints\r\n\r\n'],
  'with a length that is no number': [`${ok}content-length: none\r\n\r\n`],
  'with two lengths': [`${ok}content-length: 0\r\ncontent-length: 20\r\n\r\n`],
  'within its headers': [ok],
};

it('denies when an http guard dies after its headers', async () => {
  expect(await statuses(broken)).toEqual({ code: 2, ...each(broken, 'failed') });
});

const whole: Replies = {
  'with no body, by status 204': ['HTTP/1.1 204 No Content\r\n\r\n'],
  'with no body, by a length of 0': [`${ok}content-length: 0\r\n\r\n`],
  'with no body, by the last chunk': [chunked, '0\r\n\r\n'],
  'with white space of the announced length': [`${ok}content-length: 2\r\n\r\n`, '\r\n'],
  'with an object, without a length': [`${ok}\r\n`, '{}\n'],
  'with an object in chunks': [chunked, '1\r\n{\r\n', '1\r\n}\r\n', '0\r\n\r\n'],
};

it('goes on when an http guard ended its reply', async () => {
  expect(await statuses(whole)).toEqual({ code: 0, ...each(whole, 'ok') });
});
