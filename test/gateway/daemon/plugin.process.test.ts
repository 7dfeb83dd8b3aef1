import { spawn } from 'node:child_process';
import { mkdirSync, utimesSync, writeFileSync } from 'node:fs';
import { createServer } from 'node:http';
import { join, relative } from 'node:path';
import { expect, it, onTestFinished } from 'vitest';
import { agentNamed } from '../../../src/gateway/agents/agent-table.ts';
import { pluginText } from '../../../src/gateway/install/plugins/plugin-text.ts';
import { wantedPlugin } from '../../../src/gateway/install/wanted-events.ts';
import { soonMs } from '../../support/eventually.ts';
import { DaemonWorld, denying } from './support.ts';

/** Has the plugin judge commands, as OpenCode would, and tells what came of each. */
const host = `import { Hookline } from './hookline.mjs';
const hooks = await Hookline({ directory: process.cwd(), worktree: process.cwd() });
const before = hooks['tool.execute.before'];
const said = [];
for (const command of process.argv.slice(2)) {
  await before({ tool: 'bash', sessionID: 's', callID: 'c' }, { args: { command } }).then(
    () => said.push('ran'),
    (problem) => said.push(problem.message),
  );
}
console.log(JSON.stringify(said));
`;

class PluginWorld extends DaemonWorld {
  constructor() {
    super({ 'project/hookline.yaml': denying('push'), 'project/host.mjs': host });
    const folder = join(this.home, 'project');
    const options = {
      scope: 'project',
      folder,
      open: false,
      points: new Set<string>(),
      trust: true,
    } as const;
    const agent = agentNamed('opencode');
    writeFileSync(join(folder, 'hookline.mjs'), pluginText(agent, wantedPlugin(agent, options)));
    this.install();
  }

  judge(...commands: string[]): Promise<string[]> {
    return this.judgeWith({}, ...commands);
  }

  judgeWith(more: Readonly<Record<string, string>>, ...commands: string[]): Promise<string[]> {
    return new Promise((resolve, reject) => {
      const options = { cwd: join(this.home, 'project'), env: { ...process.env, ...this.env, ...more } };
      const child = spawn(process.execPath, ['host.mjs', ...commands], options);
      let text = '';
      child.stdout.on('data', (part) => {
        text += part;
      });
      child.on('error', reject);
      child.on('close', () => resolve(JSON.parse(text)));
    });
  }
}

it("OpenCode's plugin asks the daemon itself, and runs the line where there is none", async () => {
  const world = new PluginWorld();
  await world.trust();
  const without = await world.judge('git push', 'git pull');
  expect(without).toEqual([expect.stringContaining('no push here'), 'ran']);
  expect(world.starts).toBeGreaterThan(0);
  await world.startDaemon();
  world.install();
  const { answered = 0 } = (await world.status()) ?? {};
  expect(await world.judge('git push', 'git pull', 'echo "ä\n\\"; git push')).toEqual([
    ...without,
    // Its own code, by which a person may let it pass.
    expect.stringContaining('no push here'),
  ]);
  expect(world.starts).toBe(0);
  await expect.poll(() => world.status(), { timeout: soonMs }).toMatchObject({ answered: answered + 3 });
});

it("OpenCode's plugin asks no daemon of a project, though variables name folders of it", async () => {
  const world = new PluginWorld();
  await world.trust();
  const folder = join(world.home, 'project/planted/hookline');
  mkdirSync(folder, { recursive: true });
  writeFileSync(join(folder, 'hook'), '_socket=$_folder/deadbeef.sock\n');
  let asked = 0;
  const server = createServer((_, response) => {
    asked += 1;
    response.setHeader('content-length', 14).end('hookline 0\nend');
  });
  const socket = join(folder, 'deadbeef.sock');
  await new Promise<void>((resolve) => server.listen(relative(process.cwd(), socket), resolve));
  onTestFinished(() => void server.close());
  const later = Date.now() / 1000 + 600;
  utimesSync(socket, later, later);
  for (const name of ['XDG_DATA_HOME', 'HOME'] as const) {
    const data = name === 'HOME' ? { HOME: 'planted', XDG_DATA_HOME: '' } : { XDG_DATA_HOME: 'planted' };
    const said = await world.judgeWith({ ...data, XDG_RUNTIME_DIR: 'planted' }, 'git push');
    expect(said).toEqual([expect.stringMatching(/no push here|so this is blocked/)]);
  }
  expect(asked).toBe(0);
});
