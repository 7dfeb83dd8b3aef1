import { join } from 'node:path';
import { projectFolder } from '../support/pages.ts';
import type { Case, Expected, Instead } from './case.ts';
import type { Driver } from './drivers/driver.ts';
import type { World } from './world.ts';

/** One row of the page about the agents that were tested. */
export interface Result {
  readonly case: string;
  /** What the tool really did. */
  readonly tool: string;
  /** What the model really got. */
  readonly model: string;
  /** Why it is not what other agents do. */
  readonly because?: string;
}

export function resultOf({ name }: Case, expected: Expected | Instead, saw: string, world: World): Result {
  const [made = 'nothing'] = expected.made;
  return {
    case: name,
    tool: { marker: 'ran', rewritten: 'ran the new command', nothing: 'did not run' }[made],
    model: plainly(saw, world),
    ...('because' in expected ? { because: expected.because } : {}),
  };
}

/** Where `npm run docs` finds the results of an agent. */
export function resultsFile({ agent, variant = agent }: Driver): string {
  return join(projectFolder, `docs/internals/agent-results/${variant}.json`);
}

export function resultsText({ agent, title }: Driver, version: string, results: readonly Result[]): string {
  return `${JSON.stringify({ agent, title, version, results }, null, 2)}\n`;
}

const maxLength = 400;

/** A text without what differs from run to run. */
function plainly(text: string, { folder }: World): string {
  const same = text
    .replaceAll(folder, '…')
    .replaceAll(/Chunk ID: \w+/g, 'Chunk ID: …')
    .replaceAll(/\d+\.\d+ seconds/g, '… seconds')
    .replaceAll(/PGID: \d+/g, 'PGID: …')
    .replaceAll(/x{9,}/g, 'x…')
    .replaceAll(/\s+/g, ' ')
    .trim();
  return same.length > maxLength ? `${same.slice(0, maxLength)}…` : same;
}
