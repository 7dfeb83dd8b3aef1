import type { Case } from './case.ts';
import { command, denied, onlyRuns, rule, runs } from './scenes.ts';

/** Every refusal must say how to mend it. */
const saysHowToFix = denied(/hookline.*(?:To fix it|Fix)/s);

/** What happens when something goes away or breaks after hookline was installed. */
export const brokenCases: readonly Case[] = [
  {
    name: 'hookline was removed after it was installed',
    files: rule,
    script: runs,
    afterInstall: (world) => world.removeHookline(),
    expected: saysHowToFix,
  },
  {
    name: "all of hookline's files were removed after it was installed",
    files: rule,
    script: runs,
    afterInstall: (world) => {
      world.removeHookline();
      world.removeHooklineData();
    },
    expected: saysHowToFix,
  },
  {
    // More than a pipe holds: who does not read it fails the agent's write, and Codex goes ahead then.
    name: "all of hookline's files were removed, and the command is long",
    files: rule,
    script: (driver) => ({ turns: [driver.shell(`${command} # ${'x'.repeat(100_000)}`)] }),
    afterInstall: (world) => {
      world.removeHookline();
      world.removeHooklineData();
    },
    expected: saysHowToFix,
  },
  {
    name: 'Node was removed after hookline was installed',
    files: rule,
    script: runs,
    afterInstall: (world) => world.removeNode(),
    expected: saysHowToFix,
  },
  {
    name: 'the configuration cannot be read',
    files: rule,
    script: runs,
    afterInstall: (world) => world.write('hookline.yaml', 'permissions: ['),
    expected: saysHowToFix,
  },
  {
    name: 'the configuration was removed',
    files: rule,
    script: runs,
    afterInstall: (world) => world.remove('hookline.yaml'),
    expected: saysHowToFix,
  },
  {
    name: 'hookline was uninstalled',
    files: rule,
    script: runs,
    afterInstall: (world, driver) => {
      world.hookline('uninstall', driver.agent, '--project', '--yes');
      driver.trust?.(world);
    },
    expected: onlyRuns,
  },
];
