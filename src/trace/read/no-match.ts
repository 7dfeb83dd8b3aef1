import { nearest } from '../../engine/values/suggest.ts';
import { localTime } from './local-time.ts';
import type { RecordedFiring } from './read-firings.ts';
import {
  hasText,
  isInTime,
  type NameFilter,
  nameFilters,
  namesInFiring,
  type TraceFilter,
} from './select.ts';

const maxNames = 2000;
const maxListed = 8;

export class NoMatch {
  readonly #filter: TraceFilter;
  readonly #asked: readonly NameFilter[];
  readonly #met = new Set<NameFilter | 'time' | 'text'>();
  readonly #names = new Map<NameFilter, Set<string>>();
  #passedOver = 0;
  #first = '';
  #last = '';

  constructor(filter: TraceFilter) {
    this.#filter = filter;
    this.#asked = nameFilters.filter((name) => filter[name] !== undefined);
    for (const name of this.#asked) this.#names.set(name, new Set());
  }

  passOver(count = 1): void {
    this.#passedOver += count;
  }

  addNames(names: Readonly<Record<NameFilter, readonly (string | null | undefined)[]>>): void {
    for (const name of this.#asked) {
      const known = this.#names.get(name);
      for (const value of names[name]) {
        if (value === this.#filter[name]) this.#met.add(name);
        if (known !== undefined && typeof value === 'string' && value !== '' && known.size < maxNames)
          known.add(value);
      }
    }
  }

  addTimes(first: string, last: string, isInTime: boolean): void {
    if (this.#first === '' || first < this.#first) this.#first = first;
    if (last > this.#last) this.#last = last;
    if (isInTime) this.#met.add('time');
  }

  meetText(): void {
    this.#met.add('text');
  }

  add(found: RecordedFiring): void {
    const { at } = found.firing;
    this.addTimes(at, at, isInTime(this.#filter, found));
    if (hasText(this.#filter, found)) this.meetText();
    const names = nameFilters.map((name) => [name, namesInFiring[name](found)] as const);
    this.addNames(Object.fromEntries(names) as unknown as Parameters<NoMatch['addNames']>[0]);
  }

  message(): string {
    if (this.#last === '' && this.#passedOver > 0)
      return `no event can be read: ${this.#passedOver} lines are damaged, or of another version of hookline; hookline trace verify shows them`;
    if (this.#last === '') return 'the trace has no events yet';
    const missed = this.#asked.find((name) => !this.#met.has(name));
    if (missed !== undefined) return this.#missedName(missed);
    if (!this.#met.has('time'))
      return `nothing was recorded in that time: the trace is from ${localTime(this.#first)} to ${localTime(this.#last)}`;
    if (!this.#met.has('text')) return `no event has the words "${this.#filter.text}"`;
    const options = this.#asked.map((name) => `--${name} ${this.#filter[name]}`);
    const { since, until } = this.#filter;
    if (this.#filter.text !== undefined) options.push(`--text "${this.#filter.text}"`);
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
