import { mkdirSync } from 'node:fs';
import { join } from 'node:path';
import type { Way, Ways } from '../way.ts';
import type { World } from '../world.ts';

/** The payload is another text. */
const sent = (what: string, input: (payload: string, world: World) => string | Uint8Array): Way => ({
  what: `send a payload ${what}`,
  calls: (world) => ({ input: input(world.payload('git push origin'), world) }),
});

/** The payload says something else. */
const said = (what: string, change: (payload: Record<string, unknown>) => object): Way =>
  sent(what, (payload) => JSON.stringify(change(JSON.parse(payload))));

/** What is done to the call itself. */
export const payloadWays: Ways = [
  sent('that is empty', () => ''),
  sent('that is cut', (payload) => payload.slice(0, -20)),
  sent('that is no JSON', () => 'git push'),
  sent('that is a list', (payload) => `[${payload}]`),
  sent('of 70 MB', (payload) => `${' '.repeat(70_000_000)}${payload}`),
  sent('that is not UTF-8', (payload) =>
    Buffer.concat([Buffer.from(payload.slice(0, -1)), Buffer.from([0xff, 0x7d])]),
  ),
  sent('with a byte of 0 in it', (payload) => payload.replace('git', 'git\0')),
  sent('that says `tool_input` twice', (payload) =>
    payload.replace('"tool_input"', '"tool_input":{"command":"ls"},"tool_input"'),
  ),
  sent('that says `command` twice, an `ls` last', (payload) =>
    payload.replace('"command":"git push origin"', '"command":"git push origin","command":"ls"'),
  ),
  sent('that says `command` twice, once with an escape', (payload) =>
    payload.replace('"command":"git push origin"', '"command":"git push origin","\\u0063ommand":"ls"'),
  ),
  sent('with `__proto__` in it', (payload) =>
    payload.replace('"tool_input":{', '"tool_input":{"__proto__":{"command":"ls"},'),
  ),
  sent('nested 100,000 deep', (payload) =>
    payload.replace('{', `{"x":${'['.repeat(100_000)}${']'.repeat(100_000)},`),
  ),
  said('without an event', ({ hook_event_name: _, ...rest }) => rest),
  said('with an event that there is none of', (payload) => ({ ...payload, hook_event_name: 'PreToolUsed' })),
  said('whose event has other letters', (payload) => ({ ...payload, hook_event_name: 'pretooluse' })),
  said('whose tool has a blank behind its name', (payload) => ({ ...payload, tool_name: 'Bash ' })),
  said('whose tool is written in other letters', (payload) => ({ ...payload, tool_name: 'bash' })),
  said('whose command is a list of words', (payload) => ({
    ...payload,
    tool_input: { command: ['git', 'push', 'origin'] },
  })),
  said('without a tool', ({ tool_name: _, ...rest }) => rest),
  said('whose folder is not there', (payload) => ({ ...payload, cwd: '/nowhere' })),
  said('whose folder is a number', (payload) => ({ ...payload, cwd: 7 })),
  said('that claims that hooks are off', (payload) => ({
    ...payload,
    disableAllHooks: true,
    permission_mode: 'bypassPermissions',
    stop_hook_active: true,
  })),
  {
    what: 'call from a folder that was removed',
    calls(world) {
      const gone = join(world.project, 'gone');
      mkdirSync(gone);
      return { cwd: gone, around: (line) => `rmdir ${gone}; ${line}` };
    },
  },
  {
    what: 'reach the project through a link, and work there',
    calls(world) {
      world.link('linked', world.project);
      const linked = join(world.path, 'linked');
      return { cwd: linked, env: { CLAUDE_PROJECT_DIR: linked, PWD: linked } };
    },
  },
  {
    what: 'move the project while the agent works in it',
    calls(world) {
      world.sh('mv project moved');
      return { cwd: join(world.path, 'moved') };
    },
  },
  { what: 'close stdin', calls: () => ({ around: (line) => `${line} <&-` }) },
  { what: 'close stdout', calls: () => ({ around: (line) => `${line} >&-` }) },
  { what: 'give stdout a disk that is full', calls: () => ({ around: (line) => `${line} >/dev/full` }) },
];
