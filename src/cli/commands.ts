import { agentCommands } from './agent-commands.ts';
import {
  agentOption,
  type Command,
  claudeOption,
  configOption,
  jsonOption,
  pointArgument,
  verboseOption,
} from './command.ts';
import { configurationCommands } from './configuration-commands.ts';
import { argOption, toolOption } from './input/event-options.ts';
import { peopleCommands } from './people-commands.ts';
import { traceCommands } from './trace-commands.ts';

export const programExits: Readonly<Record<number, string>> = {
  0: 'done',
  1: 'the call, a file or the configuration is wrong; the message says how',
  130: 'interrupted by Ctrl-C; all that it started has ended',
  143: 'terminated; all that it started has ended',
};

export const commands: readonly Command[] = [
  {
    name: 'init',
    summary: 'Write a configuration, an example hook and its test.',
    arguments: [{ flags: '[folder]', summary: 'where to write; default: this folder', values: 'files' }],
    options: [
      {
        flags: '--language <language>',
        summary: 'the language of the example hook; default: sh',
        values: ['sh', 'python', 'javascript'],
      },
      { flags: '--guards', summary: 'the recommended guards instead of an example hook' },
      { flags: '--force', summary: 'overwrite existing files' },
      jsonOption,
    ],
    examples: [
      ['hookline init', 'start here: then hookline test --canary'],
      ['hookline init --guards', 'start with the guards that ship'],
      ['hookline init --language python', 'the same with a hook in Python'],
    ],
    load: async () => (await import('./commands/init.ts')).runInit,
  },
  {
    name: 'fire',
    summary: 'Fire a point against the configuration and show the outcome.',
    arguments: [pointArgument],
    options: [
      configOption,
      claudeOption,
      agentOption,
      toolOption,
      argOption,
      {
        flags: '-i, --input <file>',
        summary: 'the event as JSON; - reads stdin; default: what is piped in',
        values: 'files',
      },
      verboseOption,
      jsonOption,
    ],
    examples: [
      ['hookline fire PreToolUse --tool Bash --arg command=ls', 'would this tool call go ahead?'],
      ['hookline fire PreToolUse --input event.json -v', 'the event of a file, and all that hooks write'],
      [
        `echo '{"tool_name":"Bash","tool_input":{"command":"ls"}}' | hookline fire PreToolUse --json`,
        'the same for a program',
      ],
      ['hookline fire Stop --claude', "fire the hooks of Claude Code's settings"],
    ],
    exits: {
      0: 'go ahead',
      1: 'the configuration or the call is wrong',
      2: 'do not: a hook denied, asked, halted or resumed',
    },
    load: async () => (await import('./commands/fire.ts')).runFire,
  },
  {
    name: 'hook',
    summary: "Answer one call of an agent's hook: its payload on stdin, its own format and exit code back.",
    arguments: [{ flags: '<agent>', summary: 'the agent that calls', values: 'agents' }],
    options: [
      configOption,
      { flags: '--required', summary: 'refuse where no configuration is found' },
      { flags: '--launched', summary: 'for the installed line: exit codes 40, 41 and 42 for 0, 1 and 2' },
      { flags: '--asked', summary: 'for the installed line: the daemon did not answer, so do without it' },
      jsonOption,
    ],
    examples: [
      ['hookline hook claude-code < payload.json', 'what Claude Code would be told'],
      ['hookline hook codex --json < payload.json', 'the outcome, and the answer to Codex'],
    ],
    exits: {
      0: 'answered on stdout',
      1: 'something cannot be said to this agent, and stderr tells what; with --json also: it could not be judged',
      2: 'refused, with the reason on stderr; with --json: a hook denied, asked, halted or resumed',
    },
    // Agents go ahead after any other exit code.
    broken: 2,
    load: async () => (await import('./commands/hook.ts')).runHook,
  },
  {
    name: 'import',
    summary:
      'Write a hookline.yaml from the hooks that an agent has, and say what could not be carried over.',
    arguments: [
      {
        flags: '<agent>',
        summary: 'the agent whose hooks to take',
        values: ['claude-code', 'codex', 'gemini'],
      },
    ],
    options: [
      { flags: '--user', summary: "only the hooks of the user's own files" },
      { flags: '--project', summary: 'only the hooks of this folder' },
      {
        flags: '--output <file>',
        summary: 'where to write; - prints it; default: hookline.yaml',
        values: 'files',
      },
      { flags: '--force', summary: 'overwrite an existing file' },
      jsonOption,
    ],
    examples: [
      ['hookline import claude-code', "take the hooks of Claude Code: the user's and the project's"],
      ['hookline import codex --project --output -', 'see what would be written'],
    ],
    exits: {
      0: 'written, also where something was not carried over',
      1: 'there is nothing to carry over, a file cannot be parsed, or one is there already',
    },
    load: async () => (await import('./commands/import.ts')).runImport,
  },
  ...agentCommands,
  ...peopleCommands,
  ...traceCommands,
  {
    name: 'explain',
    summary: 'Show which hooks would run at a point, in which order and why, and why the others would not.',
    arguments: [pointArgument],
    options: [
      configOption,
      claudeOption,
      toolOption,
      argOption,
      agentOption,
      {
        flags: '-i, --input <file>',
        summary: 'an event as JSON to fire step by step; - reads stdin',
        values: 'files',
      },
      { flags: '--hook <name>', summary: 'explain only this hook' },
      verboseOption,
      jsonOption,
    ],
    examples: [
      ['hookline explain PreToolUse --tool Bash', 'which hooks guard the shell?'],
      ['hookline explain PreToolUse --agent agent1 -i event.json', 'what each hook makes of this event'],
      ['hookline explain PreToolUse --tool Write --hook no-rm', 'why does this hook not run?'],
    ],
    load: async () => (await import('./commands/explain.ts')).runExplain,
  },
  {
    name: 'test',
    summary: 'Run policy tests: events, and the outcomes they must get.',
    arguments: [
      {
        flags: '[files...]',
        summary: 'test files; default: every *.test.yaml in this folder and below',
        values: 'files',
      },
    ],
    options: [
      configOption,
      claudeOption,
      {
        flags: '--canary',
        summary: 'prove that every guard holds back what it must, and lets pass what is harmless',
      },
      { flags: '--watch', summary: 'run again when a test, the configuration or a handler changes' },
      {
        flags: '--from-trace <what>',
        summary:
          'write a recorded session, or the call with a code, as tests: to the file named or to stdout',
      },
      { flags: '--tool <tool>', summary: '--from-trace: only calls of this tool', values: 'tools' },
      { flags: '--denied', summary: '--from-trace: only what was denied or asked' },
      verboseOption,
      { flags: '--junit <file>', summary: 'also write the results as JUnit XML', values: 'files' },
      jsonOption,
    ],
    examples: [
      ['hookline test', 'run every test here'],
      ['hookline test --canary', 'and prove that every guard still holds'],
      ['hookline test --junit results.xml', 'for a build server'],
      ['hookline test --from-trace 0b7c incident.test.yaml --denied', 'an incident becomes a test'],
      ['hookline test --from-trace 7H2KQ9C', 'one decision becomes a test'],
    ],
    exits: { 0: 'every test passed', 1: 'a test or a canary failed, or the call is wrong' },
    load: async () => (await import('./commands/test.ts')).runTests,
  },
  {
    name: 'demo',
    summary: 'See hooks at work: a scripted session with real tools, in a temporary folder.',
    arguments: [],
    options: [],
    examples: [['hookline demo', 'half a minute, offline, without a key']],
    load: async () => (await import('./commands/demo.ts')).runDemo,
  },
  {
    name: 'run',
    summary: 'Run a small agent that asks the hooks at every step, on a script or with a real model.',
    arguments: [{ flags: '[prompt...]', summary: "the task; default: the script's own prompt" }],
    options: [
      configOption,
      claudeOption,
      {
        flags: '--script <file>',
        summary: 'a YAML file with what the model says, turn by turn',
        values: 'files',
      },
      { flags: '--model <name>', summary: 'anthropic, openai, or one with a model, such as anthropic:MODEL' },
      { flags: '--base-url <url>', summary: 'the address of the API' },
      { flags: '--agent <id>', summary: 'the agent whose own hooks run' },
      {
        flags: '--permission-mode <mode>',
        summary: 'which tool calls need approval; default: none',
        values: ['default', 'acceptEdits', 'plan', 'bypassPermissions', 'dontAsk'],
      },
      { flags: '--session <id>', summary: 'the id of the session, to resume it later; default: a new id' },
      { flags: '--resume <session>', summary: 'go on with this session' },
      { flags: '--orchestrator <id>', summary: 'the orchestrator_id of events; default: none' },
      { flags: '--init', summary: 'fire Setup for a new folder first' },
      { flags: '--maintenance', summary: 'fire Setup for maintenance first' },
      { flags: '--compact-at <tokens>', summary: 'compact conversations of about that size; default: never' },
      { flags: '--json', summary: 'one JSON object per line: hook messages, model requests, results' },
    ],
    examples: [
      ['hookline run --script session.yaml', 'a scripted session with real tools, offline'],
      ['hookline run --script session.yaml --json', 'the same for a program'],
      ['hookline run --model anthropic "list the files"', 'a real model, with ANTHROPIC_API_KEY'],
    ],
    exits: { 0: 'the run ended, whatever hooks decided', 1: 'the model or the call failed' },
    load: async () => (await import('./commands/run.ts')).runAgent,
  },
  {
    name: 'undo',
    summary: 'Take back what an agent has written in this folder.',
    arguments: [],
    options: [
      { flags: '--steps <number>', summary: 'how many writes; default: 1' },
      { flags: '--to <id>', summary: 'go to the state after this record' },
      { flags: '--file <path>', summary: 'only this file', values: 'files' },
      { flags: '--force', summary: 'also overwrite changes by somebody else' },
      { flags: '--list', summary: 'list the writes and change nothing' },
      jsonOption,
    ],
    examples: [
      ['hookline undo', 'take the last write back'],
      ['hookline undo --list', 'what was written, by whom'],
    ],
    exits: { 0: 'done', 1: 'a file was not restored; the message says why' },
    load: async () => (await import('./commands/undo.ts')).runUndo,
  },
  ...configurationCommands,
  {
    name: 'completion',
    summary: 'Print a script that completes commands, options and points in a shell.',
    arguments: [{ flags: '<shell>', summary: 'bash, zsh or fish', values: ['bash', 'zsh', 'fish'] }],
    options: [],
    examples: [
      ['source <(hookline completion bash)', 'in ~/.bashrc'],
      ['source <(hookline completion zsh)', 'in ~/.zshrc, after compinit'],
      ['hookline completion fish > ~/.config/fish/completions/hookline.fish', 'once, for fish'],
    ],
    load: async () => (await import('./commands/completion.ts')).runCompletion(commands),
  },
];
