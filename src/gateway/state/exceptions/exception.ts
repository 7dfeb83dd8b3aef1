import { isObject } from '../../../engine/values/shapes.ts';

export interface HoldingGuard {
  readonly hook: string;
  readonly file: string | null;
  /** Earlier hooks may have changed the input. */
  readonly judged: string;
  readonly effect: 'deny' | 'ask';
  /** Of the rule that its reason begins with, else of the whole reason. */
  readonly said: string;
}

export interface HeldCall {
  readonly code: string;
  readonly fingerprint: string;
  readonly product: string;
  readonly tool: string;
  readonly folder: string;
  readonly preview: string;
  readonly kind: 'deny' | 'ask';
  readonly reason: string;
  readonly guards: readonly HoldingGuard[];
  readonly at: number;
}

export interface CallException {
  readonly kind: 'call';
  readonly id: string;
  readonly call: HeldCall;
  readonly given: number;
  readonly expires: number;
}

export interface RuleException {
  readonly kind: 'rule';
  readonly id: string;
  readonly rule: string;
  readonly folder: string;
  readonly given: number;
  readonly expires: number;
}

export type Exception = CallException | RuleException;

export interface ExceptionUse {
  readonly at: number;
  readonly id: string;
  readonly rule: string | null;
  readonly product: string;
  readonly event: string;
  readonly tool: string;
  readonly folder: string;
  readonly preview: string;
  readonly session: string;
}

function hasTexts(value: Readonly<Record<string, unknown>>, names: readonly string[]): boolean {
  return names.every((name) => typeof value[name] === 'string');
}

function hasNumbers(value: Readonly<Record<string, unknown>>, names: readonly string[]): boolean {
  return names.every((name) => Number.isFinite(value[name]));
}

export function isHeldCall(value: unknown): value is HeldCall {
  return (
    isObject(value) &&
    hasTexts(value, ['code', 'fingerprint', 'product', 'tool', 'folder', 'preview', 'reason']) &&
    hasNumbers(value, ['at']) &&
    (value['kind'] === 'deny' || value['kind'] === 'ask') &&
    Array.isArray(value['guards']) &&
    value['guards'].every(isHoldingGuard)
  );
}

function isHoldingGuard(value: unknown): value is HoldingGuard {
  return (
    isObject(value) &&
    hasTexts(value, ['hook', 'judged', 'said']) &&
    (value['effect'] === 'deny' || value['effect'] === 'ask') &&
    (value['file'] === null || typeof value['file'] === 'string')
  );
}

export function isException(value: unknown): value is Exception {
  if (!isObject(value) || !hasTexts(value, ['id']) || !hasNumbers(value, ['given', 'expires'])) return false;
  return value['kind'] === 'call'
    ? isHeldCall(value['call'])
    : value['kind'] === 'rule' && hasTexts(value, ['rule', 'folder']);
}

export function isExceptionUse(value: unknown): value is ExceptionUse {
  return (
    isObject(value) &&
    hasNumbers(value, ['at']) &&
    hasTexts(value, ['id', 'product', 'event', 'tool', 'folder', 'preview', 'session'])
  );
}
