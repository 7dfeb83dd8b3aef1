import { resolve } from 'node:path';
import { z } from 'zod';
import { compileWildcard } from '../../../bounds/wildcard.ts';
import { HooklineError } from '../../../engine/values/errors.ts';
import { didYouMean } from '../../../engine/values/suggest.ts';
import { filled } from '../../builtin-options.ts';
import { once } from '../../once.ts';
import type { JudgeSetting } from '../judge.ts';
import { type CallPlace, type DangerRule, type Finding, type Severity, severities } from '../rule.ts';
import { allRules, packNames, packOf, ruleTable } from '../rules.ts';
import { includedRules } from './included-rules.ts';
import { compileOwnRule, ownRule, tryExamples } from './own-rules.ts';

const ids = allRules.map(({ id }) => id);

export const destructiveCommandsOptions = once(() =>
  z
    .strictObject({
      packs: z
        .record(z.string(), z.boolean())
        .default({})
        .describe(
          `Packs of rules to switch on or off: ${packNames.join(', ')}, and your own. Default: all on.`,
        ),
      severity: z
        .record(z.string(), z.enum([...severities, 'off']))
        .default({})
        .describe('What a rule does instead: deny, ask, or off. Default: as the rule says.'),
      allow: z
        .array(
          z
            .strictObject({ rule: filled(), command: filled().optional(), path: filled().optional() })
            .refine(
              ({ command, path }) => (command === undefined) !== (path === undefined),
              'takes a "command" or a "path", one of them',
            ),
        )
        .default([])
        .describe(
          'Commands that a rule allows: the rule, and either the command, word by word, in which * is any part of a word and a last * any words, or a path that removals stay within, in which * is any text. Default: none.',
        ),
      rules: z
        .array(ownRule())
        .default([])
        .describe('Rules of your own, in the form of those that ship. Default: none.'),
      include: z
        .union([filled(), z.array(filled())])
        .default([])
        .describe(
          'Files of rules, or packages that hold one: `npm:NAME` is the package hookline-config-NAME. Default: none.',
        ),
    })
    .superRefine((options, context) => {
      options.rules.forEach((rule, at) => {
        for (const { path, message } of tryExamples(rule))
          context.addIssue({ code: 'custom', path: ['rules', at, ...path], message });
      });
      // Packages are only read where they are used.
      if ([options.include].flat().length > 0) return;
      for (const { path, message } of unknownNames(
        options,
        options.rules.map(({ id }) => id),
      ))
        context.addIssue({ code: 'custom', path: [...path], message });
    }),
);

export type DestructiveCommandsChoices = z.output<ReturnType<typeof destructiveCommandsOptions>>;

export interface DestructiveCommandsOptions {
  readonly packs?: Readonly<Record<string, boolean>> | undefined;
  readonly severity?: Readonly<Record<string, Severity | 'off'>> | undefined;
  readonly allow?:
    | readonly {
        readonly rule: string;
        readonly command?: string | undefined;
        readonly path?: string | undefined;
      }[]
    | undefined;
  readonly rules?:
    | readonly {
        readonly id: string;
        readonly severity?: Severity | undefined;
        readonly catches: string;
        readonly why: string;
        readonly instead: string;
        readonly calls: readonly {
          readonly program: string;
          readonly sub?: readonly string[] | undefined;
          readonly flags?: readonly string[] | undefined;
          readonly without?: readonly string[] | undefined;
          readonly word?: string | undefined;
          readonly text?: string | undefined;
        }[];
        readonly stops: readonly string[];
        readonly passes?: readonly string[] | undefined;
      }[]
    | undefined;
  readonly include?: string | readonly string[] | undefined;
}

interface NameProblem {
  readonly path: readonly (string | number)[];
  readonly message: string;
}

function unknownNames(
  { packs, severity, allow }: Pick<DestructiveCommandsChoices, 'packs' | 'severity' | 'allow'>,
  own: readonly string[],
): readonly NameProblem[] {
  const known = [...ids, ...own];
  const groups = [...new Set([...packNames, ...own.map((id) => packOf({ id }))])];
  const noRule = (id: string): string => `there is no rule "${id}"${didYouMean(id, known)}`;
  const twice = own.filter((id, at) => ids.includes(id) || own.indexOf(id) !== at);
  return [
    ...Object.keys(packs)
      .filter((name) => !groups.includes(name))
      .map((name) => ({
        path: ['packs', name],
        message: `there is no pack "${name}"${didYouMean(name, groups)}`,
      })),
    ...Object.keys(severity)
      .filter((id) => !known.includes(id))
      .map((id) => ({ path: ['severity', id], message: noRule(id) })),
    ...allow.flatMap(({ rule }, at) =>
      known.includes(rule) ? [] : [{ path: ['allow', at, 'rule'], message: noRule(rule) }],
    ),
    ...twice.map((id) => ({ path: ['rules'], message: `there is already a rule "${id}"` })),
  ];
}

export function settingOf(
  options: DestructiveCommandsChoices,
  directory: string = process.cwd(),
): JudgeSetting {
  const { packs, severity, allow, include } = options;
  const own = [...options.rules, ...[include].flat().flatMap((one) => includedRules(one, directory))];
  const [problem] = unknownNames(
    options,
    own.map(({ id }) => id),
  );
  if (problem !== undefined) throw new HooklineError('option-invalid', problem.message);
  const rules: readonly DangerRule[] = [...own.map(compileOwnRule), ...allRules];
  const allowed = allow.map((one) => ({ rule: one.rule, covers: compileAllow(one) }));
  return {
    table: ruleTable(rules),
    severityOf: (rule, finding, place) => {
      if (packs[packOf(rule)] === false) return 'off';
      if (allowed.some((one) => one.rule === rule.id && one.covers(finding, place))) return 'off';
      return severity[rule.id] ?? finding.severity ?? rule.severity;
    },
  };
}

interface Allowed {
  readonly command?: string | undefined;
  readonly path?: string | undefined;
}

function compileAllow({ command, path }: Allowed): (finding: Finding, place: CallPlace) => boolean {
  if (command !== undefined) {
    const matches = compileCommand(command);
    return ({ about }) => matches(about);
  }
  const pattern = path ?? '';
  return ({ paths }, { project }) => {
    const within = compileWildcard(resolve(project(), pattern));
    return paths !== undefined && paths.length > 0 && paths.every(within);
  };
}

/** A star never matches these signs: they can make a word mean more. */
const lively = /\$|`|\.\.|[;|&<>(){}\n\\"']/;

/** A star is any part of a word, a last star any words. */
function compileCommand(pattern: string): (about: string) => boolean {
  const words = pattern.trim().split(/\s+/);
  const isOpen = words.at(-1) === '*';
  const fixed = (isOpen ? words.slice(0, -1) : words).map((word) => ({
    word,
    matches: compileWildcard(word),
  }));
  return (about) => {
    const own = about.trim().split(/\s+/);
    if (isOpen ? own.length < fixed.length : own.length !== fixed.length) return false;
    if (isOpen && own.slice(fixed.length).some((word) => lively.test(word))) return false;
    return fixed.every(({ word, matches }, at) => {
      const given = own[at] ?? '';
      return given === word || (matches(given) && !lively.test(given));
    });
  };
}
