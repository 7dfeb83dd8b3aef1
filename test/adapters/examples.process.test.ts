import { execFileSync } from 'node:child_process';
import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { projectFolder } from '../support/pages.ts';

const folder = join(projectFolder, 'examples');
// Those of large packages are run by `npm run test:agents`.
const others = ['first-hook.mjs', 'mastra.mjs', 'claude-agent-sdk.mjs'];
const examples = readdirSync(folder).filter((name) => !others.includes(name));

describe('the examples for frameworks', () => {
  it.each(examples)('%s prints what its comments say, without a network', (name) => {
    const file = join(folder, name);
    const promised = [...readFileSync(file, 'utf8').matchAll(/console\.log\(.*; \/\/ (.*)$/gm)];
    const printed = execFileSync(process.execPath, [file], { encoding: 'utf8' });
    expect(printed.trim().split('\n')).toEqual(promised.map(([, text]) => text));
    expect(promised.length).toBeGreaterThan(0);
  });
});
