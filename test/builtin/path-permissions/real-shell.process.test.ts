import { spawnSync } from 'node:child_process';
import { mkdirSync, readdirSync, readFileSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { beforeAll, describe, expect, it } from 'vitest';
import { createBuiltin } from '../../../src/builtin/builtin-handler.ts';
import { quietHooks } from '../../support/hooks.ts';
import { Scratch } from '../../support/scratch.ts';
import { fc, runs } from '../../support/seed.ts';

// Deep enough that no number of `..` below leaves what the test may lose.
let outer: string;
let home: string;
let work: string;
beforeAll(() => {
  outer = new Scratch().path;
  home = join(outer, '1/2/3/4/5/6/7/8/9');
  work = join(home, 'work');
});

function build(): void {
  rmSync(join(outer, '1'), { recursive: true, force: true });
  mkdirSync(join(work, 'in'), { recursive: true });
  mkdirSync(join(home, 'beside'));
  for (const file of ['work/a', 'work/in/b', 'beside/c', 'a']) writeFileSync(join(home, file), file);
  symlinkSync('../beside', join(work, 'out'));
  symlinkSync('../beside/c', join(work, 'outfile'));
  symlinkSync('../beside/new', join(work, 'hole'));
}

/** Everything but the working folder: names and contents. */
function pictureOfTheRest(): string {
  const names = readdirSync(outer, { recursive: true, withFileTypes: true })
    .map((entry) => ({ entry, path: join(entry.parentPath, entry.name) }))
    .filter(({ path }) => !path.startsWith(`${work}/`));
  return names
    .map(({ entry, path }) => (entry.isFile() ? `${path}: ${readFileSync(path, 'utf8')}` : path))
    .sort()
    .join('\n');
}

const piece = fc.constantFrom(
  ...[
    'echo',
    'touch',
    'cp a',
    'mv a',
    'rm',
    'tee',
    'cat',
    'cd',
    'cd in',
    'cd ..',
    'ln -s',
    'sed -i s/w/z/',
    'mkdir',
    'true',
    'bash -c',
    'env',
    'sh -c',
    'command',
  ],
  ...[
    ' ',
    ' ',
    ' ',
    ' ',
    ' ',
    ';',
    ' && ',
    ' || ',
    ' & ',
    '|',
    '\n',
    ' > ',
    ' >> ',
    ' >| ',
    ' &> ',
    ' 2> ',
    ' < ',
    ' <> ',
    '(',
    ')',
    '{ ',
    '; }',
  ],
  ...[
    "'",
    '"',
    '\\',
    '#',
    '$',
    '`',
    '$(',
    '=',
    '*',
    '?',
    '[a-z]',
    '{in,out}',
    '\\\n',
    '<<E\n',
    '\nE\n',
    '!',
    '..',
    '/',
    '../',
    './',
    '.',
  ],
  ...[
    'a',
    'in',
    'out',
    'outfile',
    'hole',
    'in/b',
    'out/c',
    'out/new',
    '../beside/c',
    '../beside',
    '../new',
    'new',
    'x=',
    '$x',
    '-t',
    '--',
    '-r',
    '--target-directory=',
  ],
);

const target = fc.constantFrom(
  ...[
    'a',
    'in/b',
    'in',
    'new',
    'out',
    'out/',
    'out/c',
    'out/new',
    'outfile',
    'hole',
    '../beside/c',
    '../new',
    'in/../a',
    'out/../new',
    'in/../../new',
    './out/./c',
    'o*/c',
    '*/c',
    'out*',
    '.?/new',
    'in/[b]',
  ],
);
const quoted = fc
  .tuple(target, fc.constantFrom("'", '"', '', '\\'))
  .map(([path, quote]) => (quote === '\\' ? path.replace(/(.)$/, '\\$1') : quote + path + quote));
const verb = fc.constantFrom(
  'touch',
  'rm -f',
  'tee',
  'cp a',
  'mv a',
  'cp -r in',
  'mkdir -p',
  'echo x >',
  'echo x >>',
  'echo x 2>',
  'echo x &>',
  'ln -sf a',
  'sed -i s/w/z/',
  'truncate -s 0',
  'chmod 600',
  'dd if=a of=',
  'sort a -o',
  'sort -oa',
  'cp -t',
  'true; touch',
  'x=1 touch',
  'env x=1 touch',
  'bash -c "touch x"; touch',
  'install a',
  'cat a >|',
  'uniq a',
);
const where = fc.constantFrom(
  '',
  '',
  'cd in; ',
  'cd in && ',
  'cd out; ',
  'cd .. && ',
  'cd in/.. ; ',
  '(cd in); ',
  '{ cd out; }; ',
  'if true; then cd ..; fi; ',
  'cd in | ',
);
const shaped = fc
  .tuple(where, verb, quoted, fc.option(quoted))
  .map(([place, word, first, second]) => `${place}${word} ${first}${second === null ? '' : ` ${second}`}`);
const command = fc.oneof(
  fc.array(piece, { minLength: 2, maxLength: 12 }).map((pieces) => pieces.join('')),
  shaped,
);

describe('a command that is allowed', () => {
  it('changes nothing outside, when a real shell runs it', async () => {
    build();
    const picture = pictureOfTheRest();
    const { hooks } = quietHooks();
    const options = { readBeforeDelete: false };
    hooks.on('PreToolUse', { guard: true }, createBuiltin('path-permissions', options, { directory: work }));
    await fc.assert(
      fc.asyncProperty(command, async (line) => {
        const call = { tool_name: 'Bash', tool_input: { command: line }, tool_use_id: '1', cwd: work };
        if ((await hooks.fire('PreToolUse', call)).decision === 'deny') return;
        build();
        const env = { PATH: process.env['PATH'], HOME: join(outer, '1/2/3') };
        spawnSync('bash', ['--norc', '-c', line], { cwd: work, env, timeout: 5000, input: '' });
        expect(pictureOfTheRest(), line).toBe(picture);
      }),
      { numRuns: runs(26) },
    );
  });
});
