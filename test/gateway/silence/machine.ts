import { spawnSync } from 'node:child_process';

const isRoot = process.getuid?.() === 0;

/** Runs a line so that the modes of files count, for root too. */
export const asOwner = (line: string): string =>
  isRoot ? `exec setpriv --inh-caps=-all --bounding-set=-all ${line}` : line;

const canMount = spawnSync('unshare', ['-rm', 'mount', '-t', 'tmpfs', 'none', '/etc']).status === 0;

/** Why nothing can be mounted here; null when it can. */
export const noMounts: string | null = canMount ? null : 'no mount namespace to be had';
