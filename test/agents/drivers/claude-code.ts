import { join } from 'node:path';
import type { Driver } from './driver.ts';

/** The package of the SDK brings the program itself. */
export const claudeCode: Driver = {
  agent: 'claude-code',
  title: 'Claude Code',
  package: '@anthropic-ai/claude-agent-sdk',
  packageVersion: '0.3.325',
  program: (modules) => [
    join(modules, `@anthropic-ai/claude-agent-sdk-${process.platform}-${process.arch}/claude`),
  ],
  configure: () => {},
  // It refuses to skip all permissions for the superuser, so the tools are allowed by name.
  args: (prompt) => [
    '-p',
    prompt,
    '--output-format',
    'stream-json',
    '--verbose',
    '--allowedTools',
    'Bash,Write,Agent',
  ],
  env: ({ modelUrl }) => ({
    ANTHROPIC_BASE_URL: modelUrl,
    ANTHROPIC_API_KEY: 'none',
    CLAUDE_CODE_DISABLE_NONESSENTIAL_TRAFFIC: '1',
    DISABLE_AUTOUPDATER: '1',
    DISABLE_TELEMETRY: '1',
  }),
  shell: (command) => ({ name: 'Bash', input: { command, description: 'a step' } }),
  write: (file, line) => ({ name: 'Write', input: { file_path: file, content: `${line}\n` } }),
  delegate: (prompt) => ({
    name: 'Agent',
    input: { description: 'a part', prompt, subagent_type: 'general-purpose', run_in_background: false },
  }),
};
