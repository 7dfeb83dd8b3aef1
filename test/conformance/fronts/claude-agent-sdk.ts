import { mkdirSync, mkdtempSync, rmSync } from 'node:fs';
import { createRequire } from 'node:module';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type * as sdk from '@anthropic-ai/claude-agent-sdk';
import { z } from 'zod';
import { guardOptions } from '../../../src/entries/claude-agent-sdk.ts';
import { playModel } from '../../agents/model/fake-model.ts';
import type { Front, FrontScript, Seen } from './front.ts';

/** `folder`: where the SDK is installed with its program, the product itself. */
export async function claudeAgentSdk(folder: string): Promise<Front> {
  const file = createRequire(join(folder, 'package.json')).resolve('@anthropic-ai/claude-agent-sdk');
  const loaded = (await import(file)) as typeof sdk;
  return { name: 'Claude Agent SDK', cannot, drive: (script) => drive(loaded, script) };
}

const cannot = {
  'context in three places': 'The product has one place for context, beside the result.',
};

async function drive({ query, tool, createSdkMcpServer }: typeof sdk, script: FrontScript): Promise<Seen> {
  const ran: unknown[] = [];
  const { hooks, agent, approver, approve } = script;
  const run = tool('run', 'Runs a command.', { command: z.string() }, async ({ command }) => {
    ran.push(command);
    return { content: [{ type: 'text', text: `ran ${command}` }] };
  });
  const turns = script.commands.map((command) => ({ name: 'mcp__own__run', input: { command } }));
  const model = await playModel({ turns });
  const home = mkdtempSync(join(tmpdir(), 'hookline-sdk-'));
  const cwd = join(home, 'project');
  mkdirSync(cwd);
  const options: sdk.Options = {
    cwd,
    systemPrompt: 'Be brief.',
    mcpServers: { own: createSdkMcpServer({ name: 'own', tools: [run] }) },
    ...(approver === undefined && approve === undefined && { allowedTools: ['mcp__own__run'] }),
    ...(approve && {
      canUseTool: async (_, input) =>
        approve(input['command'])
          ? { behavior: 'allow', updatedInput: input }
          : { behavior: 'deny', message: 'no' },
    }),
    env: {
      PATH: process.env['PATH'],
      HOME: home,
      ANTHROPIC_BASE_URL: model.url,
      ANTHROPIC_API_KEY: 'none',
      CLAUDE_CODE_DISABLE_NONESSENTIAL_TRAFFIC: '1',
      DISABLE_AUTOUPDATER: '1',
      DISABLE_TELEMETRY: '1',
    },
  };
  const guarded = guardOptions(options, {
    hooks,
    ...(agent && { agent }),
    ...(approver && { approver }),
  });
  try {
    for await (const message of query({ prompt: 'Go.', options: guarded })) void message;
  } finally {
    rmSync(home, { recursive: true, force: true });
  }
  return {
    ran,
    requests: model.requests.map(({ user, results, text }) => ({ system: text, user, results })),
  };
}
