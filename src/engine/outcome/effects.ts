/** `restrains`: it blocks something, so it counts in a broken reply and when a guard judges again. */
export const effectTypes = {
  allow: { restrains: false, summary: 'Grant the action; never lifts a deny or an ask.' },
  deny: { restrains: true, summary: 'Refuse the action with a reason; ends the chain.' },
  ask: { restrains: true, summary: 'Leave the decision to a person; without one it is a deny.' },
  modify: { restrains: false, summary: "Replace the point's subject; later hooks see the new value." },
  inject: { restrains: false, summary: 'Add text to what the model sees.' },
  suppress: { restrains: true, summary: 'Hide the output from model, user and transcript.' },
  resume: { restrains: true, summary: 'Do not stop yet; the reason tells the agent why.' },
  halt: { restrains: true, summary: 'End the turn; ends the chain for all but guards.' },
  notify: { restrains: false, summary: 'Tell the person something; admitted at every point.' },
} as const;

export type EffectType = keyof typeof effectTypes;

export const places = ['system', 'tool_result', 'user_message'] as const;
export type Place = (typeof places)[number];

export const levels = ['debug', 'info', 'warning', 'error'] as const;
export type Level = (typeof levels)[number];

export interface AllowEffect {
  readonly type: 'allow';
  readonly reason: string | null;
}
export interface DenyEffect {
  readonly type: 'deny';
  readonly reason: string | null;
}
export interface AskEffect {
  readonly type: 'ask';
  readonly reason: string | null;
}
export interface ModifyEffect<Value = unknown> {
  readonly type: 'modify';
  readonly value: Value;
}
export interface InjectEffect {
  readonly type: 'inject';
  readonly content: string;
  readonly into: Place;
}
export interface SuppressEffect {
  readonly type: 'suppress';
}
export interface ResumeEffect {
  readonly type: 'resume';
  readonly reason: string | null;
  /** The count of rounds in a row starts again once a tool has run. */
  readonly countsUntilTool?: true;
}
export interface HaltEffect {
  readonly type: 'halt';
  readonly reason: string | null;
  /** Ends the chain alone; the turn goes on. */
  readonly chainOnly?: true;
}
export interface NotifyEffect {
  readonly type: 'notify';
  readonly message: string;
  readonly level: Level;
}

export type Effect =
  | AllowEffect
  | DenyEffect
  | AskEffect
  | ModifyEffect
  | InjectEffect
  | SuppressEffect
  | ResumeEffect
  | HaltEffect
  | NotifyEffect;

export function allow(reason?: string): AllowEffect {
  return { type: 'allow', reason: reason ?? null };
}

export function deny(reason?: string): DenyEffect {
  return { type: 'deny', reason: reason ?? null };
}

export function ask(reason?: string): AskEffect {
  return { type: 'ask', reason: reason ?? null };
}

export function modify<Value>(value: Value): ModifyEffect<Value> {
  return { type: 'modify', value };
}

export function inject(content: string, options: { readonly into?: Place } = {}): InjectEffect {
  return { type: 'inject', content, into: options.into ?? 'system' };
}

export function suppress(): SuppressEffect {
  return { type: 'suppress' };
}

export function resume(reason?: string): ResumeEffect {
  return { type: 'resume', reason: reason ?? null };
}

export function halt(reason?: string): HaltEffect {
  return { type: 'halt', reason: reason ?? null };
}

export function endChain(reason?: string): HaltEffect {
  return { type: 'halt', reason: reason ?? null, chainOnly: true };
}

export function notify(message: string, level: Level = 'info'): NotifyEffect {
  return { type: 'notify', message, level };
}

/** A first answer that says: run me once more, under this timeout in seconds, and I will answer for real. */
export interface Postponed {
  readonly async: true;
  readonly asyncTimeout?: number;
}

export type Reply<E = Effect> = undefined | null | E | readonly E[] | Postponed;

export const noEffects: readonly never[] = Object.freeze([]);

export function restrains(effect: Effect): boolean {
  return effectTypes[effect.type].restrains;
}
