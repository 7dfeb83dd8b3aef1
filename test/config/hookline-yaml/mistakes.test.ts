import { mkdirSync, symlinkSync } from 'node:fs';
import { describe, expect, it } from 'vitest';
import { ConfigError } from '../../../src/config/source/problem.ts';
import { mistakes, pageOf } from '../../support/configuration/mistakes.ts';
import { cpuMs } from '../../support/cpu.ts';
import { runs } from '../../support/seed.ts';
import { Project } from '../support.ts';

describe('what is wrong', () => {
  it('is told in many ways', () => {
    expect(mistakes.length).toBeGreaterThan(100);
  });

  it.each(mistakes)('$group: $name', async (mistake) => {
    const project = new Project({ 'h.yaml': mistake.yaml });
    await expect(pageOf(mistake, await project.says('h.yaml'))).toMatchFileSnapshot(mistake.page);
  });

  it('is told of lines that end as on Windows', async () => {
    const project = new Project({ 'h.yaml': 'hooks:\r\n  PreToolUze: []\r\n' });
    expect((await project.says('h.yaml')).split('\n')).toEqual([
      'h.yaml:2:3: error: unknown event "PreToolUze", did you mean "PreToolUse"?',
      '  2 |   PreToolUze: []',
      '    |   ^^^^^^^^^^',
    ]);
  });

  it('is told of a file with a byte order mark', async () => {
    const project = new Project({ 'h.yaml': '\uFEFFhoks: {}\n' });
    expect((await project.says('h.yaml')).split('\n')).toEqual([
      'h.yaml:1:1: error: unknown key "hoks", did you mean "hooks"?',
      '  1 | hoks: {}',
      '    | ^^^^',
    ]);
  });
});

describe('a file that cannot be read', () => {
  it.each([
    ['is not there', () => {}, 'it does not exist'],
    ['is a folder', (project: Project) => mkdirSync(project.file('h.yaml')), 'it is a folder'],
    [
      'is a link to itself',
      (project: Project) => symlinkSync('h.yaml', project.file('h.yaml')),
      'it is a link that leads back to itself',
    ],
    [
      'is huge',
      (project: Project) => project.write('h.yaml', '#'.repeat(2 ** 22 + 1)),
      'it has more than 4 MiB',
    ],
  ])('because it %s', async (_, prepare, reason) => {
    const project = new Project();
    prepare(project);
    expect(await project.says('h.yaml')).toBe(`h.yaml:1:1: error: h.yaml cannot be read: ${reason}`);
  });

  it('because it is not UTF-8', async () => {
    const project = new Project();
    project.write('h.yaml', Buffer.from('hooks: {}\n# caf\xe9\n', 'latin1'));
    expect(await project.says('h.yaml')).toBe(
      [
        'h.yaml:2:6: error: h.yaml cannot be read: it is not UTF-8 text',
        '  2 | # caf\u{FFFD}',
        '    |      ^',
      ].join('\n'),
    );
  });

  it('because its name does not say what it is', async () => {
    const project = new Project({ 'h.yamml': '' });
    expect(await project.says('h.yamml')).toContain('does not say what it is, did you mean ".yaml"?');
  });
});

describe('a configuration with errors', () => {
  it('shows at most 50 of its problems, errors first, and counts the rest', async () => {
    const odd = Array.from({ length: 60 }, (_, index) => `x-${index}: !tag text\n`);
    const wrong = Array.from({ length: 55 }, (_, index) => `  Event${index}: []\n`);
    const project = new Project({ 'h.yaml': `${odd.join('')}hooks:\n${wrong.join('')}` });
    const error = await project.load('h.yaml').catch((problem: unknown) => problem);
    if (!(error instanceof ConfigError)) throw error;
    expect(error.problems.length).toBeGreaterThan(100);
    const heads = error.message.split('\n').filter((line) => /^\S/.test(line));
    expect(heads).toHaveLength(51);
    expect(heads.slice(0, 50).filter((line) => !line.includes(': error: '))).toEqual([]);
    expect(heads.at(-1)).toBe(`… and ${error.problems.length - 50} more`);
  });

  it('throws one error with all of them, and registers nothing', async () => {
    const project = new Project({
      'hookline.yaml': 'hoks: {}\nhooks:\n  Stop:\n    - { type: comand, handler: a }\n  Start: []\n',
    });
    const error = await project.load().then(
      () => null,
      (problem: unknown) => problem,
    );
    expect(error).toBeInstanceOf(ConfigError);
    expect(error).toMatchObject({ code: 'config-invalid' });
    expect((error as ConfigError).problems.map(({ place }) => place.line)).toEqual([1, 4, 5]);
  });

  it('says that it is empty, and how to say that nothing is meant', async () => {
    const project = new Project({ 'empty.yaml': '', 'comment.yaml': '# nothing yet\n', 'none.yaml': '{}\n' });
    expect(await project.says('empty.yaml')).toBe(
      'empty.yaml:1:1: error: the file is empty; write {} if no hooks are meant',
    );
    expect(await project.says('comment.yaml')).toContain('error: the file is empty; write {}');
    expect(await project.says('none.yaml')).toBe('');
  });

  it('is told even when it is nested deeper than the stack', async () => {
    const project = new Project({ 'h.yaml': `x-deep: ${'['.repeat(100_000)}${']'.repeat(100_000)}\n` });
    expect(await project.says('h.yaml')).toMatch(/^h\.yaml:1:\d+: error: this is nested too deep\n/);
  });

  it('shows only what surrounds the place of a long line', async () => {
    const project = new Project({ 'h.yaml': `hooks: { ${' '.repeat(500)}Stopp: [] }\n` });
    const [, line = '', caret = ''] = (await project.says('h.yaml')).split('\n');
    expect(line.length).toBeLessThan(200);
    expect(caret.indexOf('^')).toBe(line.indexOf('Stopp'));
  });
});

describe('a large configuration', () => {
  const many = (line: (number: number) => string): string =>
    Array.from({ length }, (_, number) => line(number)).join('');
  const length = runs(500, 2000);
  const agent = (number: number): string =>
    `  - id: a${number}\n    backend: { hooks: { Stop: { override: true, hooks: [{ name: same, handler: echo x }] } } }\n`;

  it.each([
    [
      'named hooks',
      `hooks:\n  Stop:\n${many((number) => `    - { name: h${number}, handler: exit ${number} }\n`)}`,
    ],
    ['hooks without names', `hooks:\n  Stop:\n${many(() => '    - { handler: echo x }\n')}`],
    ['agents', `agents:\n${many(agent)}`],
    ['mistakes', `hooks:\n${many((number) => `  Event${number}: []\n`)}`],
    ['hooks in another shape', `hooks:\n  Stop:\n${many(() => '    - { command: echo x }\n')}`],
  ])('of %s is read in time that grows with its size', async (_, yaml) => {
    const project = new Project({ 'h.yaml': yaml });
    const ms = await cpuMs(async () => {
      const { declarations, problems } = await project.read('h.yaml');
      expect(declarations.length + problems.length).toBe(length);
    });
    expect(ms).toBeLessThan(10 * length);
  });
});
