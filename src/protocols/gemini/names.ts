import { lookUp } from '../../engine/values/look-up.ts';

export const geminiEvents: Readonly<Record<string, string>> = {
  PreToolUse: 'BeforeTool',
  PostToolUse: 'AfterTool',
  UserPromptSubmit: 'BeforeAgent',
  Stop: 'AfterAgent',
  SessionStart: 'SessionStart',
  SessionEnd: 'SessionEnd',
  PreCompact: 'PreCompress',
  Notification: 'Notification',
};

interface GeminiTool {
  readonly name: string;
  readonly fields?: Readonly<Record<string, string>>;
}

const tools: Readonly<Record<string, GeminiTool>> = {
  Bash: { name: 'run_shell_command' },
  Write: { name: 'write_file' },
  Edit: { name: 'replace' },
  Read: { name: 'read_file' },
  Glob: { name: 'glob' },
  Grep: { name: 'grep_search' },
  LS: { name: 'list_directory', fields: { path: 'dir_path' } },
  WebFetch: { name: 'web_fetch' },
  WebSearch: { name: 'google_web_search' },
  Task: { name: 'invoke_agent', fields: { subagent_type: 'agent_name' } },
};

export function geminiToolName(tool: string): string {
  return lookUp(tools, tool)?.name ?? tool.replace(/^mcp__(.+?)__(?=.)/s, 'mcp_$1_');
}

export function renamedInput(
  tool: string,
  input: Readonly<Record<string, unknown>>,
  to: 'gemini' | 'events',
): Record<string, unknown> {
  const pairs = Object.entries(lookUp(tools, tool)?.fields ?? {});
  const names = new Map(pairs.map(([own, native]) => (to === 'gemini' ? [own, native] : [native, own])));
  return Object.fromEntries(Object.entries(input).map(([name, value]) => [names.get(name) ?? name, value]));
}
