import { claudeOption, commandGroup, configOption, jsonOption } from '../command.ts';

const required = { '--required': 'refuse when there is no configuration' };

export const agentCommands = commandGroup('Agents', {
  agents: {
    summary: 'Show what each agent supports, and which ones are guarded here.',
    arguments: { '[agent]': ["only this agent, with what replaces what it doesn't support", 'agents'] },
    options: jsonOption,
    examples: {
      'hookline agents': 'which agents are guarded, and what each supports',
      'hookline agents codex': "what Codex doesn't support, and what hookline does instead",
    },
    load: async () => (await import('../commands/agents/list-agents.ts')).runAgents,
  },
  allow: {
    summary: 'Allow one denied call once, or lift one rule for a while.',
    arguments: { '[code]': 'the code in the reason of the denial' },
    options: {
      '--rule <id>': 'lift this rule of a built-in guard, in this folder and below',
      '--for <duration>': 'how long the rule is lifted, such as 30m or 1h; at most 24h',
      '--list': 'show what waits for approval, what is allowed now, and what was allowed before',
      ...jsonOption,
    },
    examples: {
      'hookline allow K7Q2MPX': 'the call is allowed once, within ten minutes',
      'hookline allow --rule git.reset-hard --for 1h': 'the rule blocks nothing here for an hour',
      'hookline allow --list': 'what waits, what is allowed now, and what was allowed before',
    },
    exits: { 0: 'done', 1: 'nothing was changed; the message says why' },
    load: async () => (await import('../commands/people/allow.ts')).runAllow,
  },
  revoke: {
    summary: 'Withdraw an exception made with hookline allow.',
    arguments: { '[code]': 'the code of a call, or the id of a lifted rule' },
    options: { '--all': 'withdraw every exception', ...jsonOption },
    examples: {
      'hookline revoke K7Q2MPX': 'the call is denied again',
      'hookline revoke --all': 'no exceptions are left',
    },
    exits: { 0: 'withdrawn', 1: 'there was nothing to revoke, or the call is wrong' },
    load: async () => (await import('../commands/people/revoke.ts')).runRevoke,
  },
  mcp: {
    summary: 'Put an MCP server behind the policy.',
    arguments: { '[command...]': "the server's command, after --; or scan: list the servers of all agents" },
    options: {
      '--name <server>':
        "the server's name in rules, as in mcp__NAME__TOOL; default: from its package or program",
      '--url <url>': 'the address of a server that speaks HTTP, instead of a command',
      '--listen <address>': 'with --url: serve HTTP here, such as 127.0.0.1:8080; default: stdin and stdout',
      '--header <header>': [
        'with --url on stdin and stdout: a header for the server, such as "X-Team: tools"; can be repeated',
        null,
        'repeats',
      ],
      ...configOption,
      ...required,
      '--trust-first': 'trust what a new server offers, unless it looks suspicious; review only changes',
      '--no-pins': 'allow tools that nobody has reviewed, and every change of a tool',
      '--start': 'scan: start every server, behind hookline, to see what it offers',
      '--json': 'scan: print JSON',
    },
    examples: {
      'hookline mcp --name fs -- npx -y @modelcontextprotocol/server-filesystem .':
        'a stdio server, in the configuration of any MCP client',
      'hookline mcp --url https://mcp.example.com/mcp':
        'a server that speaks HTTP, for a client that starts a command',
      'hookline mcp --url https://mcp.example.com/mcp --listen 127.0.0.1:8080':
        'the same for a client that speaks HTTP',
      'hookline mcp scan': 'every MCP server that an agent here is configured with',
    },
    exits: {
      0: "the server ended; any other code is the server's",
      1: 'it could not be started, or was ended; scan: a server is not behind hookline, or looks suspicious',
    },
    load: async () => (await import('../commands/agents/mcp.ts')).runMcp,
  },
  hook: {
    summary: "Answer one hook call of an agent (agents run this, you don't).",
    arguments: { '<agent>': ['the agent that calls', 'agents'] },
    options: {
      ...configOption,
      ...required,
      '--launched': 'for installed hook entries: exit codes 40, 41 and 42 instead of 0, 1 and 2',
      '--asked': "for installed hook entries: the daemon didn't answer, so don't ask it again",
      ...jsonOption,
    },
    examples: {
      'hookline hook claude-code < payload.json': 'the answer Claude Code would get',
      'hookline hook codex --json < payload.json': 'the outcome, and the answer to Codex',
    },
    exits: {
      0: 'answered on stdout',
      1: "the agent doesn't support part of the answer, see stderr; with --json also: it could not be judged",
      2: 'refused, with the reason on stderr; with --json: a hook denied, asked, halted or resumed',
    },
    // Agents continue after any other exit code.
    broken: 2,
    load: async () => (await import('../commands/hook.ts')).runHook,
  },
  run: {
    summary: 'Run a small agent under the hooks, scripted or with a model.',
    arguments: { '[prompt...]': "the task; default: the script's own prompt" },
    options: {
      ...configOption,
      ...claudeOption,
      '--script <file>': ["a YAML file with the model's turns", 'files'],
      '--model <name>': 'anthropic or openai, or with a model, such as anthropic:MODEL',
      '--base-url <url>': 'the address of the API',
      '--agent <id>': 'run the hooks of this agent',
      '--permission-mode <mode>': [
        'which tool calls need approval; default: none',
        ['default', 'acceptEdits', 'plan', 'bypassPermissions', 'dontAsk'],
      ],
      '--session <id>': "the new session's id, to resume it later; default: a random one",
      '--resume <session>': 'continue this session',
      '--orchestrator <id>': 'the orchestrator_id of events; default: none',
      '--init': 'fire Setup for a new folder first',
      '--maintenance': 'fire Setup for maintenance first',
      '--compact-at <tokens>': 'compact the conversation at about this size; default: never',
      '--json': 'one JSON object per line: hook messages, model requests, results',
    },
    examples: {
      'hookline run --script session.yaml': 'a scripted session with real tools, offline',
      'hookline run --script session.yaml --json': 'the same for a program',
      'hookline run --model anthropic "list the files"': 'a real model, with ANTHROPIC_API_KEY',
    },
    exits: { 0: 'the run ended, whatever hooks decided', 1: 'the model or the call failed' },
    load: async () => (await import('../commands/run.ts')).runAgent,
  },
  undo: {
    summary: 'Undo what hookline run wrote in this folder.',
    options: {
      '--steps <number>': 'how many writes; default: 1',
      '--to <id>': 'restore the state after this entry',
      '--file <path>': ['only this file', 'files'],
      '--force': 'also overwrite changes that someone else made since',
      '--list': 'list the writes, and change nothing',
      ...jsonOption,
    },
    examples: {
      'hookline undo': 'undo the last write',
      'hookline undo --list': 'every write, and the agent that made it',
    },
    exits: {
      0: 'restored',
      1: 'there was nothing to undo, or a file was not restored; the message says why',
    },
    load: async () => (await import('../commands/undo.ts')).runUndo,
  },
});
