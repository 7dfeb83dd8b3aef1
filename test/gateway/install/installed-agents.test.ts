import { mkdirSync } from 'node:fs';
import { join } from 'node:path';
import { afterEach, beforeEach, expect, it } from 'vitest';
import { claudeCodeAgent } from '../../../src/gateway/agents/claude-code.ts';
import { installedAgents } from '../../../src/gateway/install/installed-agents.ts';
import { wantedHandlers } from '../../../src/gateway/install/wanted-events.ts';
import { Scratch } from '../../support/scratch.ts';
import { writeChain } from './write-chain.ts';

const variables = [
  'XDG_DATA_HOME',
  'XDG_CONFIG_HOME',
  'CLAUDE_CONFIG_DIR',
  'CODEX_HOME',
  'GEMINI_CLI_HOME',
  'COPILOT_HOME',
];
const old = variables.map((name) => [name, process.env[name]] as const);
let project: Scratch;

beforeEach(() => {
  project = new Scratch();
  for (const name of variables) process.env[name] = `${project.path}/elsewhere`;
  const main = project.write('main.js', '');
  mkdirSync(join(project.path, 'elsewhere/hookline'), { recursive: true });
  writeChain(join(project.path, 'elsewhere/hookline'), '#!/bin/sh', main);
});

afterEach(() => {
  for (const [name, value] of old) {
    if (value === undefined) delete process.env[name];
    else process.env[name] = value;
  }
});

interface Group {
  matcher?: string;
  hooks: Record<string, unknown>[];
}

it.each<[string, (group: Group) => object, boolean]>([
  ['as it was written', (group) => group, true],
  ['for every tool', (group) => ({ ...group, matcher: '*' }), true],
  ['for one tool alone', (group) => ({ ...group, matcher: 'Read' }), false],
  ['in the background', ({ hooks }) => ({ hooks: hooks.map((one) => ({ ...one, async: true })) }), false],
  ['on a condition', ({ hooks }) => ({ hooks: hooks.map((one) => ({ ...one, if: 'Bash(ls)' })) }), false],
  ['with a second of time', ({ hooks }) => ({ hooks: hooks.map((one) => ({ ...one, timeout: 1 })) }), false],
  [
    'with another line',
    ({ hooks }) => ({ hooks: hooks.map((one) => ({ ...one, command: `${one['command']} || true` })) }),
    false,
  ],
])('says whether an entry %s guards', async (_, change, guards) => {
  for (const open of [true, false]) {
    const options = { scope: 'project', folder: '', points: new Set<string>(), open, trust: true } as const;
    const hooks = Object.fromEntries(
      [...wantedHandlers(claudeCodeAgent, options)].map(([event, handler]) => [
        event,
        [change({ hooks: [{ ...handler }] })],
      ]),
    );
    project.write('.claude/settings.json', JSON.stringify({ hooks }));
    const [found] = await installedAgents(project.path);
    if (guards) expect(found?.problem).toBeNull();
    else expect(found?.problem).toContain('the entry for PreToolUse is not as hookline writes it');
  }
});
