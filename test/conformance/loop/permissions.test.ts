import { describe, expect, it } from 'vitest';
import type { PermissionMode } from '../../../src/agent/tool-call/permissions.ts';
import { defineTool } from '../../../src/agent/tools/define-tool.ts';
import type { Tool } from '../../../src/entries/agent.ts';
import { allow } from '../../../src/entries/index.ts';
import type { RuleLists } from '../../../src/permissions/permission-rules.ts';
import { newAgent } from '../../agent/support.ts';

/** A tool that only notes its calls, under the name of a real one. */
function stub(name: string, ran: string[], traits: Partial<Tool> = {}): Tool {
  const tool = defineTool({
    name,
    description: 'Notes its calls.',
    input: { type: 'object' },
    run(input) {
      ran.push(JSON.stringify(input));
      return 'ran';
    },
  });
  return { ...tool, ...traits };
}

interface Call {
  readonly rules?: RuleLists;
  readonly mode?: PermissionMode;
  readonly tool?: string;
  readonly input: Readonly<Record<string, unknown>>;
  /** Whether a hook grants the call. */
  readonly granted?: boolean;
}

/** Has a model call a tool, and says what came of it: it ran, it was denied, or a person was asked. */
async function verdict({
  rules = {},
  mode = 'default',
  tool = 'Bash',
  input,
  granted,
}: Call): Promise<string> {
  const ran: string[] = [];
  let isAsked = false;
  const { hooks, run } = newAgent({
    turns: [{ tools: [{ name: tool, input }] }],
    tools: [
      stub('Bash', ran),
      stub('Write', ran, { edits: true }),
      stub('Edit', ran, { edits: true }),
      stub('Read', ran, { readOnly: true }),
      stub('WebFetch', ran),
      stub('mcp__memory__save', ran),
    ],
    permissionMode: mode,
    rules,
    approver: () => {
      isAsked = true;
      return false;
    },
  });
  if (granted === true) hooks.on('PreToolUse', () => allow());
  await run();
  return ran.length > 0 ? 'ran' : isAsked ? 'asked' : 'denied';
}

const line = (command: string): Call['input'] => ({ command });
const file = (file_path: string): Call['input'] => ({ file_path, content: 'x' });

describe('permission rules in the loop', () => {
  it.each<[string, Call]>([
    ['asked', { input: line('ls') }],
    ['ran', { input: line('ls'), mode: 'bypassPermissions' }],
    ['denied', { input: line('ls'), mode: 'plan' }],
    ['ran', { tool: 'Read', input: file('a'), mode: 'plan' }],
    ['denied', { input: line('ls'), mode: 'dontAsk' }],
    ['ran', { tool: 'Write', input: file('a'), mode: 'acceptEdits' }],
    ['asked', { input: line('ls'), mode: 'acceptEdits' }],
    ['ran', { input: line('ls'), granted: true }],
    ['denied', { input: line('ls'), granted: true, rules: { deny: ['Bash'] } }],
    ['asked', { input: line('ls'), granted: true, rules: { ask: ['Bash(ls)'] } }],
    ['denied', { input: line('ls'), granted: true, mode: 'plan' }],
    ['denied', { input: line('ls'), rules: { deny: ['Bash'], ask: ['Bash'], allow: ['Bash'] } }],
    ['asked', { input: line('ls'), rules: { ask: ['Bash'], allow: ['Bash'] } }],
    ['denied', { input: line('ls'), mode: 'bypassPermissions', rules: { deny: ['Bash'] } }],
  ])('%s: %j', async (expected, call) => {
    expect(await verdict(call)).toBe(expected);
  });

  it.each<[string, string, RuleLists]>([
    ['ran', 'git status', { allow: ['Bash(git *)'] }],
    ['asked', 'git status; rm x', { allow: ['Bash(git *)'] }],
    ['asked', 'git status > x', { allow: ['Bash(git *)'] }],
    ['ran', 'git status > /dev/null', { allow: ['Bash(git *)'] }],
    ['ran', 'git log && npm test', { allow: ['Bash(git *)', 'Bash(npm test)'] }],
    ['asked', 'PATH=/evil git status', { allow: ['Bash(git *)'] }],
    ['asked', 'git $(rm x)', { allow: ['Bash(git *)'] }],
    ['asked', 'git status "', { allow: ['Bash(git *)'] }],
    ['denied', 'rm x', { deny: ['Bash(rm *)'] }],
    ['denied', 'ls; rm x', { deny: ['Bash(rm *)'] }],
    ['denied', 'echo $(rm x)', { deny: ['Bash(rm *)'] }],
    ['denied', "sh -c 'rm x'", { deny: ['Bash(rm *)'] }],
    ['denied', '$tool x', { deny: ['Bash(rm *)'] }],
    ['denied', 'rm $flags x', { deny: ['Bash(rm -rf *)'] }],
    ['denied', 'ls "', { deny: ['Bash(rm *)'] }],
    ['asked', 'rmdir x', { deny: ['Bash(rm *)'] }],
    ['denied', 'cat .env', { deny: ['Read(.env)'] }],
    ['denied', 'echo x > .env', { deny: ['Edit(.env)'] }],
    ['denied', 'cat < .env', { deny: ['Read(.env)'] }],
    ['denied', 'cd sub && cat ../.env', { deny: ['Read(.env)'] }],
  ])('%s: %s, under %j', async (expected, command, rules) => {
    expect(await verdict({ input: line(command), rules })).toBe(expected);
  });

  it.each<[string, string, string, RuleLists]>([
    ['denied', 'Write', 'secret/a', { deny: ['Edit(secret/**)'] }],
    ['denied', 'Edit', 'SECRET/a', { deny: ['Edit(secret/**)'] }],
    ['asked', 'Write', 'public/a', { deny: ['Edit(secret/**)'] }],
    ['ran', 'Write', 'src/a', { allow: ['Edit(src/**)'] }],
    ['asked', 'Write', 'src/../a', { allow: ['Edit(src/**)'] }],
    ['asked', 'Write', 'SRC/a', { allow: ['Edit(src/**)'] }],
    ['denied', 'Write', 'x/.env', { deny: ['Read(.env)'] }],
    ['denied', 'Read', 'x/.env', { deny: ['Read(.env)'] }],
    ['ran', 'Read', 'x/.envrc', { deny: ['Read(.env)'] }],
  ])('%s: %s of %s, under %j', async (expected, tool, path, rules) => {
    expect(await verdict({ tool, input: file(path), rules })).toBe(expected);
  });

  it('knows a tool by its other names, a server by its own, and a page by its domain', async () => {
    expect(await verdict({ input: line('ls'), rules: { deny: ['shell'] } })).toBe('denied');
    const saving = { tool: 'mcp__memory__save', input: {} };
    expect(await verdict({ ...saving, rules: { deny: ['mcp__memory'] } })).toBe('denied');
    expect(await verdict({ ...saving, rules: { deny: ['mcp__mem'] } })).toBe('asked');
    const rules = { allow: ['WebFetch(domain:good.org)'], deny: ['WebFetch(domain:evil.org)'] };
    const fetching = (url: string): Call => ({ tool: 'WebFetch', input: { url }, rules });
    expect(await verdict(fetching('https://good.org/a'))).toBe('ran');
    expect(await verdict(fetching('https://evil.org/a'))).toBe('denied');
    expect(await verdict(fetching('https://else.org/a'))).toBe('asked');
    expect(await verdict(fetching('no address'))).toBe('denied');
  });
});
