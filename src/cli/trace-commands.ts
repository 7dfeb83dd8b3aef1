import { type Command, configOption, jsonOption, type Parameter } from './command.ts';

const filters: readonly Parameter[] = [
  { flags: '--session <id>', summary: 'only this session' },
  { flags: '--agent <id>', summary: 'only this agent: its id, its type, or a product such as claude-code' },
  { flags: '--point <point>', summary: 'only this point', values: 'points' },
  { flags: '--tool <tool>', summary: 'only this tool', values: 'tools' },
  { flags: '--hook <name>', summary: 'only firings in which this hook ran' },
  {
    flags: '--decision <decision>',
    summary: 'only these decisions',
    values: ['allow', 'deny', 'ask', 'none'],
  },
  { flags: '--since <time>', summary: 'from this time on: 2026-03-03, "2026-03-03 14:30", or 2h, 7d ago' },
  { flags: '--until <time>', summary: 'up to this time, with all of the day or minute that it names' },
  { flags: '--text <words>', summary: 'only events with these words in the command, path, prompt or reason' },
  {
    flags: '--folder <folder>',
    summary: "the folder of the record; default: traces in hookline's state folder",
    values: 'files',
  },
];

export const traceCommands: readonly Command[] = [
  {
    name: 'trace',
    summary: 'Ask the record: which hook ran, why, what it changed and how long it took.',
    arguments: [
      {
        flags: '[action]',
        summary: 'list sessions, show one, tail, stats, export, verify; default: list',
        values: ['list', 'show', 'tail', 'stats', 'export', 'verify'],
      },
      {
        flags: '[what...]',
        summary:
          'sessions by the beginning of their ids, trace files or folders; show: one of these, an id or a code',
        values: 'files',
      },
    ],
    options: [
      ...filters,
      { flags: '-f, --follow', summary: 'tail: show what comes, until Ctrl-C' },
      {
        flags: '-n, --lines <count>',
        summary: 'tail, show: how many to show, the last; default: 10, and 200',
      },
      {
        flags: '--format <format>',
        summary: 'export: JSON lines, CSV, OCSF events or OTLP logs; default: jsonl',
        values: ['jsonl', 'csv', 'ocsf', 'otlp'],
      },
      {
        flags: '--by <key>',
        summary: 'stats: count by hook, rule, tool, product, session or day; default: hook',
        values: ['hook', 'rule', 'tool', 'product', 'session', 'day'],
      },
      jsonOption,
    ],
    examples: [
      ['hookline trace list --since 7d', 'the sessions of the last week'],
      ['hookline trace tail -f --decision deny', 'every deny as it happens'],
      ['hookline trace show SESSION --tool Bash', 'what happened to the shell calls of a session'],
      ['hookline trace stats SESSION', 'the hooks of one session'],
      ['hookline trace stats --by rule --since 7d', 'which rule denies most, and which do people overrule?'],
      ['hookline trace stats --since 1d', 'how often each hook ran, denied and failed, and how long it took'],
      ['hookline trace export --format csv > week.csv', 'for a spreadsheet'],
      ['hookline trace verify', 'was a line changed or taken out?'],
    ],
    exits: { 0: 'done', 1: 'nothing recorded matches, or verify found something' },
    load: async () => (await import('./commands/trace/trace.ts')).runTrace,
  },
  {
    name: 'history',
    summary: 'Read what agents did before: which of their calls would the guards have stopped?',
    arguments: [
      {
        flags: '[agent...]',
        summary: 'claude-code, codex, gemini, copilot, opencode; default: all that left transcripts here',
        values: 'agents',
      },
    ],
    options: [
      { flags: '--since <time>', summary: 'from this time on: 2026-03-03, or 2h, 7d ago; default: 30d' },
      {
        flags: '-c, --config <file>',
        summary: 'the policy to try; can be repeated; default: the recommended guards',
        values: 'files',
        repeats: true,
      },
      jsonOption,
    ],
    examples: [
      ['hookline history', 'would the recommended guards have helped in the last 30 days?'],
      ['hookline history claude --since 7d --config strict.yaml', '… and this policy, in last week?'],
      ['hookline history --json', 'a line for each call, and a summary'],
    ],
    exits: { 0: 'read; nothing was changed or sent' },
    load: async () => (await import('./commands/trace/history.ts')).runHistory,
  },
  {
    name: 'why',
    summary: 'Explain a decision by its code: every hook, with its place and what it changed.',
    arguments: [{ flags: '<code>', summary: 'the code of the decision, or the id of the firing' }],
    options: [...filters, jsonOption],
    examples: [['hookline why 7H2KQ9C', 'why was that denied?']],
    exits: { 0: 'explained', 1: 'no such decision is in the record' },
    load: async () => (await import('./commands/trace/show.ts')).runWhy,
  },
  {
    name: 'replay',
    summary: 'Fire recorded events at a configuration, and show the decisions that would differ.',
    arguments: [
      {
        flags: '[traces...]',
        summary:
          'trace files, folders, or sessions by the beginning of their ids; default: all that is recorded',
        values: 'files',
      },
    ],
    options: [
      configOption,
      {
        flags: '--run',
        summary:
          'really run every hook, in a copy of the folder; default: hooks that do more than judge answer as recorded',
      },
      ...filters,
      jsonOption,
    ],
    examples: [
      [
        'hookline replay --config stricter.yaml',
        'what would these rules have done with all that is recorded?',
      ],
      ['hookline replay --since 7d --config stricter.yaml', '… with last week?'],
      ['hookline replay 0b7c --json', 'one session against the configuration of this folder, for a program'],
    ],
    exits: {
      0: 'every decision would be the same',
      1: 'a decision would differ, no event matches, or the call is wrong',
    },
    load: async () => (await import('./commands/trace/replay.ts')).runReplay,
  },
  {
    name: 'ui',
    summary: 'See the record in the browser: a timeline of agents, and what each hook decided and changed.',
    arguments: [
      {
        flags: '[traces...]',
        summary:
          'trace files, folders, or sessions by the beginning of their ids; default: all that is recorded',
        values: 'files',
      },
    ],
    options: [{ flags: '--port <number>', summary: 'the port on this machine; default: one that is free' }],
    examples: [
      ['hookline ui', 'all that is recorded, and what happens now'],
      ['hookline ui 0b7c', 'one session'],
    ],
    exits: { 1: 'the call is wrong', 130: 'it was ended by Ctrl-C' },
    load: async () => (await import('./commands/ui/ui.ts')).runUi,
  },
];
