import { nearest } from '../../engine/values/suggest.ts';
import { localTime } from './local-time.ts';
import type { RecordedFiring } from './read-firings.ts';
import {
  hasName,
  isInTime,
  type NameFilter,
  nameFilters,
  namesInFiring,
  type TraceFilter,
} from './select.ts';

/** More different names of a kind than these are not kept. */
const maxNames = 2000;
const maxListed = 8;

/** Sees the firings that a filter did not select, to say why it selected none. */
export class NoMatch {
  readonly #filter: TraceFilter;
  readonly #asked: readonly NameFilter[];
  readonly #met = new Set<NameFilter | 'time'>();
  readonly #names = new Map<NameFilter, Set<string>>();
  #passedOver = 0;
  #first = '';
  #last = '';

  constructor(filter: TraceFilter) {
    this.#filter = filter;
    this.#asked = nameFilters.filter((name) => filter[name] !== undefined);
    for (const name of this.#asked) this.#names.set(name, new Set());
  }

  /** Takes note of a line that cannot be read. */
  passOver(): void {
    this.#passedOver += 1;
  }

  add(found: RecordedFiring): void {
    const { at } = found.firing;
    if (this.#first === '' || at < this.#first) this.#first = at;
    if (at > this.#last) this.#last = at;
    if (isInTime(this.#filter, found)) this.#met.add('time');
    for (const name of this.#asked) {
      if (hasName(this.#filter, name, found)) this.#met.add(name);
      const known = this.#names.get(name);
      for (const value of namesInFiring[name](found))
        if (known !== undefined && typeof value === 'string' && known.size < maxNames) known.add(value);
    }
  }

  /** What was asked for and is nowhere, and what is there instead. */
  message(): string {
    if (this.#last === '' && this.#passedOver > 0)
      return `no event can be read: ${this.#passedOver} lines are damaged, or of another version of hookline; hookline trace verify shows them`;
    if (this.#last === '') return 'the record has no events yet';
    const missed = this.#asked.find((name) => !this.#met.has(name));
    if (missed !== undefined) return this.#missedName(missed);
    if (!this.#met.has('time'))
      return `nothing was recorded in that time: the record is from ${localTime(this.#first)} to ${localTime(this.#last)}`;
    const options = this.#asked.map((name) => `--${name} ${this.#filter[name]}`);
    const { since, until } = this.#filter;
    if (since !== undefined || until !== undefined) options.push('that time');
    return `no event matches ${options.join(' and ')} together; each of them alone matches some`;
  }

  #missedName(name: NameFilter): string {
    const asked = this.#filter[name] ?? '';
    const names = [...(this.#names.get(name) ?? [])];
    const near = nearest(asked, names) ?? names.find((known) => known.startsWith(asked)) ?? null;
    const listed =
      names.length <= maxListed ? names.join(', ') : `${names.slice(0, maxListed).join(', ')}, …`;
    const instead = names.length === 0 ? 'there is none' : `there is ${listed}`;
    const hint = near === null || name === 'decision' ? instead : `did you mean "${near}"?`;
    return `no event matches --${name} ${asked}: ${hint}`;
  }
}
