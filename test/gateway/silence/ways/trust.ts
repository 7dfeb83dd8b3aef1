import { mkdirSync } from 'node:fs';
import { asOwner } from '../machine.ts';
import type { Way, Ways } from '../way.ts';

const records = 'home/.local/state/hookline/trust';

const script = (what: string, line: string, more: Partial<Way> = {}): Way => ({
  what,
  does: (world) => world.sh(line),
  ...more,
});

/** What is changed that a person has trusted, and the trust itself. */
export const trustWays: Ways = [
  script('take the guard out of `hookline.yaml`', `echo '{}' >project/hookline.yaml`),
  script('have the guard look at another tool', 'sed -i s/Bash/Read/ project/hookline.yaml', {
    guard: 'command',
  }),
  script('switch the guard off', 'sed -i "s/guard: true/enabled: false/" project/hookline.yaml', {
    guard: 'command',
  }),
  script(
    'have the guard run another script',
    'sed -i "s#./guards/no-push.sh#/bin/true#" project/hookline.yaml',
    { guard: 'command' },
  ),
  script(
    'change one letter of a comment, and the guard with it',
    `echo '# permissions: { deny: ["Bash(git push *)"] }' >project/hookline.yaml; echo 'hooks: {}' >>project/hookline.yaml`,
  ),
  script("empty the guard's script", ': >project/guards/no-push.sh', { guard: 'command' }),
  script(
    "have the guard's script allow everything",
    `printf '#!/bin/sh\nexit 0\n' >project/guards/no-push.sh`,
    { guard: 'command' },
  ),
  script(
    "put a link to another program in the place of the guard's script",
    'ln -sf /bin/true project/guards/no-push.sh',
    { guard: 'command' },
  ),
  script(
    "have the guard's module allow everything",
    `echo 'export default () => undefined;' >project/guards/no-push.js`,
    { guard: 'module' },
  ),
  script(
    "change what the guard's module imports",
    `echo 'export const words = [];' >project/guards/words.js`,
    { guard: 'module' },
  ),
  script(
    "have the guard's Python allow everything",
    `printf 'def no_push(event): return None\n' >project/rules.py`,
    { guard: 'python' },
  ),
  script(
    'plant a Python package that comes before its module',
    `mkdir project/rules; printf 'def no_push(event): return None\n' >project/rules/__init__.py`,
    { guard: 'python' },
  ),
  script('have the guard ask another server', 'sed -i s/:9/:10/ project/hookline.yaml', { guard: 'http' }),
  {
    what: 'check another branch out, which has no guard',
    does: (world) =>
      world.sh(
        'cd project; export GIT_CONFIG_GLOBAL=/dev/null; git init -q; git add .; git -c user.name=a -c user.email=a commit -qm a; git checkout -qb other; echo "{}" >hookline.yaml; git -c user.name=a -c user.email=a commit -qam b',
      ),
  },
  {
    what: 'set the times and the size of a changed file back',
    does: (world) =>
      world.sh(
        'touch -r project/hookline.yaml time; sed -i s/push/pull/ project/hookline.yaml; touch -r time project/hookline.yaml',
      ),
  },
  script('forget what is trusted', `rm -r ${records}`),
  {
    what: 'move `XDG_STATE_HOME`, where the trust is kept',
    calls: (world) => ({ env: { XDG_STATE_HOME: `${world.path}/elsewhere` } }),
  },
  {
    what: 'move `XDG_STATE_HOME` to a folder of the project that trusts another state',
    async calls(world) {
      const state = `${world.project}/state`;
      const kept = 'home/.local/state';
      world.write('project/hookline.yaml', 'hooks:\n  PreToolUse: []\n');
      // The world trusts as its user does: in the usual place, which is put back afterwards.
      world.sh(`cp -R ${kept} kept`);
      await world.trust();
      world.sh(`mv ${kept} ${state}; mv kept ${kept}`);
      return { env: { XDG_STATE_HOME: state } };
    },
  },
  script('spoil what is trusted', `for file in ${records}/*/*; do echo { >$file; done`),
  script('empty what is trusted', `find ${records} -type f -exec truncate -s 0 {} +`),
  script('put a file in the place of what is trusted', `rm -r ${records}; touch ${records}`),
  script('put a loop of links in the place of what is trusted', `rm -r ${records}; ln -s trust ${records}`),
  {
    what: 'make what is trusted unreadable',
    calls(world) {
      world.sh(`chmod 0 ${records}`);
      return { around: asOwner };
    },
  },
  {
    what: 'plant a `hookline.yaml` in a folder above, which nobody trusts',
    calls(world) {
      world.write(
        'hookline.yaml',
        'agents: [{ id: main, backend: { hooks: { PreToolUse: { override: true, hooks: [] } } } }]\n',
      );
      mkdirSync(`${world.project}/below`);
      return { cwd: `${world.project}/below` };
    },
  },
];
