import { pointNamed } from '../points/point.ts';
import type { Point } from '../points/point-types.ts';
import { HooklineError } from '../values/errors.ts';
import { getOrMake, SetMap } from '../values/maps.ts';
import { didYouMean } from '../values/suggest.ts';
import { meansAgent } from './agent-names.ts';
import { type Hook, nameOf, type ScopeRecord } from './hook.ts';
import { HookIndex } from './hook-index.ts';
import { makePlan, type Plan, PlanCache } from './plan.ts';

interface NewScope extends Pick<ScopeRecord, 'agent' | 'type' | 'override' | 'sequence'> {
  readonly parent: string | null;
}

export interface PointState {
  readonly point: Point;
  readonly index: HookIndex<Hook>;
  readonly plans: PlanCache;
  count: number;
}

export class Registry {
  readonly #states = new Map<string, PointState>();
  readonly #scopes = new Set<ScopeRecord>();
  readonly #scopesByAgent = new SetMap<string, ScopeRecord>();
  readonly #named = new SetMap<string, Hook>();
  readonly #maxHooksPerPoint: number;
  #lastName = '';
  #lastState: PointState | null = null;

  constructor(maxHooksPerPoint: number) {
    this.#maxHooksPerPoint = maxHooksPerPoint;
  }

  add(hook: Hook): Hook | null {
    const twins = this.#twins(hook);
    const [replaced = null] = twins;
    const state = this.state(hook.point.name);
    if (twins.every(({ point }) => point !== hook.point) && state.count >= this.#maxHooksPerPoint) {
      throw new HooklineError(
        'too-many-hooks',
        `${hook.point.name} already has ${state.count} hooks, which is all that maxHooksPerPoint allows`,
      );
    }
    for (const twin of twins) this.remove(twin);
    this.#index(hook).add(hook);
    state.count += 1;
    state.plans.forget();
    if (hook.name !== null) this.#named.add(hook.name, hook);
    return replaced;
  }

  remove(hook: Hook): boolean {
    if (!this.#index(hook).remove(hook)) return false;
    this.#forget(hook);
    return true;
  }

  named(name: string): readonly Hook[] {
    const hooks = this.#named.get(name);
    if (hooks.length > 0) return hooks;
    throw new HooklineError(
      'name-unknown',
      `no hook is named "${name}"${didYouMean(name, this.#named.keys())}`,
    );
  }

  setEnabled(name: string, enabled: boolean): void {
    const hooks = this.named(name);
    const guard = hooks.find((hook) => hook.guard);
    if (guard !== undefined && !enabled) {
      throw new HooklineError(
        'guard-protected',
        `"${name}" is a guard at ${guard.point.name} and cannot be disabled`,
      );
    }
    for (const hook of hooks) {
      hook.enabled = enabled;
      this.state(hook.point.name).plans.forget();
    }
  }

  all(): readonly Hook[] {
    const hooks = [...new Set(this.#states.values())].flatMap(({ index }) => [...index]);
    for (const scope of this.#scopes) for (const index of scope.indexes.values()) hooks.push(...index);
    return hooks.sort((left, right) => left.sequence - right.sequence);
  }

  openScope({ agent, type, parent, override, sequence }: NewScope): ScopeRecord {
    const ancestors = parent === null ? [] : [parent, ...this.ancestors(parent)];
    if (ancestors.includes(agent)) {
      throw new HooklineError('scope-cycle', `the agent "${agent}" cannot be an ancestor of itself`);
    }
    const scope: ScopeRecord = { agent, type, ancestors, override, sequence, indexes: new Map(), open: true };
    this.#scopes.add(scope);
    this.#scopesByAgent.add(agent, scope);
    this.#forgetPlans();
    return scope;
  }

  hasScope(agent: string): boolean {
    return this.#scopesByAgent.get(agent).length > 0;
  }

  closeScope(scope: ScopeRecord): void {
    if (!this.#scopes.delete(scope)) return;
    scope.open = false;
    this.#scopesByAgent.delete(scope.agent, scope);
    for (const index of scope.indexes.values()) for (const hook of index) this.#forget(hook);
    scope.indexes.clear();
    this.#forgetPlans();
  }

  state(name: string): PointState {
    if (this.#lastState !== null && this.#lastName === name) return this.#lastState;
    const state = this.#states.get(name) ?? this.#addState(name);
    this.#lastName = name;
    this.#lastState = state;
    return state;
  }

  plan(state: PointState, value: string, agent: string | null): Plan {
    return state.plans.get(value, agent) ?? this.#addPlan(state, value, agent);
  }

  #addPlan(state: PointState, value: string, agent: string | null): Plan {
    return state.plans.add(
      value,
      agent,
      makePlan(state.point, this.#select(state, value, agent), agent === '*'),
    );
  }

  #select({ point, index }: PointState, value: string, agent: string | null): readonly Hook[] {
    const scopes = agent === '*' ? [...this.#scopes] : this.#scopesFor(agent);
    const own = agent === null ? [] : this.#namesOf(agent);
    const isOverridden = scopes.some(
      (scope) => scope.override.has(point) && own.some((name) => meansAgent(scope.agent, name)),
    );
    const global = index.matching(value);
    const hooks = isOverridden ? global.filter((hook) => hook.guard) : global;
    for (const scope of scopes) hooks.push(...(scope.indexes.get(point)?.matching(value) ?? []));
    return hooks.filter((hook) => hook.enabled);
  }

  #scopesFor(agent: string | null): readonly ScopeRecord[] {
    if (agent === null) return [];
    const names = [agent, ...this.ancestors(agent)].flatMap((id) => this.#namesOf(id));
    const named = new Set(names.flatMap((name) => this.#scopesByAgent.get(name)));
    for (const scope of this.#scopes)
      if (scope.agent.includes('*') && names.some((name) => meansAgent(scope.agent, name))) named.add(scope);
    return [...named];
  }

  #namesOf(agent: string): readonly string[] {
    return [agent, ...this.#scopesByAgent.get(agent).flatMap(({ type }) => type ?? [])];
  }

  ancestors(agent: string): readonly string[] {
    const ancestors = new Set<string>();
    const collect = (id: string): void => {
      for (const ancestor of this.#scopesByAgent.get(id).flatMap((scope) => scope.ancestors)) {
        if (ancestors.has(ancestor)) continue;
        ancestors.add(ancestor);
        collect(ancestor);
      }
    };
    collect(agent);
    return [...ancestors];
  }

  #twins(hook: Hook): readonly Hook[] {
    if (hook.name === null) return [];
    const namesakes = this.#named
      .get(hook.name)
      .filter((other) => !isSibling(hook, other) && canMeet(hook.scope, other.scope));
    const stranger = namesakes.find((other) => other.scope !== hook.scope || other.source !== hook.source);
    if (stranger !== undefined) throw nameTaken(stranger);
    const twin = namesakes.find(({ guard }) => guard);
    if (twin !== undefined) {
      throw new HooklineError(
        'guard-protected',
        `"${nameOf(twin)}" is a guard at ${twin.point.name} and cannot be replaced`,
        'name',
      );
    }
    return namesakes;
  }

  #addState(name: string): PointState {
    const point = pointNamed(name);
    const make = (): PointState => ({ point, index: new HookIndex(), plans: new PlanCache(), count: 0 });
    const state = getOrMake(this.#states, point.name, make);
    this.#states.set(name, state);
    return state;
  }

  #index(hook: Hook): HookIndex<Hook> {
    if (hook.scope === null) return this.state(hook.point.name).index;
    return getOrMake(hook.scope.indexes, hook.point, () => new HookIndex());
  }

  #forget(hook: Hook): void {
    const state = this.state(hook.point.name);
    state.count -= 1;
    state.plans.forget();
    if (hook.name !== null) this.#named.delete(hook.name, hook);
  }

  #forgetPlans(): void {
    for (const { plans } of this.#states.values()) plans.forget();
  }
}

function isSibling(left: Hook, right: Hook): boolean {
  return left.family !== null && left.family === right.family && left.point !== right.point;
}

function canMeet(left: ScopeRecord | null, right: ScopeRecord | null): boolean {
  if (left === null || right === null || left.agent === right.agent) return true;
  return left.ancestors.includes(right.agent) || right.ancestors.includes(left.agent);
}

function nameTaken(hook: Hook): HooklineError {
  const owner = hook.scope === null ? 'globally' : `for the agent "${hook.scope.agent}"`;
  const source = hook.source === null ? '' : ` by ${hook.source}`;
  return new HooklineError(
    'name-taken',
    `the name "${nameOf(hook)}" is taken: it was registered ${owner}${source} at ${hook.point.name}`,
    'name',
  );
}
