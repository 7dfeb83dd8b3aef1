import { geminiAgent } from '../../src/gateway/agents/gemini.ts';
import type { World } from './world.ts';

const events = ['PreToolUse', 'PostToolUse', 'UserPromptSubmit', 'Stop'];

export function connectByHand(world: World, agent: string): void {
  const names =
    agent === 'gemini'
      ? events.map(
          (event) => Object.entries(geminiAgent.events).find(([, row]) => row.point === event)?.[0] ?? event,
        )
      : events;
  const hooks = Object.fromEntries(
    names.map((name) => [name, [{ hooks: [{ type: 'command', command: `hookline hook ${agent}` }] }]]),
  );
  if (agent === 'claude-code') world.write('.claude/settings.json', { hooks });
  if (agent === 'codex') world.write('.codex/hooks.json', { hooks });
  if (agent === 'gemini') world.write('.gemini/settings.json', { hooks });
  if (agent === 'opencode')
    world.write(
      '.opencode/plugins/hookline.js',
      `import { spawnSync } from 'node:child_process';
export const Hookline = async ({ directory, worktree }) => {
  const ask = (name, input, output) => {
    const payload = JSON.stringify({ hook_event_name: name, cwd: directory, worktree, input, output });
    const r = spawnSync('hookline', ['hook', 'opencode'], { input: payload, encoding: 'utf8' });
    if (r.status !== 0) throw new Error(r.stderr);
    const said = r.stdout === '' ? {} : JSON.parse(r.stdout);
    if (said.throw) throw new Error(said.throw);
    return said;
  };
  return {
    'tool.execute.before': async (input, output) => {
      const said = ask('tool.execute.before', input, output);
      if (said.args === undefined) return;
      // The arguments are changed in their place: OpenCode does not look at another object.
      for (const key of Object.keys(output.args)) delete output.args[key];
      Object.assign(output.args, said.args);
    },
    'tool.execute.after': async (input, output) => {
      const said = ask('tool.execute.after', input, output);
      if (said.append) output.output += '\\n' + said.append;
    },
  };
};`,
    );
}
