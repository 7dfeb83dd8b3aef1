import { mkdirSync, readlinkSync, realpathSync, symlinkSync, writeFileSync } from 'node:fs';
import { dirname, join, resolve } from 'node:path';
import { beforeAll, describe, expect, it } from 'vitest';
import { createBuiltin } from '../../../src/builtin/builtin-handler.ts';
import { cpuMs } from '../../support/cpu.ts';
import { quietHooks } from '../../support/hooks.ts';
import { Scratch } from '../../support/scratch.ts';
import { fc, runs } from '../../support/seed.ts';

let outer: string;
let work: string;
beforeAll(() => {
  outer = new Scratch().path;
  work = join(outer, 'work');
  for (const folder of ['work/a/b', 'work/c', 'beside/a/b', 'workshop']) {
    mkdirSync(join(outer, folder), { recursive: true });
  }
  writeFileSync(join(work, 'a/file'), '');
  for (const [link, target] of [
    ['work/up', '..'],
    ['work/a/out', '../../beside'],
    ['work/c/far', '/'],
    ['work/c/back', '../a'],
    ['work/a/b/chain', '../out/a'],
    ['work/hole', '../beside/nothing/yet'],
    ['work/abs', join(outer, 'beside')],
    ['beside/a/home', '../../work'],
  ] as const) {
    symlinkSync(target, join(outer, link));
  }
});

const name = fc.constantFrom(
  'a',
  'b',
  'c',
  'up',
  'out',
  'far',
  'back',
  'chain',
  'hole',
  'abs',
  'home',
  'file',
  'new',
  '..',
  '.',
  '',
  'work',
  'beside',
  'workshop',
  '~',
  '*',
);
const path = fc
  .tuple(
    fc.constantFrom('', '/', 'outer', './', '//'),
    fc.array(name, { minLength: 1, maxLength: 8 }),
    fc.constantFrom('', '/'),
  )
  .map(([start, names, end]) => (start === 'outer' ? `${outer}/` : start) + names.join('/') + end);

/**
 * Where a path leads, name by name. What is missing counts as a plain folder, since a program may make it on its way;
 * links behind it count all the same.
 */
function truth(text: string): string {
  let place = '/';
  const names = text.split('/');
  for (let name = names.shift(); name !== undefined; name = names.shift()) {
    const next = join(place, name);
    const target = linkAt(next);
    if (target === undefined) place = next;
    else {
      names.unshift(...target.split('/'));
      if (target.startsWith('/')) place = '/';
    }
  }
  return place;
}

function linkAt(path: string): string | undefined {
  try {
    return readlinkSync(path);
  } catch {
    return undefined;
  }
}

/** What the system itself says; nothing of a path that is not there. */
function systemsWord(text: string): string | undefined {
  try {
    return realpathSync.native(text);
  } catch {
    return undefined;
  }
}

function isInside(text: string): boolean {
  const end = truth(text);
  return end === work || end.startsWith(`${work}/`);
}

async function isAllowed(tool: string, input: Record<string, unknown>): Promise<boolean> {
  const { hooks } = quietHooks();
  hooks.on(
    'PreToolUse',
    { guard: true },
    createBuiltin('path-permissions', { readBeforeDelete: false }, { directory: work }),
  );
  const outcome = await hooks.fire('PreToolUse', {
    tool_name: tool,
    tool_input: input,
    tool_use_id: '1',
    cwd: work,
  });
  return outcome.decision === null;
}

describe('where a path leads, as these tests see it', () => {
  it('is where the system says, of all that is there', () => {
    fc.assert(
      fc.property(path, (text) => {
        const raw = text.startsWith('/') ? text : `${work}/${text}`;
        const word = systemsWord(raw);
        if (word !== undefined) expect(truth(raw)).toBe(word);
      }),
      { numRuns: runs(100) },
    );
  });

  it('is told by links behind what is missing, too', () => {
    expect(truth(`${work}/abs/missing/../a/home`)).toBe(work);
    expect(truth(`${work}/hole/../../a/home/c`)).toBe(`${work}/c`);
  });
});

describe('no path that leads outside is ever allowed', () => {
  it.each(['Read', 'Write', 'Edit'])('to %s', async (tool) => {
    await fc.assert(
      fc.asyncProperty(path, async (text) => {
        if (!(await isAllowed(tool, { file_path: text }))) return;
        // As the system reads it, and as a program does that tidies it up first.
        const raw = text.startsWith('/') ? text : `${work}/${text}`;
        expect(isInside(raw), raw).toBe(true);
        expect(isInside(resolve(work, text)), text).toBe(true);
      }),
      { numRuns: runs(50) },
    );
  });

  it.each(['rm -rf', 'cat', 'tee', 'echo x >', 'cp a/file', 'unheard-of'])(
    'in the command %s',
    async (command) => {
      await fc.assert(
        fc.asyncProperty(
          path.filter((text) => text !== '' && !text.includes('*')),
          async (text) => {
            if (!(await isAllowed('Bash', { command: `${command} ${text}` }))) return;
            const raw = text.startsWith('/') ? text : `${work}/${text}`;
            // Removing a link touches only the folder that it is in.
            expect(isInside(command.startsWith('rm') ? dirname(raw) : raw), raw).toBe(true);
          },
        ),
        { numRuns: runs(30) },
      );
    },
  );

  it('and plain names inside always are', async () => {
    const plain = fc.array(fc.stringMatching(/^[a-z0-9]{1,8}$/), { minLength: 1, maxLength: 4 });
    await fc.assert(
      fc.asyncProperty(plain, async (names) => {
        const text = ['c', 'plain', ...names].join('/');
        expect(await isAllowed('Write', { file_path: text })).toBe(true);
        expect(await isAllowed('Write', { file_path: join(work, text) })).toBe(true);
      }),
    );
  });
});

describe('any input at all', () => {
  it('gets an answer, and what is not text as a path is denied', async () => {
    await fc.assert(
      fc.asyncProperty(fc.jsonValue(), async (value) => {
        const allowed = await isAllowed('Write', { file_path: value });
        const isTextual =
          [value].flat().every((item) => typeof item === 'string') && [value].flat().length > 0;
        expect(allowed && !isTextual).toBe(false);
      }),
      { numRuns: runs(30) },
    );
  });

  it('gets an answer as a command', async () => {
    const pieces = fc.constantFrom(
      'rm',
      ' ',
      "'",
      '"',
      '\\',
      '$',
      '(',
      ')',
      '`',
      '{',
      '}',
      ';',
      '&',
      '|',
      '<',
      '>',
      '\n',
      '#',
      '*',
      '[',
      '~',
      '/',
      '..',
      'x',
      '<<',
      'EOF',
      '=',
    );
    await fc.assert(
      fc.asyncProperty(fc.array(pieces, { maxLength: 20 }), async (parts) => {
        expect(typeof (await isAllowed('Bash', { command: parts.join('') }))).toBe('boolean');
      }),
      { numRuns: runs(100) },
    );
  });

  it('gets an answer in bounded time, however long the command', async () => {
    const signs = fc.array(
      fc.constantFrom(
        'a',
        ' ',
        '$(',
        ')',
        '{',
        'x=',
        ';',
        '"',
        "'",
        '`',
        '<<',
        '\n',
        '*',
        '[',
        '|',
        '$x',
        'cd a;',
        'a/',
      ),
      { minLength: 1, maxLength: 4 },
    );
    await fc.assert(
      fc.asyncProperty(signs, async (parts) => {
        const pattern = parts.join('');
        const command = pattern.repeat(Math.floor(90_000 / pattern.length));
        // It takes some ten milliseconds; reading it again for every sign would take minutes.
        expect(await cpuMs(() => isAllowed('Bash', { command })), pattern).toBeLessThan(5000);
      }),
      { numRuns: runs(4) },
    );
  }, 120_000);
});
