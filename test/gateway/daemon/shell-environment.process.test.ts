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
};

const shells = ['sh', 'dash', 'bash'].filter((shell) => spawnSync(shell, ['-c', 'true']).status === 0);

describe('what export -p prints', () => {
  it.each(shells)('is read as %s writes it', (shell) => {
    const read = (env: Readonly<Record<string, string>>) => {
      const { stdout } = spawnSync(shell, ['-c', 'export -p'], { env, encoding: 'utf8' });
      return readExports(stdout.trimEnd());
    };
    const { LINES, LETTERS, ...others } = values;
    expect(read(others)).toMatchObject(others);
    // bash has words of its own for these, which are not read: then the call is judged without the daemon.
    const all = read(values);
    if (all !== null || shell === 'dash') expect(all).toMatchObject({ LINES, LETTERS });
    expect(all ?? {}).not.toHaveProperty('FAKE');
  });

  it.each(['rm -rf /', "export A='x", 'export A=$(date)', 'export A="x', 'exported A=1'])(
    'is nothing else: %s',
    (text) => {
      expect(readExports(text)).toBeNull();
    },
  );
});

it('a call as a shell sends it has an environment, a folder and a payload of the lengths that it tells', () => {
  const environment = "export A='ä'";
  const body = (text: string): Buffer => Buffer.from(text);
  const sent = body(`${Buffer.byteLength(environment)} 4\n${environment}/tmp{"a": 1}`);
  expect(readCallMessage('codex', false, sent)).toEqual({
    agent: 'codex',
    required: false,
    environment: { A: 'ä' },
    cwd: '/tmp',
    payload: '{"a": 1}',
  });
  for (const text of ['', 'x', '5\n', '999 999\nx', '-1 2\nx'])
    expect(readCallMessage('codex', false, body(text))).toBeNull();
});
