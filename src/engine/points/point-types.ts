import type { Effect, EffectType, ModifyEffect, Reply } from '../outcome/effects.ts';
import type { BaseInput, PointInputs } from './inputs.ts';
import type { Block, PointRow, pointTable } from './points.ts';

export interface Point<Name extends string = string, Fields = unknown, Row = unknown> {
  readonly name: Name;
  readonly also: string | null;
  readonly summary: string;
  readonly firedBy: string | null;
  readonly matches: string | null;
  readonly values: readonly string[] | null;
  readonly subject: string | null;
  readonly admits: readonly EffectType[];
  readonly block: Block | null;
  readonly toolResult: boolean;
  readonly fields: readonly string[];
  readonly rights: number;
  /** Never present; carries the types of a point that was added by `definePoint`. */
  readonly types?: { readonly fields: Fields; readonly row: Row };
}

export interface PointDefinition<Fields> extends PointRow {
  readonly matches?: keyof Fields & string;
  readonly subject?: keyof Fields & string;
}

type Table = typeof pointTable;

export type PointName = keyof Table;

type Also = { [N in PointName]: Table[N] extends { also: infer A extends string } ? { [K in A]: N } : never };
type Aliases = Also['PreToolUse'] & Also['PostToolUse'];

export type PointAlias = keyof Aliases;

type Spelling = PointName | PointAlias;

export type PointRef = Spelling | `${Spelling}:${string}` | Point;

type NameBehind<R> = R extends PointName
  ? R
  : R extends PointAlias
    ? Aliases[R]
    : { [S in Spelling]: R extends `${S}:${string}` ? NameBehind<S> : never }[Spelling];

type RowBehind<R> = R extends Point<string, unknown, infer Row> ? Row : Table[NameBehind<R> & PointName];

export type InputOf<R> =
  R extends Point<infer Name, infer Fields, unknown>
    ? BaseInput & Readonly<Fields> & { readonly hook_event_name: Name }
    : PointInputs[NameBehind<R> & PointName];

export type FireInput<R> = Omit<InputOf<R>, 'hook_event_name' | keyof BaseInput> &
  Pick<InputOf<R>, OwnBaseFields<R>> &
  Partial<BaseInput>;

type OwnBaseFields<R> = {
  [K in 'agent_id' | 'agent_type']: K extends keyof InputOf<R>
    ? undefined extends InputOf<R>[K]
      ? never
      : K
    : never;
}['agent_id' | 'agent_type'] &
  keyof InputOf<R>;

type Admitted<R> =
  RowBehind<R> extends { admits: readonly (infer E extends EffectType)[] } ? E | 'notify' : never;

export type SubjectOf<R> =
  RowBehind<R> extends { subject: infer S extends string }
    ? S extends keyof InputOf<R>
      ? InputOf<R>[S]
      : never
    : never;

export type EffectOf<R> = R extends unknown
  ?
      | Exclude<Extract<Effect, { type: Admitted<R> }>, ModifyEffect>
      | ('modify' extends Admitted<R> ? ModifyEffect<SubjectOf<R>> : never)
  : never;

// biome-ignore lint/suspicious/noConfusingVoidType: a function hook that returns nothing has the type void
export type ReplyOf<R> = Reply<EffectOf<R>> | void;

export type FireRef = Spelling | Point;

export type ValueOf<R> = [SubjectOf<R>] extends [never] ? null : SubjectOf<R>;
