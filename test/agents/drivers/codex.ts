import { readdirSync } from 'node:fs';
import { join } from 'node:path';
import type { ToolCall } from '../model/fake-model.ts';
import type { Driver, Place } from './driver.ts';
import { writeFileIn } from './write-file.ts';

export const codex: Driver = {
  agent: 'codex',
  title: 'Codex',
  package: '@openai/codex',
  packageVersion: '0.166.0',
  // The package's own script needs Node; the program below it does not.
  program: (modules) => {
    const vendor = join(modules, `@openai/codex-${process.platform}-${process.arch}/vendor`);
    return [join(vendor, readdirSync(vendor)[0] ?? '', 'bin/codex')];
  },
  configure: (place) => writeFileIn(join(place.home, '.codex/config.toml'), configToml(place, 'gpt-5')),
  args: (prompt) => [
    'exec',
    '--json',
    '--skip-git-repo-check',
    '--dangerously-bypass-approvals-and-sandbox',
    prompt,
  ],
  env: ({ home }) => ({ CODEX_HOME: join(home, '.codex'), FAKE_MODEL_KEY: 'none' }),
  shell: (command) => ({ name: 'exec_command', input: { cmd: command } }),
  // Models that have no tool for patches write them as a command.
  write: (file, line) => ({
    name: 'exec_command',
    input: { cmd: `apply_patch <<'EOF'\n${patch(file, line)}\nEOF` },
  }),
  delegate: (prompt) => ({ name: 'spawn_agent', namespace: 'multi_agent_v1', input: { message: prompt } }),
};

/** For newer models Codex has one tool, which takes a program that calls all others. */
export const codexInCodeMode: Driver = {
  ...codex,
  variant: 'codex-code-mode',
  title: 'Codex, code mode',
  configure: (place) => writeFileIn(join(place.home, '.codex/config.toml'), configToml(place, 'gpt-6.1-sol')),
  shell: (command) => inCode(`tools.exec_command(${JSON.stringify({ cmd: command })})`),
  write: (file, line) => inCode(`tools.apply_patch(${JSON.stringify(patch(file, line))})`),
  delegate: (prompt) => ({
    name: 'spawn_agent',
    namespace: 'collaboration',
    input: { message: prompt, task_name: 'part', fork_turns: 'none' },
  }),
};

function inCode(call: string): ToolCall {
  return {
    name: 'exec',
    input: `const result = await ${call}; text(result.output ?? JSON.stringify(result));`,
  };
}

function patch(file: string, line: string): string {
  return `*** Begin Patch\n*** Add File: ${file}\n+${line}\n*** End Patch`;
}

function configToml({ modelUrl }: Place, model: string): string {
  return `model = "${model}"
model_provider = "fake"
check_for_update_on_startup = false

[model_providers.fake]
name = "fake"
base_url = "${modelUrl}/v1"
wire_api = "responses"
env_key = "FAKE_MODEL_KEY"
requires_openai_auth = false
supports_websockets = false
request_max_retries = 0
stream_max_retries = 0

[features]
plugins = false
apps = false

[analytics]
enabled = false
`;
}
