import { z } from 'zod';
import { type Access, accesses } from '../../shell/actions/path-use.ts';
import { filled, pattern } from '../builtin-options.ts';
import { once } from '../once.ts';

const access = once(() => z.union([z.literal('none').transform(() => []), z.array(z.enum(accesses))]));

const names = once(() => z.array(filled()).optional());
const toolRow = once(() =>
  z.strictObject({
    read: names(),
    write: names(),
    delete: names(),
    command: names(),
    pattern: names(),
    deep: z.boolean().optional(),
    optional: z.boolean().optional(),
  }),
);

export const pathPermissionsOptions = once(() =>
  z.strictObject({
    rules: z
      .array(z.strictObject({ path: filled(), access: access() }))
      .default([])
      .describe(
        'Each has a `path` (a file, or a folder with everything below it) and the `access` there: none, or a list of read, write and delete. The most specific rule counts. Default: no rules.',
      ),
    root: filled()
      .default('.')
      .describe(
        'The working folder. What the agent calls its folder does not count. Default: the folder of the configuration.',
      ),
    rootAccess: access()
      .default([...accesses])
      .describe('What is allowed in the working folder. Default: read, write and delete.'),
    default: access().default([]).describe('What is allowed where no rule applies. Default: none.'),
    readBeforeDelete: z
      .boolean()
      .default(true)
      .describe('Allow the agent to delete a file only after it has read or written it. Default: true.'),
    readBeforeWrite: z
      .boolean()
      .default(false)
      .describe('The same before it overwrites a file. Default: false.'),
    disposable: z
      .array(filled())
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
      .describe(
        'Files and folders that may be deleted unread, by name. Default: node_modules, dist, build, coverage, __pycache__, .cache, *.pyc, *.log, *.tmp.',
      ),
    tools: z
      .record(pattern(), toolRow())
      .default({})
      .describe(
        'Your own tools, by name or pattern. List the arguments that are paths to `read`, `write` or `delete`, and those that are a `command` or a `pattern`. `deep: true`: the tool also reads everything below. `optional: true`: without a path it uses the current folder. Default: none.',
      ),
    unknownTools: z
      .enum(['judge', 'deny', 'allow'])
      .default('judge')
      .describe(
        'What happens to tools it does not know. judge: look for paths, commands and code in their arguments. deny: run none. allow: run all. Default: judge.',
      ),
    commands: z
      .enum(['allow', 'deny'])
      .default('allow')
      .describe(
        'Allow or deny unknown programs. Their arguments, and everything below the folder they run in, count as read and written. Default: allow.',
      ),
    readers: z
      .array(filled())
      .default([])
      .describe('Programs that only read their arguments. Default: none.'),
    trusted: z
      .array(filled())
      .default([])
      .describe(
        'Programs that may do anything below the folder they run in. Only their arguments are judged. Default: none.',
      ),
  }),
);

export type PathPermissionsChoices = z.output<ReturnType<typeof pathPermissionsOptions>>;

type AllowedAccess = 'none' | readonly Access[];
type Arguments = readonly string[] | undefined;

export interface PathPermissionsOptions {
  readonly rules?: readonly { readonly path: string; readonly access: AllowedAccess }[] | undefined;
  readonly root?: string | undefined;
  readonly rootAccess?: AllowedAccess | undefined;
  readonly default?: AllowedAccess | undefined;
  readonly readBeforeDelete?: boolean | undefined;
  readonly readBeforeWrite?: boolean | undefined;
  readonly disposable?: readonly string[] | undefined;
  readonly tools?:
    | Readonly<
        Record<
          string,
          {
            readonly read?: Arguments;
            readonly write?: Arguments;
            readonly delete?: Arguments;
            readonly command?: Arguments;
            readonly pattern?: Arguments;
            readonly deep?: boolean | undefined;
            readonly optional?: boolean | undefined;
          }
        >
      >
    | undefined;
  readonly unknownTools?: 'judge' | 'deny' | 'allow' | undefined;
  readonly commands?: 'allow' | 'deny' | undefined;
  readonly readers?: readonly string[] | undefined;
  readonly trusted?: readonly string[] | undefined;
}
