import type { NamedDeclaration } from '../config/load/declaration.ts';
import { formatPlace } from '../config/source/problem.ts';
import { meansAgent } from '../engine/hooks/agent-names.ts';
import { compileMatcher } from '../engine/hooks/matcher.ts';
import { findPoint } from '../engine/points/point.ts';
import { agentTypeOf } from '../gateway/host/fire-event.ts';
import type { TestResult } from './run-test.ts';

export interface HookCoverage {
  readonly hook: string;
  readonly agent: string | null;
  readonly point: string;
  readonly place: string;
  readonly runs: number;
  readonly effects: readonly string[];
  readonly unmatched: readonly string[];
  readonly verdict: 'covered' | 'never ran' | 'never had an effect' | 'not every pattern';
}

export function coverageOf(
  declarations: readonly NamedDeclaration[],
  results: readonly TestResult[],
): readonly HookCoverage[] {
  return declarations
    .filter(({ options }) => options.enabled !== false)
    .map((declaration) => {
      const { name: hook, agent, point, place, options } = declaration;
      const reaching = results.filter((result) => ran(declaration, result));
      const runs = reaching.flatMap(({ outcome }) => outcome?.runs ?? []).filter((run) => run.hook === hook);
      const asked = runs.flatMap(({ effects, dropped }) => [...effects, ...dropped]);
      const effects = [...new Set(asked.map(({ type }) => type))];
      const unmatched = unmatchedPatterns(declaration, reaching);
      const isWatching = options.mode === 'observe' || options.mode === 'background';
      const verdict =
        runs.length === 0
          ? 'never ran'
          : effects.length === 0 && !isWatching
            ? 'never had an effect'
            : unmatched.length > 0
              ? 'not every pattern'
              : 'covered';
      return {
        hook,
        agent,
        point: point.name,
        place: formatPlace(place),
        runs: runs.length,
        effects,
        unmatched,
        verdict,
      };
    });
}

/** Two agents may have hooks of the same name. */
function ran({ name, agent, point }: NamedDeclaration, { test, outcome }: TestResult): boolean {
  if (outcome === null || findPoint(test.point).point !== point) return false;
  if (agent !== null && test.agent !== '*' && !namesOf(test).some((name) => meansAgent(agent, name)))
    return false;
  return outcome.runs.some(({ hook, status }) => hook === name && status !== 'skipped');
}

function namesOf({ agent, input }: TestResult['test']): readonly string[] {
  return agent === null ? [] : [agent, agentTypeOf(input) ?? agent];
}

function unmatchedPatterns(
  { matcher, point }: NamedDeclaration,
  reaching: readonly TestResult[],
): readonly string[] {
  const { matches } = point;
  if (matches === null || matcher.all) return [];
  const values = reaching.map(({ test }) => findPoint(test.point).matcher ?? String(test.input[matches]));
  return matcher.source
    .split('|')
    .map((pattern) => pattern.trim())
    .filter((pattern) => pattern !== '')
    .filter((pattern) => !values.some((value) => compileMatcher(pattern, matches).matches(value)));
}
