import { join } from 'node:path';
import type { Driver, Place } from './driver.ts';
import { writeFileIn } from './write-file.ts';

export const opencode: Driver = {
  agent: 'opencode',
  title: 'OpenCode',
  package: 'opencode-ai',
  packageVersion: '1.18.33',
  program: (modules) => [join(modules, `opencode-${process.platform}-${process.arch}/bin/opencode`)],
  configure: ({ home, modelUrl }) => {
    writeFileIn(join(home, '.config/opencode/opencode.json'), {
      autoupdate: false,
      share: 'disabled',
      model: 'fake/fake',
      small_model: 'fake/fake',
      enabled_providers: ['fake'],
      provider: {
        fake: {
          npm: '@ai-sdk/openai-compatible',
          name: 'fake',
          options: { baseURL: `${modelUrl}/v1`, apiKey: 'none' },
          models: { fake: { name: 'fake', tool_call: true, limit: { context: 100_000, output: 4_000 } } },
        },
      },
      permission: { '*': 'allow' },
    });
    writeFileIn(modelsFile(home), '{}');
  },
  args: (prompt) => ['run', '--format', 'json', '-m', 'fake/fake', prompt],
  env: ({ home }: Place) => ({
    OPENCODE_DISABLE_AUTOUPDATE: '1',
    OPENCODE_DISABLE_MODELS_FETCH: '1',
    OPENCODE_MODELS_PATH: modelsFile(home),
    OPENCODE_DISABLE_LSP_DOWNLOAD: '1',
    OPENCODE_DISABLE_DEFAULT_PLUGINS: '1',
  }),
  shell: (command) => ({ name: 'bash', input: { command, description: 'a step' } }),
  write: (file, line) => ({ name: 'write', input: { filePath: file, content: `${line}\n` } }),
  delegate: (prompt) => ({
    name: 'task',
    input: { description: 'a part', prompt, subagent_type: 'general' },
  }),
};

function modelsFile(home: string): string {
  return join(home, 'models.json');
}
