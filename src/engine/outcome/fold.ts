import { type Hook, nameOf } from '../hooks/hook.ts';
import { includesEffect } from '../points/point.ts';
import type { Point } from '../points/point-types.ts';
import { freezeIfPlain } from '../values/json.ts';
import { type Effect, type HaltEffect, restrains } from './effects.ts';
import type { BlockEffect, Decision, Injection, Notice, Outcome, Run } from './outcome.ts';

const strength: Readonly<Record<Decision, number>> = { allow: 1, ask: 2, deny: 3 };

export class Fold {
  readonly #point: Point;
  #decision: Decision | null = null;
  #reason: string | null = null;
  #decidedBy: string | null = null;
  #value: unknown;
  #injections: Injection[] = [];
  #suppressed = false;
  #resume = false;
  #halted = false;
  #isChainOver = false;
  #haltReason: string | null = null;
  #notices: Notice[] = [];
  version = 0;

  constructor(point: Point, value: unknown, arrived: readonly Injection[]) {
    this.#point = point;
    this.#value = value;
    for (const injection of arrived) this.#inject(injection);
  }

  get denied(): boolean {
    return this.#decision === 'deny';
  }

  get halted(): boolean {
    return this.#isChainOver;
  }

  get value(): unknown {
    return this.#value;
  }

  apply(hook: Hook, effect: Effect, again: boolean): string | null {
    const name = nameOf(hook);
    if (hook.mode === 'observe') return `"${name}" only observes ${this.#point.name}`;
    if (!includesEffect(this.#point.rights, effect.type)) {
      return `${this.#point.name} does not admit ${effect.type}, which "${name}" asked for`;
    }
    if (!includesEffect(hook.rights, effect.type)) {
      return `the protocol of "${name}" has no ${effect.type} at ${this.#point.name}`;
    }
    if (again && !restrains(effect))
      return `"${name}" judged ${this.#point.name} again, where it may only block`;
    this.#obey(name, effect);
    return null;
  }

  block(by: string | null, effect: BlockEffect): void {
    if (effect.type === 'deny') this.#decide(by, 'deny', effect.reason);
    else if (effect.type === 'suppress') this.#suppress(by);
    else if (effect.type === 'halt') this.#halt(effect);
    else this.#resumeWith(by, effect.reason);
  }

  #obey(name: string, effect: Effect): void {
    switch (effect.type) {
      case 'allow':
      case 'ask':
      case 'deny':
        this.#decide(name, effect.type, effect.reason);
        break;
      case 'modify':
        this.#value = effect.value;
        this.version += 1;
        break;
      case 'inject':
        this.#inject({ content: effect.content, into: effect.into, hook: name });
        break;
      case 'suppress':
        this.#suppress(name);
        break;
      case 'resume':
        this.#resumeWith(name, effect.reason);
        break;
      case 'halt':
        this.#halt(effect);
        break;
      case 'notify':
        this.#notices.push({ message: effect.message, level: effect.level, hook: name });
        break;
    }
  }

  snapshot(runs: readonly Run[]): Outcome {
    const { injections, notices, ...rest } = this.outcome(runs);
    return Object.freeze({
      ...rest,
      value: freezeIfPlain(this.#value),
      injections: Object.freeze([...injections]),
      notices: Object.freeze([...notices]),
      runs: Object.freeze(runs),
    });
  }

  outcome(runs: readonly Run[]): Outcome {
    return {
      point: this.#point.name,
      decision: this.#decision,
      reason: this.#reason,
      decidedBy: this.#decidedBy,
      value: this.#value,
      modified: this.version > 0,
      injections: this.#injections,
      suppressed: this.#suppressed,
      resume: this.#resume,
      halted: this.#halted,
      haltReason: this.#haltReason,
      notices: this.#notices,
      runs,
    };
  }

  #suppress(name: string | null): void {
    this.#suppressed = true;
    this.#decidedBy ??= name;
  }

  #halt({ reason, chainOnly }: HaltEffect): void {
    this.#isChainOver = true;
    if (chainOnly === true) return;
    if (!this.#halted) this.#haltReason = reason;
    this.#halted = true;
  }

  #resumeWith(name: string | null, reason: string | null): void {
    this.#resume = true;
    this.#decidedBy ??= name;
    this.#reason = [this.#reason, reason].filter((text) => text !== null).join('\n') || null;
  }

  #decide(name: string | null, decision: Decision, reason: string | null): void {
    if (this.#decision !== null && strength[this.#decision] >= strength[decision]) return;
    this.#decision = decision;
    this.#reason = reason ?? (decision === 'deny' ? `Denied by hook ${name}` : null);
    this.#decidedBy = name;
  }

  #inject(injection: Injection): void {
    const misplaced = injection.into === 'tool_result' && !this.#point.toolResult;
    this.#injections.push(misplaced ? { ...injection, into: 'system' } : injection);
  }
}
