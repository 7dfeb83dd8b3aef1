import { mkdirSync, readFileSync, symlinkSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { createBuiltin } from '../../../src/builtin/builtin-handler.ts';
import { quietHooks } from '../../support/hooks.ts';
import { Scratch } from '../../support/scratch.ts';

/** Commands as coding agents write them in the folder of a project, between lines of `%%`. */
const commands = readFileSync(join(import.meta.dirname, 'ordinary-work.txt'), 'utf8')
  .split('\n%%\n')
  .map((command) => command.replace(/\n$/, ''));

const files = [
  ...['package.json', 'package-lock.json', 'tsconfig.json', 'README.md', 'notes.md', 'requirements.txt'],
  ...[
    'Makefile',
    'Dockerfile',
    'Cargo.toml',
    'go.mod',
    '.env.example',
    '.gitignore',
    'server.log',
    'fix.patch',
  ],
  ...[
    'src/server.ts',
    'src/parse.ts',
    'src/a.ts',
    'src/b.ts',
    'src/helper.ts',
    'src/legacy.ts',
    'src/old.js',
  ],
  ...[
    'src/components/index.ts',
    'tests/server.test.ts',
    'tests/test_api.py',
    'tests/out.snap',
    'docs/api.md',
  ],
  ...['packages/web/package.json', 'packages/shared/config.json', 'scripts/build.js', 'scripts/setup.sh'],
  ...['data/users.json', 'data/table.txt', 'data/numbers.csv', 'data/app.db', 'app/__init__.py'],
  ...['app/__pycache__/app.pyc', 'dist/server.js', '.venv/bin/activate', '.git/HEAD', '.git/config'],
  ...['node_modules/react/package.json', 'node_modules/react/index.js', 'node_modules/jest/bin/jest.js'],
];

function build(): string {
  const project = join(new Scratch().path, 'project');
  for (const file of files) {
    mkdirSync(dirname(join(project, file)), { recursive: true });
    writeFileSync(join(project, file), `${file}\n`);
  }
  mkdirSync(join(project, 'node_modules/.bin'));
  symlinkSync('../jest/bin/jest.js', join(project, 'node_modules/.bin/jest'));
  return project;
}

/** Why a command is refused that an agent gives in the project, with the options as they are; null when it is not. */
async function refusal(command: string, project: string): Promise<string | null> {
  const { hooks } = quietHooks();
  hooks.on('PreToolUse', { guard: true }, createBuiltin('path-permissions', {}, { directory: project }));
  const call = { tool_name: 'Bash', tool_input: { command }, tool_use_id: '1', cwd: project };
  const { decision, reason } = await hooks.fire('PreToolUse', call);
  return decision === 'deny' ? (reason ?? 'denied') : null;
}

describe('ordinary work in a project', () => {
  it('is at least 300 commands, each given once', () => {
    expect(commands.length).toBeGreaterThanOrEqual(300);
    expect(new Set(commands).size).toBe(commands.length);
  });

  it('is hardly ever refused: at most 2 %', async () => {
    const project = build();
    const refused: string[] = [];
    for (const command of commands) {
      const reason = await refusal(command, project);
      if (reason !== null) refused.push(`${command}\n    ${reason}`);
    }
    console.info(`refused: ${refused.length} of ${commands.length}\n${refused.join('\n')}`);
    expect(refused.length / commands.length, refused.join('\n')).toBeLessThanOrEqual(0.02);
  });
});
