import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it, onTestFinished } from 'vitest';
import { FileHistory } from '../../../src/agent/history/file-history.ts';
import { Agent } from '../../../src/agent/loop/agent.ts';
import { standardTools } from '../../../src/agent/tools/standard-tools.ts';
import { TerminalView } from '../../../src/agent/view/view.ts';
import { deny, modify } from '../../../src/entries/index.ts';
import { connectMcpServers } from '../../../src/mcp/mcp.ts';
import { anthropicModel } from '../../../src/models/anthropic.ts';
import { openaiModel } from '../../../src/models/openai.ts';
import { quietHooks } from '../../support/hooks.ts';
import { mcpServerFile } from '../../support/processes/compiled.ts';
import { Scratch } from '../../support/scratch.ts';
import { type ScriptedReply, serveModel } from '../../support/servers/model-server.ts';

const mcpServer = mcpServerFile();

const call = (id: string, name: string, input: object): { id: string; name: string; json: string[] } => ({
  id,
  name,
  json: [JSON.stringify(input)],
});
const replies: readonly ScriptedReply[] = [
  {
    text: ['Writing.'],
    tools: [
      call('1', 'Write', { file_path: 'a.txt', content: 'one' }),
      call('2', 'Write', { file_path: 'secret.txt', content: 'x' }),
      call('3', 'mcp__my__echo', { text: 'hi' }),
    ],
    usage: { input: 10, output: 4 },
  },
  { tools: [call('4', 'Bash', { command: 'cat a.txt' }), call('5', 'Edit', { file_path: 'a.txt' })] },
  { status: 529 },
  { text: ['Done.'], usage: { input: 20, output: 3 } },
];

describe.each([
  ['Anthropic', (url: string) => anthropicModel({ baseUrl: url, apiKey: 'key', model: 'm' })],
  ['OpenAI', (url: string) => openaiModel({ baseUrl: `${url}/v1`, apiKey: 'key', model: 'm' })],
] as const)('an agent on the API of %s', (_, makeModel) => {
  it('writes, runs, calls MCP tools, obeys hooks, shows it all, and can be undone', async () => {
    const scratch = new Scratch();
    const { hooks } = quietHooks();
    hooks.on('pre:git:write', { name: 'secrets', matcher: 'secret*' }, () => deny('no secrets'));
    hooks.on('pre:git:write', { matcher: 'a.txt' }, ({ content }) => modify(`${content}\ntwo`));
    hooks.on('pre:view:render', { matcher: 'result' }, () => modify('The end.'));
    const server = await serveModel(replies);
    const mcp = await connectMcpServers({ my: { command: process.execPath, args: [mcpServer] } });
    onTestFinished(() => mcp.close());
    const files = await FileHistory.open({ root: scratch.path, sessionId: 's1' });
    const agent = new Agent({
      hooks,
      model: makeModel(server.url),
      tools: [...standardTools(), ...mcp.tools],
      files,
      cwd: scratch.path,
      sessionId: 's1',
      transcripts: join(scratch.path, 'sessions'),
      permissionMode: 'bypassPermissions',
    });
    let screen = '';
    const view = new TerminalView({
      hooks,
      write: (text) => {
        screen += text;
      },
    });
    const results = new Map<string, string>();
    for await (const event of agent.run('Go', { end: true })) {
      await view.show(event);
      if (event.type === 'tool_result') results.set(event.tool_use_id, String(event.content));
      if (event.type === 'result') {
        expect(event).toMatchObject({ stop_reason: 'end_turn', turns: 3, result: 'Done.' });
        expect(event.usage).toEqual({ input_tokens: 31, output_tokens: 8 });
      }
    }
    expect(results.get('1')).toContain('A hook changed what was written');
    expect(results.get('2')).toContain('Denied by the pre:git:write hook "secrets": no secrets');
    expect(results.get('3')).toBe('hi');
    expect(results.get('4')).toBe('one\ntwo');
    expect(results.get('5')).toContain('old_string');
    expect(existsSync(join(scratch.path, 'secret.txt'))).toBe(false);
    expect(screen).toMatch(/^Writing\.\n● Write\(.*\n● Write\(.*\n● mcp__my__echo\(text: "hi"\)$/m);
    expect(screen.endsWith('The end.\n')).toBe(true);
    // The second request, the refused one and its repetition carry the whole conversation.
    expect(JSON.stringify(server.requests().at(-1))).toContain('one\\ntwo');
    expect(await files.list()).toMatchObject([{ agent: 'main', toolUseId: '1', sessionId: 's1' }]);
    expect(readFileSync(join(scratch.path, 'a.txt'), 'utf8')).toBe('one\ntwo');
    await files.undo();
    expect(existsSync(join(scratch.path, 'a.txt'))).toBe(false);
  });
});
