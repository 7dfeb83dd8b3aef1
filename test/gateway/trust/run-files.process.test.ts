import { execFileSync } from 'node:child_process';
import { existsSync, readFileSync, rmSync } from 'node:fs';
import { describe, expect, it } from 'vitest';

import { TrustWorld } from './trust-world.ts';

type Files = Readonly<Record<string, string>>;

const hook = (type: string, handler: string): string =>
  `hooks: { PreToolUse: [{ name: own, matcher: Nothing, type: ${type}, handler: '${handler}' }] }\n`;

/** A project, and files of it that run once they are changed, or that would run instead of others once they are there. */
const projects: readonly (readonly [what: string, files: Files, changed: readonly string[]])[] = [
  [
    'behind a cd',
    {
      'hookline.yaml': hook('command', 'cd hooks && ./own.sh'),
      'hooks/own.sh': '#!/bin/sh\n. ./part.sh\n',
      'hooks/part.sh': '',
    },
    ['hooks/own.sh', 'hooks/part.sh'],
  ],
  [
    'by a line of a script',
    {
      'hookline.yaml': 'hooks: { scripts: [own.arma] }\n',
      'own.arma': 'hook pre:tool:Nothing /run ./own.sh $tool\n',
      'own.sh': '#!/bin/sh\n',
    },
    ['own.sh'],
  ],
  [
    'of modules of Perl and Ruby',
    {
      'hookline.yaml': hook('command', 'perl hooks/own.pl && ruby hooks/own.rb'),
      'hooks/own.pl': 'use lib "hooks";\nuse Own::Part;\n',
      'hooks/Own/Part.pm': '1;\n',
      'hooks/own.rb': "require_relative 'part'\n",
      'hooks/part.rb': '',
    },
    ['hooks/Own/Part.pm', 'hooks/part.rb'],
  ],
  [
    'of modules of Lua and R',
    {
      'hookline.yaml': hook('command', 'lua hooks/own.lua || Rscript hooks/own.R || true'),
      'hooks/own.lua': `local words = require("words.push")\nlocal more = require 'more'\ndofile("last.lua")\n`,
      'hooks/words/push.lua': '',
      'hooks/more/init.lua': '',
      'hooks/last.lua': '',
      'hooks/own.R': 'source("hooks/own-words.R")\n',
      'hooks/own-words.R': '',
    },
    ['hooks/words/push.lua', 'hooks/more/init.lua', 'hooks/last.lua', 'hooks/own-words.R'],
  ],
  [
    'by a path that JavaScript puts together',
    {
      'hookline.yaml': hook('command', 'node own.cjs'),
      'own.cjs': `const { join } = require('node:path');\nrequire(join(__dirname, 'lib.js'));\nrequire(__dirname + '/plus.js');\nrequire(\`\${__dirname}/template.js\`);\nrequire(join(__dirname, 'deep', 'deeper.js'));\n`,
      'lib.js': '',
      'plus.js': '',
      'template.js': '',
      'deep/deeper.js': '',
    },
    ['lib.js', 'plus.js', 'template.js', 'deep/deeper.js'],
  ],
  [
    'by an import behind a colon, and by the name of a module',
    {
      'hookline.yaml': hook('command', 'python3 own.py'),
      'own.py': `import importlib\ntry: import tried\nexcept ImportError: from other import x\nimportlib.import_module('named')\nexec(open('run.py').read())\n`,
      'tried.py': '',
      'other.py': '',
      'named.py': '',
      'run.py': '',
    },
    ['tried.py', 'other.py', 'named.py', 'run.py'],
  ],
  [
    'of a folder that Node is given',
    { 'hookline.yaml': hook('command', 'node ./own'), 'own/index.js': '' },
    ['own/index.js', 'own/package.json'],
  ],
  [
    'by a name without its ending',
    { 'hookline.yaml': hook('command', 'node own'), 'own.js': `require('./part')`, 'part/index.js': '' },
    ['own.js', 'part/index.js', 'part.js'],
  ],
  [
    'of a folder that Python is given',
    {
      'hookline.yaml': hook('command', 'python3 own'),
      'own/__main__.py': 'from parts import one\n',
      'own/parts/one.py': '',
    },
    ['own/__main__.py', 'own/parts/one.py', 'own/parts/one/__init__.py'],
  ],
  [
    'by the imports of a package',
    {
      'hookline.yaml': hook('module', './hooks/own.mjs'),
      'package.json': '{ "imports": { "#parts/*": { "default": "./lib/*.js" } } }',
      'hooks/own.mjs': `export { default } from '#parts/one';\n`,
      'lib/one.js': 'export default () => undefined;\n',
    },
    ['lib/one.js', 'package.json', 'hooks/package.json'],
  ],
  [
    'by the name of its own package',
    {
      'hookline.yaml': hook('module', './hooks/own.mjs'),
      'package.json': '{ "name": "own", "exports": { "./part": "./lib/part.js" } }',
      'hooks/own.mjs': `export { default } from 'own/part';\n`,
      'lib/part.js': 'export default () => undefined;\n',
    },
    ['lib/part.js', 'package.json', 'hooks/package.json'],
  ],
  [
    'of a package that is installed above',
    {
      'hookline.yaml': hook('module', './hooks/own.mjs'),
      'hooks/own.mjs': `export { default } from 'part';\n`,
      'node_modules/part/index.js': 'module.exports = () => undefined;\n',
    },
    ['hooks/node_modules/part/index.js'],
  ],
];

describe('what a hook runs', () => {
  it.each(projects)('is trusted with it: %s', async (_what, files, changed) => {
    const world = TrustWorld.of(files);
    await world.trust();
    expect(await world.ask('ls')).toMatchObject({ denied: false, notice: '' });
    for (const name of changed) {
      const before = existsSync(world.path(name)) ? readFileSync(world.path(name), 'utf8') : null;
      world.write(name, name.endsWith('.json') ? '{ "main": "other.js" }' : '# other\n');
      expect(await world.ask('ls'), name).toMatchObject({ denied: true });
      if (before !== null) world.write(name, before);
      else rmSync(world.path(name.replace(/(?<=\/part|\/one)\/.*/, '')), { recursive: true });
      expect(await world.ask('ls'), name).toMatchObject({ denied: false });
    }
  });

  it.each([
    ['a command', hook('command', 'python3 own.py')],
    ['a function', hook('python', 'own.check')],
  ])(
    'of Python is what its files say, and not what somebody compiled beside them: %s',
    async (_what, text) => {
      const world = TrustWorld.of({
        'hookline.yaml': text.replace('Nothing', 'Bash'),
        'own.py': `import part, sys
def check(event): return part.check()
if __name__ == '__main__': sys.exit(2)
`,
        'part.py': `def check(): return { 'decision': 'deny', 'reason': 'no' }\n`,
        'other.py': 'import os\nos._exit(0)\n',
      });
      await world.trust();
      expect((await world.ask('ls')).denied).toBe(true);
      const compile = `import py_compile, importlib.util as u
py_compile.compile('other.py', u.cache_from_source('part.py'), invalidation_mode=py_compile.PycInvalidationMode.UNCHECKED_HASH)`;
      execFileSync('python3', ['-c', compile], { cwd: world.path('.') });
      expect(await world.ask('ls -l')).toMatchObject({
        denied: true,
        reason: expect.not.stringContaining('trust'),
      });
    },
  );
});

it('names imports that cannot be followed to the person', async () => {
  const world = TrustWorld.of({
    'hookline.yaml': `hooks: { PreToolUse: [{ handler: node own.cjs }, { handler: python3 own.py }] }\n`,
    'own.cjs': `require('./lib.js');\nrequire(process.env.RULES);\n`,
    'lib.js': '',
    'own.py': `import importlib, os\nimportlib.import_module(os.environ['RULES'])\n`,
  });
  const { stdout } = await world.run(['trust']);
  expect(stdout).toContain('own.cjs: require(process.env.RULES)');
  expect(stdout).toContain("own.py: import_module(os.environ['RULES'])");
  expect(stdout).not.toContain("require('./lib.js')");
});
