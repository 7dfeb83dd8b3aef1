import type { NamedDeclaration } from '../../config/declaration.ts';
import { formatPlace } from '../../config/problem.ts';
import type { TestResult } from './run-test.ts';

/** What the tests show of a hook. */
export interface HookCoverage {
  readonly hook: string;
  readonly point: string;
  readonly place: string;
  readonly runs: number;
  /** The kinds of effects that it was seen to ask for. */
  readonly effects: readonly string[];
  readonly verdict: 'covered' | 'never ran' | 'never had an effect';
}

/** Which hooks no test reaches, and which are reached but never seen to do anything. */
export function coverageOf(
  declarations: readonly NamedDeclaration[],
  results: readonly TestResult[],
): readonly HookCoverage[] {
  const runs = results
    .flatMap(({ outcome }) => outcome?.runs ?? [])
    .filter(({ status }) => status !== 'skipped');
  return declarations.map(({ name, point, place, options }) => {
    const own = runs.filter(({ hook }) => hook === name);
    const effects = [
      ...new Set(
        own.flatMap(({ effects: asked, dropped }) => [...asked, ...dropped].map(({ type }) => type)),
      ),
    ];
    const isWatching = options.mode === 'observe' || options.mode === 'background';
    const verdict =
      own.length === 0
        ? 'never ran'
        : effects.length === 0 && !isWatching
          ? 'never had an effect'
          : 'covered';
    return { hook: name, point: point.name, place: formatPlace(place), runs: own.length, effects, verdict };
  });
}
