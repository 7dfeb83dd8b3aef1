import { spawnSync } from 'node:child_process';
import { readdirSync, readFileSync, statSync } from 'node:fs';
import { join } from 'node:path';
import { expect, it } from 'vitest';
import { corpus } from '../../../scripts/guards-corpus.mjs';
import { Scratch } from '../../support/scratch.ts';
import { everyNth } from '../../support/seed.ts';
import { approvedOf, linesOf, project } from './world.ts';

/** Real programs run what `read` approves, under strace: none of it writes, changes or sends anything. */
const hasTracer = spawnSync('strace', ['-V']).status === 0;
if (!hasTracer) console.warn('strace is missing: no line is traced');

const root = project();
const endless = /\btail -f\b|^sleep |^wait$|while :|\bread\b(?!.*<)/;
const lines = [
  ...linesOf('reads.txt').map((line) => line.replaceAll('{root}', root)),
  ...['ordinary-work.txt', 'hostile-lines.txt'].flatMap((name) => linesOf(`../path-permissions/${name}`)),
  ...linesOf('../../shell/programs/traced-lines.txt'),
  ...corpus().map(({ command }) => command),
];
const approved = (await approvedOf([...new Set(lines)], { cwd: root })).filter((line) => !endless.test(line));
const traced = hasTracer ? everyNth(approved, 5) : [];

const calls =
  /(?<![a-z])(open(?:at)?|creat|unlink(?:at)?|rename\w*|truncate|(?:sym)?link(?:at)?|mkdir(?:at)?|rmdir|f?chmod\w*|f?chown\w*|connect|bind)\((.*)\)\s+= (?!-1)/;
/** What a shell keeps a here-document in, and git its index. */
const passing =
  /"(?:\/dev\/(?:null|tty|stdout|stderr|fd\/\d+|pts\/\d+)|\/tmp\/sh-thd[^"]*|[^"]*\.git\/index(?:\.lock)?)"/;

function changesOf(line: string): readonly string[] {
  const log = join(new Scratch().path, 'log');
  const words = ['-f', '-qq', '-s', '300', '-o', log, '-e', 'trace=file,network', 'bash', '-c', line];
  const env = { ...process.env, HOME: new Scratch().path, GIT_OPTIONAL_LOCKS: '0' };
  spawnSync('strace', words, { cwd: root, env, timeout: 20_000, stdio: ['ignore', 'ignore', 'ignore'] });
  return readFileSync(log, 'utf8')
    .split('\n')
    .filter((one) => {
      const [, name = '', given = ''] = calls.exec(one) ?? [];
      if (name === '' || passing.test(given)) return false;
      if (name === 'connect' || name === 'bind')
        return /AF_INET|AF_UNIX/.test(given) && !/nscd|systemd/.test(given);
      return !name.startsWith('open') || /O_WRONLY|O_RDWR|O_CREAT|O_TRUNC/.test(given);
    });
}

it.each(traced.map((line) => [line]))('%s changes nothing', (line) => {
  const before = snapshot();
  expect(changesOf(line)).toEqual([]);
  expect(snapshot()).toBe(before);
});

function snapshot(): string {
  return readdirSync(root, { recursive: true, encoding: 'utf8' })
    .filter((name) => !name.startsWith('.git/'))
    .sort()
    .map((name) => {
      const facts = statSync(join(root, name), { throwIfNoEntry: false });
      return `${name} ${facts?.isFile() ? facts.mtimeMs : ''} ${facts?.mode ?? ''}`;
    })
    .join('\n');
}

it('traces enough', () => {
  expect(approved.length).toBeGreaterThan(300);
});
