// Waits for the end of a test run, however it comes, then ends what the run left running and removes its folder.
import { readdirSync, readFileSync } from 'node:fs';
import { basename } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { removeFolder } from './remove-folder.mjs';

const [folder = ''] = process.argv.slice(2);
const maxRounds = 100;

// What is in every environment would end every process.
if (!basename(folder).startsWith('hl-')) throw new Error(`not the folder of a run: "${folder}"`);
process.stdin.resume().once('close', cleanUp);

async function cleanUp() {
  // One that ends may have started another just before.
  for (let round = 0; round < maxRounds && endProcesses() > 0; round += 1) await sleep(20);
  removeFolder(folder);
}

/** Ends all that have the folder in their environment, and says how many there were. Only Linux tells. */
function endProcesses() {
  const left = processes().filter((pid) => environmentOf(pid).includes(folder));
  for (const pid of left) end(Number(pid));
  return left.length;
}

function processes() {
  if (process.platform !== 'linux') return [];
  return readdirSync('/proc').filter((name) => /^\d+$/.test(name));
}

/**
 * Gone, or a zombie, or another user's, has none.
 * @param {string} pid
 */
function environmentOf(pid) {
  try {
    return readFileSync(`/proc/${pid}/environ`, 'latin1');
  } catch {
    return '';
  }
}

/** @param {number} pid */
function end(pid) {
  try {
    process.kill(pid, 'SIGKILL');
  } catch {
    // It was faster.
  }
}
