import { z } from 'zod';
import { filled, pattern } from '../builtin-options.ts';
import { accesses } from './rules.ts';

const access = z.union([z.literal('none').transform(() => []), z.array(z.enum(accesses))]);

const names = z.array(filled).optional();
const toolRow = z.strictObject({
  read: names,
  write: names,
  delete: names,
  command: names,
  pattern: names,
  deep: z.boolean().optional(),
  optional: z.boolean().optional(),
});

/** What the path guard can be told. */
export const pathPermissionsOptions = z.strictObject({
  rules: z
    .array(z.strictObject({ path: filled, access }))
    .default([])
    .describe(
      'A `path` each (a file or a folder with all below it) and the `access` there: a list of read, write, delete, or none. The most specific counts.',
    ),
  root: filled
    .default('.')
    .describe(
      'The working folder; the folder of the configuration unless stated. What the agent calls its folder does not count.',
    ),
  rootAccess: access
    .default([...accesses])
    .describe('What is allowed in the working folder: read, write and delete unless stated.'),
  default: access.default([]).describe('What is allowed where no rule applies: none unless stated.'),
  readBeforeDelete: z
    .boolean()
    .default(true)
    .describe('Whether a file must have been read, or written, by the agent before it deletes it.'),
  readBeforeWrite: z.boolean().default(false).describe('The same before it overwrites a file.'),
  disposable: z
    .array(filled)
    .default([
      'node_modules',
      'dist',
      'build',
      'coverage',
      '__pycache__',
      '.cache',
      '*.pyc',
      '*.log',
      '*.tmp',
    ])
    .describe('Names of files and folders that may be deleted unread.'),
  tools: z
    .record(pattern, toolRow)
    .default({})
    .describe(
      'More tools, by pattern: the arguments that they `read`, `write` and `delete`, that are a `command` or a `pattern`; `deep` when all below is read, `optional` when the current folder is meant without.',
    ),
  unknownTools: z
    .enum(['judge', 'deny', 'allow'])
    .default('judge')
    .describe(
      'What becomes of tools that are not described: judge looks for paths, commands and code in their arguments, deny lets none of them run, allow all.',
    ),
  commands: z
    .enum(['allow', 'deny'])
    .default('allow')
    .describe(
      'Whether programs may run that it does not know. What they are given, and all below where they run, counts as read and written.',
    ),
  readers: z.array(filled).default([]).describe('Programs that only read what they are given.'),
  trusted: z
    .array(filled)
    .default([])
    .describe(
      'Programs of which only the words are judged: they may do below where they run what they like.',
    ),
});

export type PathPermissionsChoices = z.output<typeof pathPermissionsOptions>;

export type PathPermissionsOptions = z.input<typeof pathPermissionsOptions>;
