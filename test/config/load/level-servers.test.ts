import { join } from 'node:path';
import { afterEach, expect, it, vi } from 'vitest';
import { readConfig } from '../../../src/config/load/read-config.ts';
import { folderWith } from '../../support/folder-with.ts';

afterEach(() => vi.unstubAllEnvs());

const server = (command: string, more = ''): string =>
  `mcpServers: { rules: { command: ${command} } }\n${more}`;
const hook = 'hooks: { PreToolUse: [{ type: mcp_tool, server: rules, tool: judge, guard: true }] }\n';
const settings = JSON.stringify({
  hooks: { PreToolUse: [{ hooks: [{ type: 'mcp_tool', server: 'rules', tool: 'judge' }] }] },
});

/** What the files of a user and of a project become together. */
async function read(files: Readonly<Record<string, string>>) {
  const folder = folderWith(files);
  vi.stubEnv('XDG_CONFIG_HOME', join(folder, 'config'));
  const paths = ['config/hookline/hookline.yaml', 'work/hookline.yaml'].map((path) => join(folder, path));
  const { mcpServers, problems } = await readConfig(paths, { levels: true });
  return {
    mcpServers,
    problems: problems.map(({ message, place }) => `${place.file.slice(folder.length + 1)}: ${message}`),
  };
}

it('a project does not take the name of a server of its user', async () => {
  const { mcpServers, problems } = await read({
    'config/hookline/hookline.yaml': server('sh', hook),
    'work/hookline.yaml': server('cat', hook),
  });
  expect(mcpServers['rules']).toMatchObject({ command: 'sh' });
  expect(problems).toEqual([
    'work/hookline.yaml: the user level has a server of this name; only hooks of this file use the one here',
  ]);
});

it('hooks of the user never ask a server that only a project names', async () => {
  const { problems } = await read({
    'config/hookline/hookline.yaml': 'include: [settings.json]\n',
    'config/hookline/settings.json': settings,
    'work/hookline.yaml': server('cat'),
  });
  expect(problems).toEqual([expect.stringMatching(/^config\/hookline\/settings\.json: .*rules.*blocks at/)]);
});

it('hooks of a project may ask the servers of its user', async () => {
  const { mcpServers, problems } = await read({
    'config/hookline/hookline.yaml': server('sh'),
    'work/hookline.yaml': `include: [settings.json]\n${hook}`,
    'work/settings.json': settings,
  });
  expect(mcpServers['rules']).toMatchObject({ command: 'sh' });
  expect(problems).toEqual([]);
});
