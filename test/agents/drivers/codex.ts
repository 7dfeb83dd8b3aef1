import { readdirSync } from 'node:fs';
import { join } from 'node:path';
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
  configure: (place) => writeFileIn(join(place.home, '.codex/config.toml'), configToml(place)),
  args: (prompt) => [
    'exec',
    '--json',
    '--skip-git-repo-check',
    '--dangerously-bypass-approvals-and-sandbox',
    prompt,
  ],
  env: ({ home }) => ({ CODEX_HOME: join(home, '.codex'), FAKE_MODEL_KEY: 'none' }),
  shell: (command) => ({ name: 'exec_command', input: { cmd: command } }),
  delegate: (prompt) => ({ name: 'spawn_agent', namespace: 'multi_agent_v1', input: { message: prompt } }),
};

function configToml({ project, modelUrl }: Place): string {
  return `model = "gpt-5"
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

[projects.${JSON.stringify(project)}]
trust_level = "trusted"
`;
}
