import { readdirSync, symlinkSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { hookline } from '../../support/command-line/served.ts';
import {
  readSuspicious,
  type SuspiciousProject,
  validateProjects,
} from '../../support/configuration/suspicious.ts';
import { told } from '../../support/configuration/told.ts';
import { folderWith } from '../../support/folder-with.ts';

const projects = readSuspicious('handlers') as readonly SuspiciousProject[];
const ordinary = readSuspicious('ordinary-handlers') as readonly SuspiciousProject[];

describe('hookline validate', () => {
  it('tells, without running anything, of handlers, variables and rules that do not hold', async () => {
    expect(projects.length).toBeGreaterThan(100);
    const said = await validateProjects(projects);
    const shown = projects.map(({ name, says = [] }, index) => {
      // What another program says, and what another machine has, is not compared.
      const lines = (said[index] ?? []).map((line, at) => {
        const [start = ''] = says[at]?.split('…') ?? [];
        return says[at]?.endsWith('…') && line.startsWith(start) ? says[at] : line;
      });
      return [name, lines];
    });
    expect(shown).toEqual(projects.map(({ name, says = [] }) => [name, says]));
  });

  it('says nothing about ordinary handlers, variables and rules', async () => {
    const said = await validateProjects(ordinary);
    expect(ordinary.map(({ name }, index) => [name, said[index]])).toEqual(
      ordinary.map(({ name }) => [name, []]),
    );
  });

  it('runs none of what it looks at', async () => {
    const cwd = folderWith({
      'hookline.yaml': [
        'hooks:',
        '  PreToolUse:',
        '    - { handler: ./a.mjs, guard: true }',
        '    - { type: python, handler: rules.check, guard: true }',
        '    - { handler: ./check.sh, guard: true }',
        '    - { handler: "touch ran-line; exit 2", type: command, guard: true }',
        '    - { handler: ./check.py, guard: true }',
        '',
      ].join('\n'),
      'a.mjs':
        'import { writeFileSync } from "node:fs";\nwriteFileSync("ran-module", "");\nexport default () => undefined;\n',
      'rules.py': 'open("ran-python", "w")\n\ndef check(event):\n    return None\n',
      'check.sh': '#!/bin/sh\ntouch ran-script\nexit 2\n',
      'check.py': '#!/usr/bin/env python3\nopen("ran-python-script", "w")\nraise SystemExit(2)\n',
    });
    const { stdout } = await hookline(['validate'], { cwd });
    expect(stdout).toBe('✓ hookline.yaml: 5 hooks\n');
    const { stdout: files } = await hookline(['validate', '--json'], { cwd });
    expect(JSON.parse(files)).toMatchObject({ valid: true, problems: [] });
    expect(readdirSync(cwd).filter((name) => name.startsWith('ran'))).toEqual([]);
  });

  it('looks at the commands of Claude Code settings too', async () => {
    const command = (line: string) => ({ type: 'command', command: line });
    const settings = {
      hooks: {
        PreToolUse: [
          {
            hooks: [
              command('"$CLAUDE_PROJECT_DIR"/hooks/missing.sh'),
              command('python3 hooks/missing.py'),
              command('./hooks/broken.sh'),
              command('gerp -q rm && exit 2'),
            ],
          },
        ],
      },
    };
    const files = { 'hooks/broken.sh': '#!/bin/sh\nif true; then\n' };
    const said = (await told(JSON.stringify(settings), '.claude/settings.json', files)).map(
      (one) => one.said,
    );
    expect(said).toEqual([
      expect.stringMatching(/hooks\/missing\.sh.*\[handler-missing\]$/),
      'warning: there is no file hooks/missing.py [handler-missing]',
      expect.stringMatching(/hooks\/broken\.sh cannot be read: .*\[handler-syntax\]$/),
      expect.stringMatching(/"gerp", which is not on the PATH, did you mean "grep"\? \[program-missing\]$/),
    ]);
  });

  it('takes what is acknowledged for known, and says where nothing was to acknowledge', async () => {
    const line = (handler: string, code: string): string =>
      `    - { handler: ${handler}, guard: true } # hookline-ignore ${code}`;
    const config = [
      'hooks:',
      '  PreToolUse:',
      line('./a.sh || true', 'exit-code-lost'),
      line('./a.sh', 'guard-idle'),
      '',
    ];
    const script = '#!/bin/sh\nexit 2\n';
    expect(
      (await told(config.join('\n'), 'hookline.yaml', { 'a.sh': script })).map(({ said }) => said),
    ).toEqual(['warning: there is no warning "guard-idle" here to ignore [ignore-unused]']);
  });
});

describe('a configuration that is a link', () => {
  it('to nowhere is an error, and never passed over', async () => {
    const cwd = folderWith({ 'hookline.yml': 'hooks: {}\n' });
    symlinkSync('elsewhere/hookline.yaml', join(cwd, 'hookline.yaml'));
    const { code, stdout } = await hookline(['validate'], { cwd });
    expect(code).toBe(1);
    expect(stdout).toContain('it is a link to elsewhere/hookline.yaml, which leads nowhere');
  });

  it('to itself is said to be one', async () => {
    const cwd = folderWith({});
    symlinkSync('hookline.yaml', join(cwd, 'hookline.yaml'));
    const { stdout } = await hookline(['validate'], { cwd });
    expect(stdout).toContain('it is a link that leads back to itself');
  });
});

describe('a configuration that is not found', () => {
  it('is not the one beside it, which is named', async () => {
    const cwd = folderWith({ 'hookline.yaml.txt': 'hooks: {}\n', '.hookline.yaml': 'hooks: {}\n' });
    const { code, stderr } = await hookline(['validate'], { cwd });
    expect(code).toBe(1);
    expect(stderr).toMatch(/there is no hookline\.yaml .*\.hookline\.yaml, hookline\.yaml\.txt are not read/);
  });
});

describe('an agent that no hook is for', () => {
  const config = [
    'hooks: { PreToolUse: [{ type: command, handler: exit 0 }] }',
    'agents:',
    '  - { id: writer, backend: { hooks: { PreToolUse: [{ type: command, handler: exit 2, guard: true }] } } }',
    '',
  ].join('\n');
  const input = JSON.stringify({ tool_name: 'Bash', tool_input: { command: 'ls' } });

  it.each([
    ['fire', ['fire', 'PreToolUse', '-i', '-', '--agent', 'writr']],
    ['list', ['list', '--agent', 'writr']],
  ])('is told by %s', async (_, words) => {
    const { stderr } = await hookline(words, { cwd: folderWith({ 'hookline.yaml': config }), input });
    expect(stderr).toBe('there are no hooks for the agent "writr", did you mean "writer"?\n');
  });

  it.each(['writer', 'main', '*'])('is not %s', async (agent) => {
    const words = ['list', '--agent', agent];
    expect((await hookline(words, { cwd: folderWith({ 'hookline.yaml': config }) })).stderr).toBe('');
  });
});
