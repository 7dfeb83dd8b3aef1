import { isObject } from '../../engine/values/shapes.ts';

type JsonSchema = Readonly<Record<string, unknown>>;

/** A value in a line: its JSON Schema, and a check of what readers rely on, quick enough for every line. */
export interface Kind<Value> {
  readonly schema: JsonSchema;
  check(value: unknown): boolean;
  /** Never present; carries the type. */
  readonly value?: Value;
}

export interface Optional<Value> extends Kind<Value> {
  readonly optional: true;
}

export type Shape = Readonly<
  Record<string, Kind<unknown> | readonly [kind: Kind<unknown>, description: string]>
>;

type ValueIn<Row> = Row extends Kind<infer Value> | readonly [Kind<infer Value>, string] ? Value : never;
type OptionalIn<S> = {
  [K in keyof S]: S[K] extends Optional<unknown> | readonly [Optional<unknown>, string] ? K : never;
}[keyof S];
export type Values<S> = { readonly [K in Exclude<keyof S, OptionalIn<S>>]: ValueIn<S[K]> } & {
  readonly [K in OptionalIn<S>]?: ValueIn<S[K]> | undefined;
};

function kind<Value>(schema: JsonSchema, check: Kind<Value>['check']): Kind<Value> {
  return { schema, check };
}

const isText = (value: unknown): boolean => typeof value === 'string';
const isNumber = (value: unknown): boolean => typeof value === 'number';

export const text = kind<string>({ type: 'string' }, isText);
export const time = kind<string>({ type: 'string', format: 'date-time' }, isText);
export const hash = kind<string>({ type: 'string', pattern: '^[0-9a-f]{64}$' }, isText);
export const truth = kind<boolean>({ type: 'boolean' }, (value) => typeof value === 'boolean');
export const milliseconds = kind<number>({ type: 'number', minimum: 0 }, isNumber);
export const wholeNumber = kind<number>({ type: 'integer' }, isNumber);
export const anything = kind<unknown>({}, () => true);

export function count(minimum: number): Kind<number> {
  return kind({ type: 'integer', minimum }, isNumber);
}

export function constant<const Value extends string | number>(value: Value): Kind<Value> {
  return kind({ type: typeof value, const: value }, (given) => given === value);
}

/** A later version may have more words, so readers take any text. */
export function oneOf<const Word extends string>(words: readonly Word[]): Kind<Word> {
  return kind({ type: 'string', enum: words }, isText);
}

export function orNull<Value>({ schema, check }: Kind<Value>): Kind<Value | null> {
  const { type, ...rest } = schema;
  const isPlain = type !== undefined && Object.keys(rest).length === 0;
  const wider = isPlain ? { type: [type, 'null'] } : { anyOf: [schema, { type: 'null' }] };
  return kind(wider, (value) => value === null || check(value));
}

export function optional<Value>({ schema, check }: Kind<Value>): Optional<Value> {
  return { ...kind<Value>(schema, (value) => value === undefined || check(value)), optional: true };
}

export function listOf<Value>({ schema, check }: Kind<Value>): Kind<readonly Value[]> {
  return kind({ type: 'array', items: schema }, (value) => Array.isArray(value) && value.every(check));
}

export function object<const S extends Shape>(shape: S): Kind<Values<S>> {
  const rows = Object.entries(shape).map(([name, row]) => {
    const [of, description] = Array.isArray(row) ? row : [row];
    return { name, of, schema: description === undefined ? of.schema : { ...of.schema, description } };
  });
  const schema = {
    type: 'object',
    properties: Object.fromEntries(rows.map(({ name, schema }) => [name, schema])),
    required: rows.filter(({ of }) => !('optional' in of)).map(({ name }) => name),
  };
  const check = (value: unknown): boolean => {
    if (!isObject(value)) return false;
    for (const { name, of } of rows) if (!of.check(value[name])) return false;
    return true;
  };
  return kind(schema, check);
}
