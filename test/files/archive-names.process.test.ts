import { execFileSync } from 'node:child_process';
import { mkdirSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { expect, it } from 'vitest';
import { archiveMembers } from '../../src/files/archive-names.ts';
import { Scratch } from '../support/scratch.ts';

const long = `${'folder/'.repeat(20)}${'x'.repeat(120)}.ts`;
const names = ['a.ts', 'b/c.ts', 'ä/漢字.ts', long];
const python = `import sys, zipfile
with zipfile.ZipFile(sys.argv[1], 'w') as z:
  for n in sys.argv[2:]: z.writestr(n, n)`;

function folderWithNames(): string {
  const { path } = new Scratch();
  for (const name of names) {
    mkdirSync(dirname(join(path, name)), { recursive: true });
    writeFileSync(join(path, name), name);
  }
  return path;
}

it('the names in an archive are read, in whatever form it is', () => {
  const cwd = folderWithNames();
  const forms = [
    ['tar', '--format=gnu', '-cf'],
    ['tar', '--format=pax', '-cf'],
    ['tar', '-czf'],
    ['python3', '-c', python],
  ];
  for (const [program = '', ...words] of forms) {
    execFileSync(program, [...words, 'archive', ...names], { cwd });
    const found = archiveMembers(join(cwd, 'archive'))?.map(({ path }) => path);
    expect(names.map((name) => found?.includes(name))).toEqual([true, true, true, true]);
  }
});

it('names that cannot be told are none', () => {
  const cwd = folderWithNames();
  const script =
    'tar -czf whole b; head -c 60 whole >cut; echo no archive >text; : >empty; cat whole text >more';
  execFileSync('sh', ['-c', script], { cwd });
  expect(archiveMembers(join(cwd, 'whole'))).toContainEqual({ path: 'b/c.ts', isFolder: false });
  for (const name of ['cut', 'text', 'empty', 'not-there', 'b'])
    expect([name, archiveMembers(join(cwd, name))]).toEqual([name, null]);
});
