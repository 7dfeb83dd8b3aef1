import { describe, expect, it } from 'vitest';
import { hookline } from '../../support/command-line/served.ts';
import { folderWith } from '../../support/folder-with.ts';

const words = `export const words = {
  type: 'words',
  summary: 'Refuses events that contain one of the words.',
  create({ words, handler = 'says' }) {
    if (!Array.isArray(words)) throw new Error('words is a list');
    return async (event) => {
      const found = words.find((word) => JSON.stringify(event.tool_input).includes(word));
      return found === undefined ? undefined : { type: 'deny', reason: handler + ' ' + found };
    };
  },
};
`;
const config = (entry: string, handlers = 'words: ./handlers/words.mjs'): string => `
handlers: { ${handlers} }
hooks:
  PreToolUse:
    - ${entry}
`;
const guard = '{ name: no-secrets, type: words, options: { words: [password] }, guard: true }';

async function fire(files: Readonly<Record<string, string>>, command: string) {
  const event = { tool_name: 'Bash', tool_input: { command } };
  const call = ['fire', 'PreToolUse', '--input', '-'];
  return hookline(call, { cwd: folderWith(files), input: JSON.stringify(event) });
}

describe('a type of handler that a file names a module for', () => {
  it('runs hooks like those that ship', async () => {
    const files = { 'hookline.yaml': config(guard), 'handlers/words.mjs': words };
    expect(await fire(files, 'ls')).toMatchObject({ code: 0 });
    const denied = await fire(files, 'echo password');
    expect(denied).toMatchObject({ code: 2, stdout: expect.stringContaining('says password') });
  });

  it('gets the handler beside its options', async () => {
    const entry = '{ type: words, handler: found, options: { words: [password] } }';
    const files = { 'hookline.yaml': config(entry), 'handlers/words.mjs': words };
    expect(await fire(files, 'echo password')).toMatchObject({
      stdout: expect.stringContaining('found password'),
    });
  });

  it('is found in CommonJS too', async () => {
    const common = words.replace('export const words =', 'module.exports.words =');
    const files = {
      'hookline.yaml': config(guard, 'words: ./words.cjs'),
      'words.cjs': common,
    };
    expect(await fire(files, 'echo password')).toMatchObject({ code: 2 });
  });

  it.each([
    [
      'a module that is not there',
      config(guard),
      {},
      /hookline\.yaml:2:20: error: .*words\.mjs does not exist/,
    ],
    [
      'a module that does not parse',
      config(guard),
      { 'handlers/words.mjs': 'export const = 1' },
      /hookline\.yaml:2:20: error: .*words\.mjs cannot be imported/,
    ],
    [
      'a module that defines another type',
      config(guard),
      { 'handlers/words.mjs': words.replace("type: 'words'", "type: 'wrods'") },
      /hookline\.yaml:2:20: error: .*does not define the type "words": it exports only "wrods"/,
    ],
    [
      'a module that defines nothing',
      config(guard),
      { 'handlers/words.mjs': 'export default 1' },
      /does not define the type "words": it exports no definition of a handler/,
    ],
    [
      'a type that ships',
      config('{ type: command, handler: ./x.sh }', 'command: ./handlers/words.mjs'),
      { 'handlers/words.mjs': words },
      /"command" is a type that ships with hookline/,
    ],
    [
      'options that the type refuses',
      config('{ type: words, options: { words: password } }'),
      { 'handlers/words.mjs': words },
      /a handler of type "words" cannot be made: words is a list/,
    ],
    [
      'a type that gives no function',
      config('{ type: words }'),
      { 'handlers/words.mjs': "export const words = { type: 'words', create: () => 1 }" },
      /create of the type "words" gave 1, not a function/,
    ],
    [
      'a misspelled type',
      config('{ type: wodrs }'),
      { 'handlers/words.mjs': words },
      /unknown type "wodrs", did you mean "words"\?/,
    ],
    [
      'a misspelled key beside it',
      config('{ type: words, mather: Bash, options: { words: [] } }'),
      { 'handlers/words.mjs': words },
      /unknown key "mather", did you mean "matcher"\?/,
    ],
    [
      'an option beside the options',
      config('{ type: words, words: [password] }'),
      { 'handlers/words.mjs': words },
      /unknown key "words"/,
    ],
  ])('is refused with its place: %s', async (_, yaml, files, message) => {
    const ended = await fire({ 'hookline.yaml': yaml, ...files }, 'ls');
    expect(ended).toMatchObject({ code: 1 });
    expect(ended.stderr).toMatch(message);
  });

  it('is protected as the files of other handlers are', async () => {
    const write = { name: 'Write', input: { file_path: 'handlers/words.mjs', content: '' } };
    const cwd = folderWith({
      'hookline.yaml': config(guard),
      'handlers/words.mjs': words,
      'script.yaml': JSON.stringify({ prompt: 'Go', turns: [{ tools: [write] }, { text: 'Done.' }] }),
    });
    const { stdout } = await hookline(
      ['run', '--config', 'hookline.yaml', '--script', 'script.yaml', '--json'],
      { cwd },
    );
    const results = stdout.split('\n').filter((line) => line.includes('"tool_result"'));
    expect(results.join('\n')).toMatch(/"is_error":true/);
  });
});
