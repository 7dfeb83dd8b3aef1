import type { z } from 'zod';
import { type FilePlace, mistake, type Problem } from './problem.ts';
import type { Path, Source } from './yaml-source.ts';

export type Issue = z.core.$ZodIssue;

export interface IssueWords {
  unknownKey(path: Path, key: string): string;
  wrongValue(path: Path, issue: Issue): string;
  place?(path: Path): FilePlace;
  /** Whether another message already covers this place. Default: no. */
  isTold?(path: Path): boolean;
}

export function issueProblems(
  source: Source,
  issues: readonly Issue[],
  words: IssueWords,
): readonly Problem[] {
  return meantIssues(issues).flatMap(({ issue, path }): readonly Problem[] => {
    if (words.isTold?.(path) === true) return [];
    if (issue.code === 'unrecognized_keys') {
      return issue.keys.map((key) => mistake(words.unknownKey(path, key), source.at([...path, key], 'key')));
    }
    const place = words.place?.(path) ?? source.at(path);
    return [mistake(words.wrongValue(path, issue), place)];
  });
}

export interface PlacedIssue {
  readonly issue: Issue;
  readonly path: Path;
}

export function meantIssues(issues: readonly Issue[], base: Path = []): readonly PlacedIssue[] {
  return issues.flatMap((issue) => {
    const path = [...base, ...issue.path];
    const isChoice = issue.code === 'invalid_union' && issue.discriminator === undefined;
    const meant = isChoice ? meantOption(issue.errors) : null;
    return meant === null ? [{ issue, path }] : meantIssues(meant, path);
  });
}

/**
 * Of several shapes, the one whose problems are deeper than the form of the value itself; of several such, the one that
 * knows every key.
 */
function meantOption(options: readonly (readonly Issue[])[]): readonly Issue[] | null {
  const near = options.filter((issues) =>
    issues.every(({ code, path }) => path.length > 0 || code === 'unrecognized_keys'),
  );
  const nearer = near.filter((issues) => issues.every(({ path }) => path.length > 0));
  const [meant, ...others] = nearer.length > 0 ? nearer : near;
  return meant !== undefined && others.length === 0 ? meant : null;
}
