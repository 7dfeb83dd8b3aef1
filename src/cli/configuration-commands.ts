import { type Command, claudeOption, configOption, jsonOption } from './command.ts';

export const configurationCommands: readonly Command[] = [
  {
    name: 'validate',
    summary: 'Check configuration files and report every mistake.',
    arguments: [{ flags: '[files...]', summary: 'the files; default: as for --config', values: 'files' }],
    options: [
      configOption,
      claudeOption,
      { flags: '--deep', summary: 'also run each guard once, with a harmless event' },
      { flags: '--strict', summary: 'warnings count as errors' },
      jsonOption,
    ],
    examples: [
      ['hookline validate', 'check hookline.yaml'],
      ['hookline validate --deep', 'and run the guards: does each let a harmless event pass?'],
      ['hookline validate .claude/settings.json --strict', 'check the settings of Claude Code'],
    ],
    exits: { 0: 'no mistakes', 1: 'there are errors, or warnings with --strict' },
    load: async () => (await import('./commands/validate.ts')).runValidate,
  },
  {
    name: 'list',
    summary: 'List the hooks of the configuration by point, with the place of each.',
    arguments: [],
    options: [
      configOption,
      claudeOption,
      { flags: '--point <point>', summary: 'only the hooks of this point', values: 'points' },
      { flags: '--agent <id>', summary: 'only the hooks that can run for this agent' },
      jsonOption,
    ],
    examples: [
      ['hookline list', 'every hook'],
      ['hookline list --point PreToolUse', 'those before tool calls'],
      ['hookline list --agent agent1', 'those that can run for one agent'],
    ],
    load: async () => (await import('./commands/list.ts')).runList,
  },
  {
    name: 'guards',
    summary: 'List the guards that ship, and show what they make of shell commands.',
    arguments: [
      { flags: '[action]', summary: 'list, check or scan; default: list', values: ['list', 'check', 'scan'] },
      {
        flags: '[words...]',
        summary:
          'the command to check; or the files and folders to scan: shell scripts, workflows, pipelines, Makefiles, Dockerfiles, package.json',
        values: 'files',
      },
    ],
    options: [
      { ...configOption, summary: 'judge with the guards of this file; default: the recommended ones' },
      { flags: '--cwd <folder>', summary: 'where the command would run; default: here', values: 'files' },
      {
        flags: '--lines',
        summary: 'check many: stdin has {"command": "…", "cwd"?: "…"} a line, and each gets a line back',
      },
      {
        flags: '--min <confidence>',
        summary: 'scan: what counts, high, medium or low; default: high',
        values: ['high', 'medium', 'low'],
      },
      { flags: '--baseline <file>', summary: 'scan: leave out the findings of this file', values: 'files' },
      { flags: '--update-baseline', summary: 'scan: write all findings to the baseline' },
      { flags: '--sarif', summary: 'scan: print SARIF, for code scanning' },
      jsonOption,
    ],
    examples: [
      ['hookline guards', 'every rule, what it catches and why'],
      ["hookline guards check 'git push --force'", 'would it be stopped, and what is the safer way?'],
      ['hookline guards scan .github scripts Makefile', 'what the same rules find in files, for CI'],
      ['hookline guards scan . --baseline scan.json --update-baseline', 'count only what is new from now on'],
      ['hookline guards scan . --sarif > scan.sarif', 'for code scanning'],
    ],
    exits: { 0: 'nothing stops it', 1: 'the call is wrong, or scan found something', 2: 'a guard stops it' },
    load: async () => (await import('./commands/guards.ts')).runGuards,
  },
  {
    name: 'points',
    summary: 'List the points where hooks can run, and what hooks may do there.',
    arguments: [],
    options: [jsonOption],
    examples: [
      ['hookline points', 'every point and its effects'],
      ['hookline points --json', 'the same for a program'],
    ],
    load: async () => (await import('./commands/points.ts')).runPoints,
  },
  {
    name: 'schema',
    summary: 'Print the JSON Schema of hookline.yaml, for editors.',
    arguments: [],
    options: [],
    examples: [['hookline schema > hookline.schema.json', 'for an editor that wants it as a file']],
    load: async () => (await import('./commands/schema.ts')).runSchema,
  },
];
