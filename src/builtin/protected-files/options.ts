import { z } from 'zod';
import { type Access, accesses } from '../../shell/actions/path-use.ts';
import { filled } from '../builtin-options.ts';
import { once } from '../once.ts';
import { type FileGroup, recommendedGroups } from './groups.ts';

const groupNames = recommendedGroups.map(({ id }) => id) as [string, ...string[]];

export const protectedFilesOptions = once(() =>
  z.strictObject({
    groups: z
      .partialRecord(z.enum(groupNames), z.boolean())
      .default({})
      .describe(`Groups of files to switch on or off: ${groupNames.join(', ')}. Default: all on.`),
    files: z
      .array(
        z.strictObject({
          files: z.union([filled(), z.array(filled()).min(1)]),
          forbid: z
            .array(z.enum(accesses))
            .min(1)
            .default([...accesses]),
          why: filled().optional(),
          instead: filled().optional(),
        }),
      )
      .default([])
      .describe(
        'Files of your own. Each has `files` (patterns as in .gitignore), what to `forbid` (a list of read, write and delete; default: all), and if you like `why`, and what to do `instead`. Default: none.',
      ),
    allow: z
      .array(filled())
      .default([])
      .describe('Patterns of files that are not protected after all. Default: none.'),
  }),
);

export type ProtectedFilesChoices = z.output<ReturnType<typeof protectedFilesOptions>>;

export interface ProtectedFilesOptions {
  readonly groups?: Readonly<Record<string, boolean>> | undefined;
  readonly files?:
    | readonly {
        readonly files: string | readonly string[];
        readonly forbid?: readonly Access[] | undefined;
        readonly why?: string | undefined;
        readonly instead?: string | undefined;
      }[]
    | undefined;
  readonly allow?: readonly string[] | undefined;
}

export function groupsOf({ groups, files, allow }: ProtectedFilesChoices): readonly FileGroup[] {
  const own = files.map(({ files: patterns, forbid, why, instead }): FileGroup => {
    const all = [patterns].flat();
    return {
      id: 'own',
      files: all,
      except: allow,
      forbids: forbid,
      fromGit: false,
      why: why ?? 'the configuration protects it',
      instead: instead ?? 'Ask the person.',
      samples: all.map((pattern) => pattern.replace(/^.*\/(?=.)/, '').replaceAll('*', 'x')),
    };
  });
  const recommended = recommendedGroups
    .filter(({ id }) => groups[id] !== false)
    .map((group) => ({ ...group, except: [...group.except, ...allow] }));
  return [...own, ...recommended];
}
