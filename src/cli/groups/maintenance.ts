import { commandGroup, jsonOption } from '../command.ts';

export const maintenanceCommands = commandGroup('Maintenance', {
  doctor: {
    summary: 'Test every guard and suggest fixes.',
    options: jsonOption,
    examples: {
      'hookline doctor': 'a call through every hook entry, every guard, and all that may be wrong',
    },
    exits: { 0: 'every guard works', 1: 'a guard does not work; the findings say why' },
    load: async () => (await import('../commands/doctor/doctor.ts')).runDoctor,
  },
  daemon: {
    summary: 'Manage the background process that answers hooks fast.',
    arguments: {
      '[action]': [
        'status, start, stop or logs; run stays in the foreground; default: status',
        ['status', 'start', 'stop', 'logs', 'run'],
      ],
    },
    options: jsonOption,
    examples: {
      'hookline daemon': 'is it running, since when, and how many calls has it answered?',
      'hookline daemon stop': 'end it; the next call of an agent starts it again',
      'HOOKLINE_DAEMON=off claude': 'an agent whose hooks run without it',
    },
    exits: { 0: 'done', 1: 'no daemon is running, or it does not answer' },
    load: async () => (await import('../commands/agents/daemon.ts')).runDaemon,
  },
  uninstall: {
    summary: 'Disconnect agents from hookline.',
    arguments: { '[agents...]': ['the agents; default: all that are connected', 'agents'] },
    options: {
      '--project': 'in this folder; the default',
      '--user': "for all of the user's sessions",
      '--mcp': "only take hookline out of the agents' MCP servers; also for claude-desktop, vscode and zed",
      '-y, --yes': 'write without asking',
      '--dry-run': 'show what would change, and write nothing',
      '-v, --verbose': 'show every line that changes',
      ...jsonOption,
    },
    examples: { 'hookline uninstall claude-code': 'disconnect Claude Code in this folder' },
    exits: { 0: 'done', 1: 'nothing was changed; the message says why' },
    load: async () => (await import('../commands/agents/uninstall.ts')).runUninstall,
  },
  schema: {
    summary: 'Print the JSON Schema of hookline.yaml, for editors.',
    examples: { 'hookline schema > hookline.schema.json': 'for an editor that reads it from a file' },
    load: async () => (await import('../commands/schema.ts')).runSchema,
  },
  completion: {
    summary: 'Print a completion script for your shell.',
    arguments: { '<shell>': ['bash, zsh or fish', ['bash', 'zsh', 'fish']] },
    examples: {
      'source <(hookline completion bash)': 'in ~/.bashrc',
      'source <(hookline completion zsh)': 'in ~/.zshrc, after compinit',
      'hookline completion fish > ~/.config/fish/completions/hookline.fish': 'once, for fish',
    },
    load: async () => (await import('../commands/completion.ts')).runCompletion,
  },
});
