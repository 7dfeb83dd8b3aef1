import { join } from 'node:path';
import type { Driver } from './driver.ts';
import { writeFileIn } from './write-file.ts';

export const gemini: Driver = {
  agent: 'gemini',
  title: 'Gemini CLI',
  package: '@google/gemini-cli',
  packageVersion: '0.61.0',
  program: (modules) => [process.execPath, join(modules, '@google/gemini-cli/bundle/gemini.js')],
  configure: ({ home }) =>
    writeFileIn(join(home, '.gemini/settings.json'), {
      security: { auth: { selectedType: 'gemini-api-key' } },
      general: { enableAutoUpdate: false },
      privacy: { usageStatisticsEnabled: false },
    }),
  // Without a person it does not even start in a folder that nobody trusted.
  trust: ({ home, project }) =>
    writeFileIn(join(home, '.gemini/trustedFolders.json'), { [project]: 'TRUST_FOLDER' }),
  args: (prompt) => ['-p', prompt, '-m', 'gemini-2.5-flash', '--approval-mode', 'yolo', '-o', 'json'],
  env: ({ modelUrl }) => ({
    GEMINI_API_KEY: 'none',
    GOOGLE_GEMINI_BASE_URL: modelUrl,
    GEMINI_CLI_NO_RELAUNCH: 'true',
  }),
  shell: (command) => ({ name: 'run_shell_command', input: { command, description: 'a step' } }),
  write: (file, line) => ({ name: 'write_file', input: { file_path: file, content: `${line}\n` } }),
  delegate: (prompt) => ({ name: 'invoke_agent', input: { agent_name: 'generalist', prompt } }),
};
