import type { AgentProduct, Form } from '../agent-product.ts';
import { deniesOnExitTwo, namedTools } from '../shared-rows.ts';

const decide = (decision: string): Form => ({ decision, reason: '$reason' });

export const crushAgent: AgentProduct = {
  name: 'crush',
  title: 'crush',
  page: 'https://github.com/charmbracelet/crush/blob/main/docs/hooks/README.md',
  checked: { version: '0.96', by: 'reading' },
  process: { program: 'crush', package: '@charmland/crush', variables: ['CRUSH'] },
  files: {
    user: '.config/crush/crush.json',
    project: '.crush.json',
    moved: { variable: 'XDG_CONFIG_HOME', folder: '.config' },
    layout: {
      key: 'hooks',
      grouped: false,
      entry: { name: 'hookline', command: '$line', timeout: '$seconds' },
      strict: {
        fields: { name: 'string', command: 'string', matcher: 'string', timeout: 'number' },
        required: ['command'],
      },
    },
  },
  reactions: deniesOnExitTwo,
  payload: { event: 'event', marks: ['event'], mcp: 'mcp_SERVER_TOOL' },
  events: {
    PreToolUse: {
      point: 'PreToolUse',
      refuses: true,
      merges: true,
      says: {
        deny: decide('deny'),
        allow: { decision: 'allow' },
        modify: { updated_input: '$value' },
        inject: { context: '$context' },
        halt: { halt: true, ...decide('deny') },
      },
    },
  },
  tools: {
    bash: { tool: 'Bash', folder: 'working_dir' },
    ...namedTools(`
      view=Read write=Write edit=Edit multiedit=MultiEdit ls=LS glob=Glob grep=Grep fetch=WebFetch
      agent=Task
    `),
  },
  limits: [
    'Hooks do not run for subagents.',
    'There is no event but the one before tool calls; a question becomes a deny.',
    'With a matcher that it cannot read, crush does not start: install checks the file.',
    'An allow skips its own question.',
  ],
};
