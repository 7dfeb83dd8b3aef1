import { type Fields, isObject } from '../../engine/values/shapes.ts';
import { textOf } from '../../engine/values/text.ts';
import type { RpcMessage } from './message.ts';
import { definitionOf, type OfferKind, type Pins } from './pins.ts';

export interface OfferRules {
  readonly pins: Pins | null;
  denied(tools: readonly string[]): Promise<ReadonlySet<string>>;
}

interface OfferList {
  readonly field: string;
  readonly kind: OfferKind;
}

const offerLists: ReadonlyMap<string, OfferList> = new Map([
  ['tools/list', { field: 'tools', kind: 'tool' }],
  ['prompts/list', { field: 'prompts', kind: 'prompt' }],
  ['resources/list', { field: 'resources', kind: 'resource' }],
  ['resources/templates/list', { field: 'resourceTemplates', kind: 'resource' }],
]);

const startMethods: ReadonlySet<string> = new Set(['initialize', 'server/discover']);

/** Stands for the tools that wait for review, so the model can tell its person. */
const reviewTool = 'hookline_review';

export function offersSomething(method: string): boolean {
  return offerLists.has(method) || startMethods.has(method);
}

/** The result without unreviewed or always denied offers; null if unchanged. */
export async function siftedResult(
  method: string,
  params: Fields,
  result: unknown,
  rules: OfferRules,
): Promise<Fields | null> {
  if (!isObject(result)) return null;
  const list = offerLists.get(method);
  if (list === undefined) return withoutInstructions(result, rules.pins);
  const { [list.field]: entries } = result;
  if (!Array.isArray(entries)) return null;
  const sifted = await siftedList(list.kind, entries.filter(isObject), isWhole(params, result), rules);
  if (sifted === null)
    return entries.every(isObject) ? null : { ...result, [list.field]: entries.filter(isObject) };
  const waits = sifted.waiting > 0;
  return {
    ...result,
    [list.field]: sifted.shown,
    // Other people's policies show other offers, and a review may add some at any time.
    ...(Object.hasOwn(result, 'cacheScope') && { cacheScope: 'private' }),
    ...(waits && Object.hasOwn(result, 'ttlMs') && { ttlMs: 0 }),
  };
}

function withoutInstructions(result: Fields, pins: Pins | null): Fields | null {
  const { instructions, serverInfo } = result;
  if (pins === null) return null;
  if (isObject(serverInfo)) pins.sawVersion(serverInfo['version']);
  if (instructions === undefined) return null;
  const [isReviewed] = pins.sift('instructions', [['', textOf(instructions)]]);
  const { instructions: _, ...rest } = result;
  return isReviewed === true ? null : rest;
}

function isWhole({ cursor }: Fields, { nextCursor }: Fields): boolean {
  return cursor === undefined && nextCursor === undefined;
}

async function siftedList(
  kind: OfferKind,
  entries: readonly Fields[],
  whole: boolean,
  { pins, denied }: OfferRules,
): Promise<{ readonly shown: readonly Fields[]; readonly waiting: number } | null> {
  const names = entries.map((entry) => textOf(entry['name']));
  const isDenied = kind === 'tool' ? await denied(names) : new Set<string>();
  const isReviewed = pins?.sift(
    kind,
    entries.map((entry) => [keyOf(kind, entry), definitionOf(kind, entry)]),
    whole,
  );
  if (kind === 'resource') return resourcesWithout(entries, isReviewed);
  const allowed = entries.filter((_, at) => !isDenied.has(names[at] ?? ''));
  const shown = entries.filter((_, at) => !isDenied.has(names[at] ?? '') && isReviewed?.[at] !== false);
  const waiting = allowed.length - shown.length;
  if (shown.length === entries.length) return null;
  const review = kind === 'tool' && waiting > 0 && pins !== null ? [reviewEntry(waiting, pins)] : [];
  return { shown: [...shown, ...review], waiting };
}

function keyOf(kind: OfferKind, { name, uri, uriTemplate }: Fields): string {
  return kind === 'resource' ? textOf(uri ?? uriTemplate) : textOf(name);
}

/** Resources come and go with the data, so unreviewed ones stay, without their texts. */
function resourcesWithout(
  entries: readonly Fields[],
  isReviewed: readonly boolean[] | undefined,
): { readonly shown: readonly Fields[]; readonly waiting: number } | null {
  const isPlain = ({ title, description }: Fields): boolean =>
    title === undefined && description === undefined;
  const waits = (entry: Fields, at: number): boolean => isReviewed?.[at] === false && !isPlain(entry);
  if (!entries.some(waits)) return null;
  const shown = entries.map((entry, at) => {
    const { title, description, annotations, ...rest } = entry;
    return waits(entry, at) ? rest : entry;
  });
  return { shown, waiting: entries.filter(waits).length };
}

function reviewEntry(waiting: number, pins: Pins): Fields {
  const [tools, wait] = waiting === 1 ? ['1 tool', 'waits'] : [`${waiting} tools`, 'wait'];
  return {
    name: reviewTool,
    description: `${tools} of this MCP server ${wait} until a person has reviewed what the server says. ${pins.howToReview}`,
    inputSchema: { type: 'object' },
  };
}

/** A client may call from an older list. */
export function whyWaiting(pins: Pins, { method, params: { name } }: RpcMessage): string | null {
  if (method === 'tools/call' && name === reviewTool) return pins.howToReview;
  if (method === 'tools/call') return pins.whyWaiting('tool', textOf(name));
  return method === 'prompts/get' ? pins.whyWaiting('prompt', textOf(name)) : null;
}
