import { type Command, configOption, jsonOption } from './command.ts';

export const agentCommands: readonly Command[] = [
  {
    name: 'install',
    summary:
      'Let agents on this machine ask hookline: show what changes in their configuration, and write it.',
    arguments: [
      { flags: '[agents...]', summary: 'the agents; default: those on this machine', values: 'agents' },
    ],
    options: [
      {
        flags: '--project',
        summary: 'in this folder: the events that hookline.yaml has hooks for; the default',
      },
      { flags: '--user', summary: "for all of the user's sessions: every event that can restrain" },
      { flags: '-y, --yes', summary: 'write without asking' },
      { flags: '--dry-run', summary: 'show what would change, and write nothing' },
      {
        flags: '--open',
        summary: 'let agents go ahead when hookline is missing or broken; default: hold them back',
      },
      {
        flags: '--plugin [folder]',
        summary: 'write a plugin folder for Claude Code instead of settings; default: hookline-plugin',
        values: 'files',
      },
      {
        flags: '--switch-on',
        summary:
          'also take out of its settings what switches hooks off, and have it trust a folder that its user did not trust',
      },
      {
        flags: '--no-trust',
        summary:
          'leave it to the person to have Codex and Gemini CLI trust the lines; default: they are told to',
      },
    ],
    examples: [
      ['hookline install claude-code', 'Claude Code asks hookline in this folder'],
      ['hookline install claude-code --plugin', 'a folder for claude --plugin-dir hookline-plugin'],
      ['hookline install --user --dry-run', 'what would change for every agent of this machine'],
    ],
    exits: {
      0: 'every agent asks hookline',
      1: 'nothing was changed, or an agent is not guarded; the message says why',
    },
    load: async () => (await import('./commands/agents/install.ts')).runInstall,
  },
  {
    name: 'uninstall',
    summary: 'Take hookline out of the configuration of agents again.',
    arguments: [
      { flags: '[agents...]', summary: 'the agents; default: all that ask hookline', values: 'agents' },
    ],
    options: [
      { flags: '--project', summary: 'in this folder; the default' },
      { flags: '--user', summary: "for all of the user's sessions" },
      { flags: '-y, --yes', summary: 'write without asking' },
      { flags: '--dry-run', summary: 'show what would change, and write nothing' },
    ],
    examples: [['hookline uninstall claude-code', 'Claude Code no longer asks hookline in this folder']],
    exits: { 0: 'done', 1: 'nothing was changed; the message says why' },
    load: async () => (await import('./commands/agents/uninstall.ts')).runUninstall,
  },
  {
    name: 'trust',
    summary:
      'Show what the hookline.yaml of a project would run, or what MCP servers say, and let agents work with it.',
    arguments: [
      {
        flags: '[folder]',
        summary:
          'the folder of the project; default: this folder; mcp: what MCP servers behind hookline offer',
        values: 'files',
      },
      { flags: '[server]', summary: 'after mcp: only the server of this name' },
    ],
    options: [
      { flags: '-y, --yes', summary: 'record it without asking, for CI' },
      { flags: '--list', summary: 'list everything that is trusted, and change nothing' },
      { flags: '--remove', summary: 'forget what is trusted of the configuration in this folder' },
      jsonOption,
    ],
    examples: [
      ['hookline trust', 'see what a project would run, and trust it as it is now'],
      ['hookline trust --yes', 'a step in CI'],
      ['hookline trust mcp', 'review the tools of MCP servers that are new or have changed'],
      ['hookline trust --list', 'what was trusted, and what has changed since'],
    ],
    exits: { 0: 'trusted', 1: 'not trusted, or the configuration has errors; the message says why' },
    load: async () => (await import('./commands/agents/trust.ts')).runTrust,
  },
  {
    name: 'agents',
    summary:
      'Show what each agent can do at each point, which ones ask hookline here, and whether that guards them.',
    arguments: [
      {
        flags: '[agent]',
        summary: 'only this agent, with what replaces what it cannot do',
        values: 'agents',
      },
    ],
    options: [jsonOption],
    examples: [
      ['hookline agents', 'who is guarded here, and what each agent can do'],
      ['hookline agents codex', 'what Codex cannot do, and what it is told instead'],
    ],
    load: async () => (await import('./commands/agents/list-agents.ts')).runAgents,
  },
  {
    name: 'doctor',
    summary: 'Try whether every guard guards here, and say what mends what does not.',
    arguments: [],
    options: [jsonOption],
    examples: [
      ['hookline doctor', 'a call through every installed line, every guard, and all that may be wrong'],
      ['hookline doctor --json', 'the same for a program'],
    ],
    exits: { 0: 'every guard guards', 1: 'a guard does not guard; the findings say why' },
    load: async () => (await import('./commands/doctor/doctor.ts')).runDoctor,
  },
  {
    name: 'status',
    summary: 'Show what guards here, now: agents, guards, trust, the daemon, exceptions. Runs nothing.',
    arguments: [],
    options: [jsonOption],
    examples: [['hookline status', 'what guards me here?']],
    exits: { 0: 'every guard guards, as far as can be seen', 1: 'one does not; hookline doctor says why' },
    load: async () => (await import('./commands/doctor/status.ts')).runStatus,
  },
  {
    name: 'mcp',
    summary: 'Run an MCP server behind the policy: its client talks to it through hookline.',
    arguments: [{ flags: '[command...]', summary: 'the command of the server, after --' }],
    options: [
      {
        flags: '--name <server>',
        summary: 'the name of the server in rules, as in mcp__NAME__TOOL; default: by its package or program',
      },
      { flags: '--url <url>', summary: 'the address of a server that speaks HTTP, instead of a command' },
      {
        flags: '--listen <address>',
        summary: 'with --url: serve HTTP at this address, such as 127.0.0.1:8080; default: stdin and stdout',
      },
      {
        flags: '--header <header>',
        summary:
          'with --url on stdin and stdout: a header for the server, such as "X-Team: tools"; can be repeated',
        repeats: true,
      },
      configOption,
      { flags: '--required', summary: 'refuse where no configuration is found' },
      {
        flags: '--trust-first',
        summary:
          'trust what a new server offers at first, unless it looks suspicious; changes wait for a review',
      },
      {
        flags: '--no-pins',
        summary: 'let pass what no person has reviewed: every tool, and every change of one',
      },
    ],
    examples: [
      [
        'hookline mcp --name fs -- npx -y @modelcontextprotocol/server-filesystem .',
        'a stdio server, in the configuration of any MCP client',
      ],
      [
        'hookline mcp --url https://mcp.example.com/mcp',
        'a server that speaks HTTP, for a client that starts a command',
      ],
      [
        'hookline mcp --url https://mcp.example.com/mcp --listen 127.0.0.1:8080',
        'the same for a client that speaks HTTP',
      ],
    ],
    exits: { 0: 'the server ended; any other code is its own', 1: 'it could not be started, or was ended' },
    load: async () => (await import('./commands/agents/mcp.ts')).runMcp,
  },
  {
    name: 'daemon',
    summary: 'Show, start or stop the process that answers the hooks of agents quickly.',
    arguments: [
      {
        flags: '[action]',
        summary: 'status, start, stop or logs; run stays in the foreground; default: status',
        values: ['status', 'start', 'stop', 'logs', 'run'],
      },
    ],
    options: [jsonOption],
    examples: [
      ['hookline daemon', 'does one run, since when, and what has it answered?'],
      ['hookline daemon stop', 'end it; the next call of an agent starts it again'],
      ['HOOKLINE_DAEMON=off claude', 'an agent whose hooks do without'],
    ],
    exits: { 0: 'done', 1: 'no daemon runs, or it does not answer' },
    load: async () => (await import('./commands/agents/daemon.ts')).runDaemon,
  },
];
