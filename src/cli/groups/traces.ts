import { commandGroup, configOption, jsonOption, type Parameters, policyOption } from '../command.ts';

const filters: Parameters = {
  '--session <id>': 'only this session',
  '--agent <id>': 'only this agent: its id, its type, or a product such as claude-code',
  '--point <point>': ['only this point', 'points'],
  '--tool <tool>': ['only this tool', 'tools'],
  '--hook <name>': 'only events at which this hook ran',
  '--decision <decision>': ['only this decision', ['allow', 'deny', 'ask', 'none']],
  '--since <time>': 'from this time on: 2026-03-03, "2026-03-03 14:30", or how long ago: 2h, 7d',
  '--until <time>': 'up to this time; includes the whole day or minute it names',
  '--text <words>': 'only events with these words in the command, path, prompt or reason',
  '--folder <folder>': ["the folder of the traces; default: traces in hookline's state folder", 'files'],
};
const traces: Parameters = {
  '[traces...]': ['trace files, folders, or sessions (the start of an id is enough); default: all', 'files'],
};

export const traceCommands = commandGroup('Traces', {
  ui: {
    summary: 'Open the traces in the browser: what agents did, and why.',
    arguments: traces,
    options: { '--port <number>': 'the port on this machine; default: a free one' },
    examples: {
      'hookline ui': 'everything recorded, and what happens now',
      'hookline ui 0b7c': 'one session',
    },
    exits: { 1: 'the call is wrong', 130: 'ended by Ctrl-C' },
    load: async () => (await import('../commands/ui/ui.ts')).runUi,
  },
  trace: {
    summary: 'List, search, count and export recorded decisions.',
    arguments: {
      '[action]': [
        'list sessions, show one, tail, stats, export, verify; default: list',
        ['list', 'show', 'tail', 'stats', 'export', 'verify'],
      ],
      '[what...]': [
        'sessions (the start of an id is enough), trace files or folders; show: one of these, an id or a code',
        'files',
      ],
    },
    options: {
      ...filters,
      '-f, --follow': 'tail: show new events as they come, until Ctrl-C',
      '-n, --lines <count>': 'tail, show: how many of the last events; default: 10 and 200',
      '--format <format>': [
        'export: JSON lines, CSV, OCSF events or OTLP logs; default: jsonl',
        ['jsonl', 'csv', 'ocsf', 'otlp'],
      ],
      '--by <key>': [
        'stats: count by hook, rule, tool, product, session or day; default: hook',
        ['hook', 'rule', 'tool', 'product', 'session', 'day'],
      ],
      ...jsonOption,
    },
    examples: {
      'hookline trace list --since 7d': 'the sessions of the last week',
      'hookline trace tail -f --decision deny': 'every denial as it happens',
      'hookline trace show SESSION --tool Bash': 'the shell commands of a session',
      'hookline trace stats --by rule --since 7d': 'which rule denies most, and which do people overrule?',
      'hookline trace stats --since 1d': 'how often each hook ran, denied and failed, and how long it took',
      'hookline trace export --format csv > week.csv': 'for a spreadsheet',
      'hookline trace verify': 'was a line changed or removed?',
    },
    exits: { 0: 'done', 1: 'no recorded event matches, or verify found a change' },
    load: async () => (await import('../commands/trace/trace.ts')).runTrace,
  },
  why: {
    summary: 'Explain a decision by its code: the hook, the rule, the file.',
    arguments: { '<code>': 'the code of the decision, or the id of the event' },
    options: { ...filters, ...jsonOption },
    examples: { 'hookline why 7H2KQ9C': 'why was that denied?' },
    exits: { 0: 'explained', 1: 'the trace has no such decision' },
    load: async () => (await import('../commands/trace/show.ts')).runWhy,
  },
  replay: {
    summary: 'Try a policy on recorded events: which decisions would change?',
    arguments: traces,
    options: {
      ...configOption,
      '--run': 'run every hook, in a copy of the folder; default: hooks with side effects answer as recorded',
      ...filters,
      ...jsonOption,
    },
    examples: {
      'hookline replay --config stricter.yaml': 'try these rules on everything recorded',
      'hookline replay --since 7d --config stricter.yaml': 'try them on the last week',
      'hookline replay 0b7c --json': "try this folder's policy on one session, for a program",
    },
    exits: {
      0: 'every decision would be the same',
      1: 'a decision would change, no event matches, or the call is wrong',
    },
    load: async () => (await import('../commands/trace/replay.ts')).runReplay,
  },
  history: {
    summary: 'See what guards would have blocked in past agent sessions.',
    arguments: {
      '[agent...]': [
        'claude-code, codex, gemini, copilot, opencode; default: all with transcripts on this machine',
        'agents',
      ],
    },
    options: {
      '--since <time>': 'from this time on: 2026-03-03, or how long ago: 2h, 7d; default: 30d',
      ...policyOption('the policy to try; can be repeated; default: the recommended guards'),
      ...jsonOption,
    },
    examples: {
      'hookline history': 'would the recommended guards have helped in the last 30 days?',
      'hookline history claude --since 7d --config strict.yaml': 'try this policy on the last week',
      'hookline history --json': 'a line for each call, and a summary',
    },
    exits: {
      0: 'read; nothing was changed or sent',
      1: 'the call or the policy is wrong; the message says how',
    },
    load: async () => (await import('../commands/trace/history.ts')).runHistory,
  },
});
