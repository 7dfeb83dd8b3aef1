// What the host of a benchmark needs of the inside, in one bundle: the mode of the launcher is state of a module.

export { Hooks } from '../src/engine/hooks/hooks.ts';
export { command } from '../src/handlers/hook-functions.ts';
export { setLauncherMode } from '../src/processes/launcher/start-process.ts';
