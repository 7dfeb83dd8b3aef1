import { mkdirSync } from 'node:fs';
import { asOwner, noMounts } from '../machine.ts';
import type { Way, Ways } from '../way.ts';

const state = 'home/.local/state';

const script = (what: string, line: string, more: Partial<Way> = {}): Way => ({
  what,
  ...more,
  does(world) {
    mkdirSync(`${world.home}/.local/state`, { recursive: true });
    world.sh(line);
  },
});

/** What is done to hookline's notes, and to the disk. */
export const stateWays: Ways = [
  script("put a file in the place of the folder of hookline's notes", `rm -rf ${state}; touch ${state}`),
  script('put a link to nowhere in its place', `rm -rf ${state}; ln -s /nowhere ${state}`),
  script('put a loop of links in its place', `rm -rf ${state}; ln -s state ${state}`),
  script('put a pipe where calls are noted', `mkdir -p ${state}/hookline; mkfifo ${state}/hookline/calls`),
  script(
    'put a folder where problems are noted',
    `mkdir -p ${state}/hookline/problems/claude-code.jsonl; rm project/hookline.yaml`,
  ),
  script(
    'put a pipe where problems are noted',
    `mkdir -p ${state}/hookline/problems; mkfifo ${state}/hookline/problems/claude-code.jsonl; rm project/hookline.yaml`,
  ),
  script(
    'fill the notes with nonsense',
    `mkdir -p ${state}/hookline/calls; for i in 0 1 2; do head -c 999 /dev/urandom >${state}/hookline/calls/$(($(date +%s) / 60 + i)).jsonl; done`,
  ),
  {
    what: "make hookline's notes unwritable",
    calls(world) {
      mkdirSync(`${world.home}/.local/state/hookline/calls`, { recursive: true });
      world.sh(`chmod 500 ${state}/hookline/calls ${state}/hookline ${state}`);
      return { around: asOwner };
    },
  },
  {
    what: 'put an empty disk in the place of the notes, and fill it',
    obstacle: noMounts,
    calls(world) {
      mkdirSync(`${world.home}/.local/state`, { recursive: true });
      const fill = (folder: string): string =>
        `mount -t tmpfs -o size=4k none ${folder}; head -c 100000 /dev/zero >${folder}/full 2>/dev/null;`;
      const disk = `${fill(`${world.home}/.local/state`)} ${fill('/tmp/.X11-unix 2>/dev/null || true')}`;
      return {
        around: (line) => `exec unshare -rm sh -c '${disk.replaceAll("'", '')} exec "$@"' sh ${line}`,
      };
    },
  },
  script('set the times of all files to 1970', 'find home project -exec touch -d @0 {} +'),
  script('set the times of all files to 2100', 'find home project -exec touch -d 2100-01-01 {} +', {
    guard: 'command',
  }),
];
