import { join, resolve } from 'node:path';
import type { Json } from '../../engine/values/json.ts';
import { type Fields, isObject } from '../../engine/values/shapes.ts';
import { messageOf, textOf } from '../../engine/values/text.ts';
import { fileStates, isFile } from '../../files/file-facts.ts';
import {
  keyName,
  namesIn,
  parsedJson,
  privateFolder,
  readStateFile,
  writeStateFile,
} from '../../files/state/state-file.ts';
import { stateRoot } from '../../files/state/state-folder.ts';
import { canonicalJson } from '../../trace/decision-code.ts';
import { findingsIn } from './poison.ts';

/** Independent of the names in a configuration and of what the server calls itself. */
export interface ServerIdentity {
  readonly command?: readonly string[];
  /** Set where the command names files by a relative path. */
  readonly folder?: string;
  readonly url?: string;
}

export type OfferKind = 'tool' | 'prompt' | 'resource' | 'instructions';

/** By kind and name, as in `tool echo`. */
export type Offers = Readonly<Record<string, Json>>;

export interface SeenServer {
  readonly key: string;
  readonly name: string;
  readonly identity: ServerIdentity;
  readonly version: string | null;
  readonly at: string;
  readonly offers: Offers;
}

const folderName = 'mcp';
/** More than a person reviews. */
const maxChars = 3 * 1024 * 1024;
const maxServers = 1000;

export function stdioIdentity(command: readonly string[], cwd: string): ServerIdentity {
  const isRelative = command.some(
    (word) => !word.startsWith('/') && /[./]/.test(word) && isFile(resolve(cwd, word)),
  );
  return { command, ...(isRelative && { folder: cwd }) };
}

/** Without the query, which may hold a secret. */
export function urlIdentity({ origin, pathname }: URL): ServerIdentity {
  return { url: `${origin}${pathname}` };
}

export function serverKey(identity: ServerIdentity): string {
  return keyName([canonicalJson(identity)]);
}

function fileOf(key: string, what: 'seen' | 'trusted'): string {
  return join(stateRoot(), folderName, `${key}.${what}.json`);
}

export function seenServers(): readonly SeenServer[] {
  const keys = namesIn(folderName).flatMap((name) => /^([0-9a-f]{32})\.seen\.json$/.exec(name)?.[1] ?? []);
  return keys.flatMap((key) => readSeen(key) ?? []);
}

function readSeen(key: string): SeenServer | null {
  const seen = parsedJson(readStateFile(fileOf(key, 'seen')) ?? '');
  if (!isObject(seen) || !isObject(seen['offers']) || !isObject(seen['identity'])) return null;
  return { ...(seen as unknown as SeenServer), key };
}

export function trustedOffers(key: string): Offers | null {
  const trusted = parsedJson(readStateFile(fileOf(key, 'trusted')) ?? '');
  return isObject(trusted) ? (trusted as Offers) : null;
}

export function trustOffers(key: string, offers: Offers): void {
  privateFolder(folderName);
  writeStateFile(fileOf(key, 'trusted'), JSON.stringify(offers), { lasting: true });
}

export interface PinOptions {
  readonly name: string;
  readonly identity: ServerIdentity;
  /** Trusts the first offers of a new server, unless they look suspicious. */
  readonly trustsFirst: boolean;
  readonly tell: (text: string) => void;
}

/** Compares what a server offers with what a person has reviewed. Everything else waits. */
export class Pins {
  readonly #options: PinOptions;
  readonly #key: string;
  readonly #file: string;
  readonly #seen = new Map<string, Json>();
  /** With `trustsFirst`: kinds whose first list is incomplete. */
  readonly #firstKinds: Set<OfferKind>;
  #version: string | null = null;
  #trusted: Offers = {};
  #state: string | null = null;
  #written = '';
  #revision = 0;

  constructor(options: PinOptions) {
    this.#options = options;
    this.#key = serverKey(options.identity);
    this.#file = fileOf(this.#key, 'trusted');
    for (const [offer, definition] of Object.entries(readSeen(this.#key)?.offers ?? {}))
      this.#seen.set(offer, definition);
    const isFirst = options.trustsFirst && trustedOffers(this.#key) === null;
    this.#firstKinds = new Set(isFirst ? ['tool', 'prompt', 'resource', 'instructions'] : []);
  }

  get revision(): number {
    this.#read();
    return this.#revision;
  }

  /** Which of these offers were reviewed as they are. */
  sift(
    kind: OfferKind,
    offers: readonly (readonly [name: string, definition: Json])[],
    isWhole = true,
  ): readonly boolean[] {
    this.#read();
    const isFirst = this.#firstKinds.has(kind);
    if (isWhole && kind !== 'resource') this.#forget(kind);
    for (const [name, definition] of offers) {
      const offer = `${kind} ${name}`;
      this.#seen.set(offer, definition);
      if (isFirst && !Object.hasOwn(this.#trusted, offer) && findingsIn(definition).length === 0)
        this.#trusted = { ...this.#trusted, [offer]: definition };
    }
    if (isFirst) {
      trustOffers(this.#key, this.#trusted);
      this.#state = fileStates([this.#file]);
      if (isWhole) this.#firstKinds.delete(kind);
    }
    this.#note();
    return offers.map(([name]) => this.#isTrusted(`${kind} ${name}`));
  }

  #forget(kind: OfferKind): void {
    for (const offer of this.#seen.keys()) if (offer.startsWith(`${kind} `)) this.#seen.delete(offer);
  }

  whyWaiting(kind: OfferKind, name: string): string | null {
    this.#read();
    const offer = `${kind} ${name}`;
    if (this.#isTrusted(offer)) return null;
    const isKnown = Object.hasOwn(this.#trusted, offer);
    const what = `the ${kind} "${name}" of the MCP server "${this.#options.name}"`;
    return `hookline: ${what} ${isKnown ? 'has changed since a person reviewed it' : 'was not reviewed by a person yet'}. ${this.howToReview}`;
  }

  get howToReview(): string {
    return `To review it, in a terminal: hookline trust mcp ${this.#options.name}`;
  }

  sawVersion(version: unknown): void {
    this.#version = textOf(version) || null;
  }

  /** A server may have changed since its review, so its latest definition counts. */
  #isTrusted(offer: string): boolean {
    if (!Object.hasOwn(this.#trusted, offer)) return false;
    const seen = this.#seen.get(offer);
    return seen === undefined || canonicalJson(seen) === canonicalJson(this.#trusted[offer]);
  }

  #read(): void {
    const state = fileStates([this.#file]);
    if (state === this.#state) return;
    if (this.#state !== null) this.#revision += 1;
    this.#state = state;
    try {
      this.#trusted = trustedOffers(this.#key) ?? {};
    } catch (problem) {
      this.#trusted = {};
      this.#options.tell(`what was reviewed of it cannot be read: ${messageOf(problem)}`);
    }
  }

  #note(): void {
    const { name, identity } = this.#options;
    const offers = Object.fromEntries(this.#seen);
    const content = JSON.stringify({ name, identity, version: this.#version, offers });
    if (content === this.#written) return;
    this.#written = content;
    try {
      if (content.length > maxChars) throw new Error('it offers more than a person can review');
      privateFolder(folderName);
      if (namesIn(folderName).length > 2 * maxServers)
        throw new Error(`there are more than ${maxServers} servers`);
      const at = new Date().toISOString();
      writeStateFile(
        fileOf(this.#key, 'seen'),
        JSON.stringify({ name, identity, version: this.#version, at, offers }),
      );
    } catch (problem) {
      this.#options.tell(`what it offers cannot be noted for review: ${messageOf(problem)}`);
    }
  }
}

export function definitionOf(kind: OfferKind, entry: Fields): Json {
  if (kind === 'resource') {
    const { title = null, description = null, annotations = null } = entry;
    return { title, description, annotations } as Json;
  }
  const { _meta, ...definition } = entry;
  return definition as Json;
}
