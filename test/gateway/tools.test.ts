import { describe, expect, it } from 'vitest';
import type { Fields } from '../../src/engine/values/shapes.ts';
import { agentNamed } from '../../src/gateway/agents/agent-table.ts';
import { express } from '../../src/gateway/answer/express.ts';
import { readCall } from '../../src/gateway/payload/read-call.ts';
import { pathActions } from '../../src/shell/actions/action.ts';
import { actionsOf } from '../../src/shell/actions/actions-of.ts';
import { fixturesOf, outcomeOf } from './support.ts';

const before: Readonly<Record<string, string>> = {
  'claude-code': 'PreToolUse',
  codex: 'PreToolUse',
  gemini: 'BeforeTool',
  opencode: 'tool.execute.before',
  copilot: 'preToolUse',
  qwen: 'PreToolUse',
  droid: 'PreToolUse',
  cline: 'beforeTool',
};

function toolOf(name: string, payload: Fields, tool: string, args: object): object {
  if (name === 'opencode') return { input: { ...(payload['input'] as object), tool }, output: { args } };
  if (name === 'copilot') return { toolName: tool, toolArgs: args };
  return { tool_name: tool, tool_input: args };
}

function callOf(name: string, tool: string, args: object) {
  const agent = agentNamed(name);
  const { [before[name] ?? '']: payload = {} } = fixturesOf(agent);
  return readCall(agent, {
    ...payload,
    cwd: '/home/user/project',
    ...toolOf(name, payload, tool, args),
  });
}

/** Every tool of the agents that runs commands or touches files: whoever guards a path or a command must see it. */
describe('a tool of an agent', () => {
  it.each<[string, string, object, string, string]>([
    ['claude-code', 'Read', { file_path: '/etc/passwd' }, 'Read', 'read /etc/passwd'],
    ['claude-code', 'Write', { file_path: '/etc/passwd', content: '' }, 'Write', 'write /etc/passwd'],
    ['claude-code', 'Edit', { file_path: '/etc/passwd' }, 'Edit', 'write /etc/passwd'],
    ['claude-code', 'NotebookEdit', { notebook_path: '/etc/passwd' }, 'NotebookEdit', 'write /etc/passwd'],
    ['claude-code', 'Bash', { command: 'rm /etc/passwd' }, 'Bash', 'delete /etc/passwd'],
    ['claude-code', 'Monitor', { command: 'rm /etc/passwd' }, 'Bash', 'delete /etc/passwd'],
    ['codex', 'Bash', { command: 'rm /etc/passwd' }, 'Bash', 'delete /etc/passwd'],
    ['codex', 'view_image', { path: '/etc/passwd' }, 'Read', 'read /etc/passwd'],
    [
      'codex',
      'apply_patch',
      { command: '*** Begin Patch\n*** Delete File: /etc/passwd\n*** End Patch' },
      'apply_patch',
      'delete /etc/passwd',
    ],
    ['gemini', 'run_shell_command', { command: 'rm passwd', dir_path: '/etc' }, 'Bash', 'delete /etc/passwd'],
    [
      'gemini',
      'run_shell_command',
      { command: 'rm a', dir_path: 'sub' },
      'Bash',
      'delete /home/user/project/sub/a',
    ],
    ['gemini', 'read_file', { file_path: '/etc/passwd' }, 'Read', 'read /etc/passwd'],
    ['gemini', 'read_many_files', { include: ['/etc/passwd'] }, 'Read', 'read /etc/passwd'],
    ['gemini', 'write_file', { file_path: '/etc/passwd', content: '' }, 'Write', 'write /etc/passwd'],
    ['gemini', 'replace', { file_path: '/etc/passwd', old_string: 'a' }, 'Edit', 'write /etc/passwd'],
    ['gemini', 'list_directory', { dir_path: '/etc' }, 'LS', 'list /etc'],
    ['gemini', 'glob', { pattern: '*', dir_path: '/etc' }, 'Glob', 'list /etc'],
    ['gemini', 'grep_search', { pattern: 'x', dir_path: '/etc' }, 'Grep', 'read /etc'],
    ['opencode', 'bash', { command: 'rm passwd', workdir: '/etc' }, 'Bash', 'delete /etc/passwd'],
    ['opencode', 'read', { filePath: '/etc/passwd' }, 'Read', 'read /etc/passwd'],
    ['opencode', 'write', { filePath: '/etc/passwd', content: '' }, 'Write', 'write /etc/passwd'],
    ['opencode', 'edit', { filePath: '/etc/passwd', oldString: 'a' }, 'Edit', 'write /etc/passwd'],
    ['opencode', 'grep', { pattern: 'x', path: '/etc' }, 'Grep', 'read /etc'],
    ['opencode', 'list', { path: '/etc' }, 'LS', 'list /etc'],
    [
      'opencode',
      'apply_patch',
      { patchText: '*** Begin Patch\n*** Delete File: /etc/passwd\n*** End Patch' },
      'apply_patch',
      'delete /etc/passwd',
    ],
    ['qwen', 'run_shell_command', { command: 'rm passwd', directory: '/etc' }, 'Bash', 'delete /etc/passwd'],
    ['qwen', 'write_file', { file_path: '/etc/passwd', content: '' }, 'Write', 'write /etc/passwd'],
    ['qwen', 'edit', { file_path: '/etc/passwd', old_string: 'a' }, 'Edit', 'write /etc/passwd'],
    ['qwen', 'read_file', { file_path: '/etc/passwd' }, 'Read', 'read /etc/passwd'],
    ['qwen', 'grep_search', { pattern: 'x', path: '/etc' }, 'Grep', 'read /etc'],
    ['qwen', 'notebook_edit', { notebook_path: '/etc/passwd' }, 'NotebookEdit', 'write /etc/passwd'],
    ['droid', 'Execute', { command: 'rm /etc/passwd', riskLevel: 'low' }, 'Bash', 'delete /etc/passwd'],
    ['droid', 'Create', { file_path: '/etc/passwd', content: '' }, 'Write', 'write /etc/passwd'],
    ['droid', 'Edit', { file_path: '/etc/passwd', old_str: 'a' }, 'Edit', 'write /etc/passwd'],
    ['droid', 'Read', { file_path: '/etc/passwd' }, 'Read', 'read /etc/passwd'],
    ['droid', 'LS', { directory_path: '/etc' }, 'LS', 'list /etc'],
    ['droid', 'Grep', { pattern: 'x', path: '/etc' }, 'Grep', 'read /etc'],
    [
      'droid',
      'ApplyPatch',
      { input: '*** Begin Patch\n*** Delete File: /etc/passwd\n*** End Patch' },
      'apply_patch',
      'delete /etc/passwd',
    ],
    ['cline', 'run_commands', { command: 'rm /etc/passwd' }, 'Bash', 'delete /etc/passwd'],
    ['cline', 'read_files', { file_path: '/etc/passwd' }, 'Read', 'read /etc/passwd'],
    ['cline', 'editor', { path: '/etc/passwd', new_text: '' }, 'Edit', 'write /etc/passwd'],
    [
      'cline',
      'apply_patch',
      { input: '*** Begin Patch\n*** Delete File: /etc/passwd\n*** End Patch' },
      'apply_patch',
      'delete /etc/passwd',
    ],
    ['copilot', 'bash', { command: 'rm /etc/passwd' }, 'Bash', 'delete /etc/passwd'],
    ['copilot', 'write_bash', { shellId: 's', input: 'rm /etc/passwd' }, 'Bash', 'delete /etc/passwd'],
    ['copilot', 'view', { path: '/etc/passwd' }, 'Read', 'read /etc/passwd'],
    ['copilot', 'create', { path: '/etc/passwd', file_text: '' }, 'Write', 'write /etc/passwd'],
    ['copilot', 'edit', { path: '/etc/passwd', old_str: 'a', new_str: 'b' }, 'Edit', 'write /etc/passwd'],
    [
      'copilot',
      'str_replace_editor',
      { command: 'create', path: '/etc/passwd' },
      'str_replace_editor',
      'write /etc/passwd',
    ],
    ['copilot', 'grep', { pattern: 'x', path: '/etc' }, 'Grep', 'read /etc'],
    [
      'copilot',
      'apply_patch',
      { input: '*** Begin Patch\n*** Delete File: /etc/passwd\n*** End Patch' },
      'apply_patch',
      'delete /etc/passwd',
    ],
  ])('of %s is known to guards: %s %j', (agent, tool, args, canonical, use) => {
    const { input } = callOf(agent, tool, args);
    const { tool_name: toolName, tool_input: toolInput, cwd } = input;
    expect(toolName).toBe(canonical);
    const { actions } = actionsOf({ toolName, input: toolInput, cwd } as Parameters<typeof actionsOf>[0]);
    const told = pathActions(actions).map(({ kind, path, folders }) => {
      const [text] = path;
      const [folder] = folders;
      return `${kind} ${typeof text === 'string' && text.startsWith('/') ? text : `${folder}/${text}`}`;
    });
    expect(told).toContain(use);
  });

  it.each([
    ['claude-code', 'BASH', 'Bash'],
    ['claude-code', 'Bash ', 'Bash'],
    ['claude-code', 'Ba\u200bsh', 'Bash'],
    ['claude-code', 'Ｂａｓｈ', 'Bash'],
    ['codex', 'Apply_Patch\n', 'apply_patch'],
    ['gemini', 'Run_Shell_Command', 'Bash'],
    ['opencode', 'Write', 'Write'],
    ['claude-code', 'mcp__Bash__bash', 'mcp__Bash__bash'],
    ['claude-code', 'Bashful', 'Bashful'],
  ])('of %s is known though its name is spelt %j', (agent, name, tool) => {
    const { input } = callOf(agent, name, { filePath: '/x', command: 'ls' });
    expect(input['tool_name']).toBe(tool);
    if (tool === 'Write') expect(input['tool_input']).toMatchObject({ file_path: '/x' });
  });

  it('is of the server that its agent names, and of no other one', () => {
    const named = (agent: string, tool: string, context: unknown): unknown =>
      readCall(agentNamed(agent), {
        hook_event_name: before[agent],
        tool_name: tool,
        tool_input: {},
        mcp_context: context,
      }).input['tool_name'];
    const context = { server_name: 'a_b', tool_name: 'c' };
    expect(named('gemini', 'mcp_a_b_c', context)).toBe('mcp__a_b__c');
    expect(named('gemini', 'mcp_a_b', {})).toBe('mcp__a__b');
    expect(named('gemini', 'mcp_a_b', { server_name: 5 })).toBe('mcp__a__b');
    expect(named('claude-code', 'mcp__evil__x', context)).toBe('mcp__evil__x');
  });

  it('works in its folder also when a hook rewrites it', () => {
    const call = callOf('gemini', 'run_shell_command', { command: 'ls', dir_path: 'sub' });
    expect(call.input).toMatchObject({
      cwd: '/home/user/project/sub',
      tool_input: { command: 'ls', workdir: '/home/user/project/sub' },
      native_tool_input: { command: 'ls', dir_path: 'sub' },
    });
    const value = { ...(call.input['tool_input'] as object), command: 'ls -l' };
    const { answer } = express(call, outcomeOf(call, { modified: true, value }), []);
    expect(JSON.parse(answer.stdout).hookSpecificOutput.tool_input).toEqual({
      command: 'ls -l',
      dir_path: '/home/user/project/sub',
    });
  });

  it('is denied where a rewrite would be passed over in silence', () => {
    const call = callOf('codex', 'Bash', { command: 'ls' });
    const held = (value: object): boolean => {
      const { answer } = express(call, outcomeOf(call, { modified: true, value }), []);
      return answer.stdout.includes('"permissionDecision":"deny"');
    };
    expect([{ command: 'pwd' }, { command: 'ls', timeout: 5 }].map(held)).toEqual([false, true]);
  });
});
