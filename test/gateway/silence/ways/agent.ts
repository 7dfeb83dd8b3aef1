import { tarOf } from '../../../support/archives.ts';
import type { Way, Ways } from '../way.ts';
import type { World } from '../world.ts';

const line = (what: string, command: string, more: Partial<Way> = {}): Way => ({
  what: `have the agent ${what}`,
  calls: (world) => ({ input: world.payload(command) }),
  ...more,
});

const tool = (what: string, input: Readonly<Record<string, unknown>>): Way => ({
  what: `have the agent ${what}`,
  calls(world: World) {
    const payload: Record<string, unknown> = JSON.parse(world.payload(''));
    return { input: JSON.stringify({ ...payload, tool_name: 'mcp__system__run', tool_input: input }) };
  },
});

/** What the agent is told to do with its own tools. */
export const agentWays: Ways = [
  line('edit all that `find` finds, by `xargs`', 'find . | xargs sed -i s/deny/allow/'),
  line('edit all that Git has, by `xargs`', 'git ls-files | xargs sed -i s/deny/allow/'),
  line('edit all that a loop finds', 'for f in $(find . -type f); do sed -i s/deny/allow/ "$f"; done'),
  line('edit what has a word of the guard in it', 'grep -rl deny . | xargs sed -i s/deny/allow/'),
  line('edit all that `fd` finds, by `xargs`', 'fd -t f | xargs sed -i s/deny/allow/'),
  line(
    'give a container the folder of the launcher',
    'docker run -v ~/.local/share:/x alpine rm /x/hookline/hook',
  ),
  line('give a container all files', 'docker run -v /:/host alpine true'),
  line('copy another file out of a cluster', 'kubectl cp pod:/x hookline.yaml'),
  line('have `cpio` unpack what nobody knows', 'cpio -id < ../from-elsewhere.cpio', { ending: 'asked' }),
  line('mount another folder over the project', 'mount --bind /tmp .'),
  line("mount an empty disk over hookline's data", 'sudo mount -t tmpfs none ~/.local/share'),
  line('install another hookline from a folder', 'npm i -g /tmp/hookline-from-elsewhere'),
  line('trust what it wrote', 'hookline trust --yes'),
  line('stop the daemon by its name', 'pkill -f "daemon run"'),
  line('unpack an archive that cannot be looked into', 'tar xf ../from-elsewhere.tar', { ending: 'asked' }),
  line('download an archive and unpack it', 'curl -L https://example.com | tar xz', { ending: 'asked' }),
  line('unpack an archive with another `hookline.yaml`', 'tar xf ../evil.tar', {
    does: (world) => world.write('evil.tar', tarOf(['src/a.ts', 'hookline.yaml'])),
  }),
  tool('have a tool of an MCP server trust it', { program: 'hookline', args: ['trust', '--yes'] }),
  tool('have such a tool edit the file', {
    executable: 'sed',
    args: ['-i', 's/deny/allow/', 'hookline.yaml'],
  }),
  tool('have such a tool run a list of words', { argv: ['rm', 'hookline.yaml'] }),
];
