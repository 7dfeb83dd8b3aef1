import { type Command, configOption, jsonOption } from './command.ts';

/** The commands about what was recorded. */
export const traceCommands: readonly Command[] = [
  {
    name: 'replay',
    summary: 'Fire recorded events at a configuration, and show the decisions that would differ.',
    arguments: [
      {
        flags: '[traces...]',
        summary: 'trace files, folders, or ids of sessions; default: all that is recorded',
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
      jsonOption,
    ],
    examples: [
      [
        'hookline replay --config stricter.yaml',
        'what would these rules have done with all that is recorded?',
      ],
      ['hookline replay 0b7c --json', 'one session against the configuration of this folder, for a program'],
    ],
    exits: { 0: 'every decision would be the same', 1: 'a decision would differ, or the call is wrong' },
    load: async () => (await import('./commands/trace/replay.ts')).runReplay,
  },
];
