import { spawnSync } from 'node:child_process';
import { describe, expect, it } from 'vitest';
import { readCallMessage } from '../../../src/gateway/daemon/call-message.ts';
import { readExports } from '../../../src/gateway/daemon/shell-environment.ts';

const values = {
  PLAIN: 'x',
  EMPTY: '',
  QUOTES: `it's "so" \\ $HOME \`date\` \\n !`,
  LINES: 'one\ntwo\n\nexport FAKE=1',
  LETTERS: 'äöü — 漢字',
  SIGNS: '\x01\t\r\x1b[0m\x7f',
};

const shells = ['sh', 'dash', 'bash'].filter((shell) => spawnSync(shell, ['-c', 'true']).status === 0);

describe('what export -p prints', () => {
  it.each(shells)('is read as %s writes it', (shell) => {
    const read = (env: Readonly<Record<string, string>>) => {
      const { stdout } = spawnSync(shell, ['-c', 'export -p'], { env, encoding: 'utf8' });
      return readExports(stdout.trimEnd());
    };
    for (const locale of ['C', 'C.UTF-8']) {
      const all = { ...values, LC_ALL: locale };
      expect(read(all)).toMatchObject(all);
      expect(read(all)).not.toHaveProperty('FAKE');
    }
  });

  it.each(['rm -rf /', "export A='x", 'export A=$(date)', 'export A="x', 'exported A=1'])(
    'is nothing else: %s',
    (text) => {
      expect(readExports(text)).toBeNull();
    },
  );
});

it('a call as a shell sends it has an environment, a folder and a payload with zero bytes between', () => {
  const read = (text: string) => readCallMessage('codex', false, Buffer.from(text));
  expect(read(`export A='ä'\0/tmp\0{"a": 1}`)).toEqual({
    agent: 'codex',
    required: false,
    environment: { A: 'ä' },
    cwd: '/tmp',
    payload: '{"a": 1}',
  });
  for (const text of ['', 'x', "export A='ä'", "export A='ä'\0/tmp", 'A=1\0/tmp\0{}', '\0\0\0'])
    expect(read(text)).toBeNull();
  // Whoever called says in its own words that this is no text.
  expect(readCallMessage('codex', false, Buffer.from([0, 0, 0x7b, 0xff, 0x7d]))).toBeNull();
});
