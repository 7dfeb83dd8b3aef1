import { commandGroup, jsonOption } from '../command.ts';

export const startCommands = commandGroup('Start', {
  demo: {
    summary: 'Watch hooks guard a scripted agent in a temporary folder.',
    examples: { 'hookline demo': 'half a minute, offline, without an API key' },
    load: async () => (await import('../commands/demo.ts')).runDemo,
  },
  init: {
    summary: 'Write a policy (hookline.yaml) with a hook and its tests.',
    arguments: { '[folder]': ['where to write; default: this folder', 'files'] },
    options: {
      '--guards': 'write the recommended guards instead of an example hook',
      '--language <language>': [
        'the language of the example hook; default: sh',
        ['sh', 'python', 'javascript'],
      ],
      '--trace': 'also record every decision, for hookline trace and hookline ui',
      '--force': 'overwrite existing files',
      ...jsonOption,
    },
    examples: {
      'hookline init --guards': 'start here; the next step is: hookline install',
      'hookline init --language python': 'an example hook in Python, with its tests',
    },
    load: async () => (await import('../commands/init.ts')).runInit,
  },
  import: {
    summary: 'Write a hookline.yaml from the hooks an agent already has.',
    arguments: { '<agent>': ['the agent whose hooks to take', ['claude-code', 'codex', 'gemini']] },
    options: {
      '--user': "take only the hooks of the user's own files",
      '--project': 'take only the hooks of this folder',
      '--output <file>': ['where to write; - prints it; default: hookline.yaml', 'files'],
      '--force': 'overwrite an existing file',
      ...jsonOption,
    },
    examples: {
      'hookline import claude-code': "take Claude Code's hooks: the user's and the project's",
      'hookline import codex --project --output -': 'print the result without writing a file',
    },
    exits: {
      0: 'written; the output lists what could not be taken over',
      1: 'there is nothing to import, a file cannot be parsed, or the output exists already',
    },
    load: async () => (await import('../commands/import.ts')).runImport,
  },
  install: {
    summary: 'Connect agents to hookline, so it judges their tool calls.',
    arguments: { '[agents...]': ['the agents; default: those on this machine', 'agents'] },
    options: {
      '--project': 'only in this folder, for the events that hookline.yaml has hooks for; the default',
      '--user': "for all of the user's sessions, for every event at which a hook can block",
      '--system':
        'for all users of this machine: files that only root can change, and a daemon with a user of its own',
      '-y, --yes': 'write without asking',
      '--dry-run': 'show what would change, and write nothing',
      '-v, --verbose': 'show every line that changes',
      '--open': 'let agents continue when hookline is missing or broken; default: block them',
      '--plugin [folder]': [
        'write a plugin folder for Claude Code instead of settings; default: hookline-plugin',
        'files',
      ],
      '--mcp': "put the agents' MCP servers behind hookline instead; also for claude-desktop, vscode and zed",
      '--switch-on': 'also remove settings that switch hooks off, and mark the folder as trusted',
      '--no-trust': "don't mark the hook entries as trusted in Codex and Gemini CLI; do it there yourself",
      ...jsonOption,
    },
    examples: {
      'hookline install claude-code': 'guard Claude Code in this folder',
      'hookline install claude-code --plugin': 'a folder for claude --plugin-dir hookline-plugin',
      'hookline install zed --user --mcp': "every MCP server of Zed's user behind the policy",
      'hookline install --user --dry-run --verbose': 'every change for every agent on this machine',
    },
    exits: {
      0: 'every agent is connected',
      1: 'nothing was changed, or an agent is not guarded; the message says why',
    },
    load: async () => (await import('../commands/agents/install.ts')).runInstall,
  },
  status: {
    summary: 'Show whether agents in this folder are guarded right now.',
    options: jsonOption,
    examples: { 'hookline status': 'the agents, guards, files, daemon and exceptions; runs nothing' },
    exits: { 0: 'every guard is active, as far as can be seen', 1: 'one is not; see hookline doctor' },
    load: async () => (await import('../commands/doctor/status.ts')).runStatus,
  },
});
