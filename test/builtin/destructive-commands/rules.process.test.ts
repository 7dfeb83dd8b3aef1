import { mkdirSync } from 'node:fs';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { judgeLine } from '../../../src/builtin/destructive-commands/judge.ts';
import { allRules } from '../../../src/builtin/destructive-commands/rules.ts';
import {
  destructiveCommandsOptions,
  settingOf,
} from '../../../src/builtin/destructive-commands/setting/options.ts';
import { Scratch } from '../../support/scratch.ts';

const setting = settingOf(destructiveCommandsOptions().parse({}));

/** A project without a repository, so that whatever git could lose counts. */
const project = new Scratch();
project.write('package.json', '{}');
mkdirSync(join(project.path, 'src'));

const stops = allRules.flatMap(({ id, stops: lines }) => lines.map((line) => ({ id, line })));
const passes = allRules.flatMap(({ id, passes: lines }) => lines.map((line) => ({ id, line })));

describe('a rule against destructive commands', () => {
  it.each(stops)('$id stops $line', ({ id, line }) => {
    expect(judgeLine(line, project.path, setting)?.rule.id).toBe(id);
  });

  it.each(passes)('$id lets pass $line', ({ line }) => {
    expect(judgeLine(line, project.path, setting)).toBeNull();
  });

  const wrappers: readonly (readonly [string, (line: string) => string])[] = [
    ['sudo', (line) => `sudo ${line}`],
    ['env', (line) => `env A=1 ${line}`],
    ['behind another command', (line) => `npm test && ${line}`],
    ['before another command', (line) => `${line}; npm test`],
    ['in a subshell', (line) => `( ${line} )`],
    ['in a condition', (line) => `if true; then ${line}; fi`],
    ['in sh -c', (line) => `sh -c '${line.replaceAll("'", `'\\''`)}'`],
    ['in a here-document', (line) => `bash <<'EOF'\n${line}\nEOF`],
    ['in the background', (line) => `${line} &`],
  ];
  const plain = stops.filter(({ line }) => !/[|&;<>(){}$]/.test(line));

  it.each(wrappers)('stops the same %s', (_, wrap) => {
    const cwd = project.path;
    const freed = plain.filter(({ line }) => judgeLine(wrap(line), cwd, setting) === null);
    expect(freed.map(({ line }) => wrap(line))).toEqual([]);
  });

  it('takes text for text', () => {
    const cwd = project.path;
    const quoted = plain.flatMap(({ line }) => [
      `echo ${JSON.stringify(line).replaceAll('$', '\\$')}`,
      `git commit -m '${line.replaceAll("'", '')}'`,
      `cat > notes.md <<'EOF'\n${line}\nEOF`,
      `# ${line}`,
    ]);
    expect(quoted.filter((line) => judgeLine(line, cwd, setting) !== null)).toEqual([]);
  });

  it('can be switched off, changed, and made to let a command pass', () => {
    const cwd = project.path;
    const set = (options: object) => settingOf(destructiveCommandsOptions().parse(options));
    expect(judgeLine('git push --force', cwd, set({ packs: { git: false } }))).toBeNull();
    expect(judgeLine('git push --force', cwd, set({ severity: { 'git.push-force': 'ask' } }))?.decision).toBe(
      'ask',
    );
    expect(judgeLine('git push --force', cwd, set({ severity: { 'git.push-force': 'off' } }))).toBeNull();
    const allow = [{ rule: 'git.push-force', command: 'git push --force origin topic/*' }];
    expect(judgeLine('git push --force origin topic/a', cwd, set({ allow }))).toBeNull();
    expect(judgeLine('git push --force origin main', cwd, set({ allow }))?.decision).toBe('deny');
    expect(() => set({ severity: { 'git.push-forse': 'off' } })).toThrow();
  });
});

describe('a home in a temporary folder', () => {
  const place = new Scratch();
  const home = join(place.path, 'a/home');
  const old = process.env['HOME'];
  beforeAll(() => {
    process.env['HOME'] = home;
  });
  afterAll(() => {
    if (old === undefined) delete process.env['HOME'];
    else process.env['HOME'] = old;
  });

  it.each(['~', home, '$HOME', '~/letters', join(home, 'letters'), join(place.path, 'a')])(
    'is not removed with the rest: %s',
    (path) => {
      expect(judgeLine(`rm -rf ${path}`, project.path, setting)?.rule.id).toBe('filesystem.remove');
    },
  );

  it('leaves the rest of that folder free', () => {
    expect(judgeLine(`rm -rf ${join(place.path, 'b')}`, project.path, setting)).toBeNull();
  });
});
