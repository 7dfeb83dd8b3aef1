import { HookFailure } from '../engine/outcome/failure.ts';
import { words } from '../engine/values/text.ts';
import type { HookFunction } from './handler.ts';

interface Original {
  readonly name: string;
  readonly holder: object;
  readonly key: PropertyKey;
  readonly value: unknown;
  readonly isGetter: boolean;
}

const { getOwnPropertyDescriptor, getPrototypeOf } = Object;

/** What guards' code calls. More would cost every guard time. */
const holders: Readonly<Record<string, object>> = {
  Array,
  'Array.prototype': Array.prototype,
  'Function.prototype': Function.prototype,
  JSON,
  'Map.prototype': Map.prototype,
  Object,
  'Object.prototype': Object.prototype,
  'Promise.prototype': Promise.prototype,
  Reflect,
  'RegExp.prototype': RegExp.prototype,
  'Set.prototype': Set.prototype,
  'String.prototype': String.prototype,
  'the prototype of array iterators': getPrototypeOf([][Symbol.iterator]()) as object,
  'the prototype of map iterators': getPrototypeOf(new Map().entries()) as object,
  'the prototype of set iterators': getPrototypeOf(new Set().values()) as object,
};

const globalNames = words('Array JSON Map Math Number Object Promise RegExp Set String URL');

const originals: readonly Original[] = [
  ...globalNames.flatMap((name) => originalOf(name, globalThis, name)),
  ...Object.entries(holders).flatMap(([name, holder]) => allOf(name, holder)),
];

function allOf(name: string, holder: object): readonly Original[] {
  return Reflect.ownKeys(holder).flatMap((key) => originalOf(`${name}.${String(key)}`, holder, key));
}

function originalOf(name: string, holder: object, key: PropertyKey): readonly Original[] {
  const { value, get } = getOwnPropertyDescriptor(holder, key) ?? {};
  if (typeof get === 'function') return [{ name, holder, key, value: get, isGetter: true }];
  const isJudging = typeof value === 'function' || (holder === globalThis && typeof value === 'object');
  return isJudging ? [{ name, holder, key, value, isGetter: false }] : [];
}

/** The first global that was changed. Uses nothing that could have been changed. */
function changedGlobal(): string | null {
  for (let index = 0; index < originals.length; index += 1) {
    const original = originals[index];
    if (original === undefined) continue;
    const { holder, key, value, isGetter } = original;
    const now = isGetter
      ? getOwnPropertyDescriptor(holder, key)?.get
      : (holder as Readonly<Record<PropertyKey, unknown>>)[key];
    if (now !== value) return original.name;
  }
  return null;
}

function checkGlobals(): void {
  const changed = changedGlobal();
  if (changed === null) return;
  throw new HookFailure(
    'unclear',
    `${changed} was changed in this process, so a guard may find anything; change it before hookline is loaded, or not at all`,
  );
}

/** Code in the same process that patches `Array.prototype.includes` must not decide what a guard finds. */
export function withIntactGlobals(handler: HookFunction): HookFunction {
  const checked: HookFunction = async (input, context) => {
    checkGlobals();
    const reply = await handler(input, context);
    checkGlobals();
    return reply;
  };
  return Object.assign(checked, handler);
}
