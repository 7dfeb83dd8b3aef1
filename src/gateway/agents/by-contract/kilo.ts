import type { AgentProduct } from '../agent-product.ts';
import { opencodeAgent } from '../opencode.ts';

/** A fork of OpenCode with the same plugins in other folders. */
export const kiloAgent: AgentProduct = {
  ...opencodeAgent,
  name: 'kilo',
  title: 'Kilo Code CLI',
  page: 'https://kilo.ai/docs/cli',
  checked: { version: '7.8.1', by: 'reading' },
  process: { program: 'kilo', package: '@kilocode/cli', variables: ['KILO'] },
  files: {
    user: '.config/kilo/plugin/hookline.js',
    project: '.kilo/plugin/hookline.js',
    moved: { variable: 'XDG_CONFIG_HOME', folder: '.config' },
    layout: 'plugin',
  },
};
