import { type Signal, useSignal } from '@preact/signals';
import { countOf, countText, dateTimeText, visibleText } from '../parts/format.ts';
import { choices, sessions } from '../state/facts.ts';
import { clearFilter, decisionChoices, filter, filterNames, isFiltered, listed } from '../state/filter.ts';
import { chosenRange, range, ranges } from '../state/range.ts';
import { entryCount } from '../state/rows.ts';
import { current, opened, view } from '../state/view.ts';

const titles: Readonly<Record<(typeof filterNames)[number], string>> = {
  ...{ decision: 'Decision', rule: 'Rule', hook: 'Hook', tool: 'Tool' },
  ...{ agent: 'Agent', product: 'Product', folder: 'Folder', point: 'Point' },
};
/** More sessions than these are found by search. */
const maxSessions = 200;

export function FilterBar() {
  const isMore = useSignal(false);
  const options = { ...choices.value, decision: decisionChoices };
  return (
    <search class={isMore.value ? 'filters more' : 'filters'}>
      <input
        id="search"
        type="search"
        placeholder="Search   /"
        aria-label="Search"
        value={filter.text.value}
        onInput={({ currentTarget }) => {
          filter.text.value = currentTarget.value;
        }}
      />
      <RangePicker />
      {view.value !== 'today' && <SessionPicker />}
      <Choice label="Decision" value={filter.decision} options={decisionChoices} isAlways />
      <button
        type="button"
        class="plain"
        aria-expanded={isMore.value}
        onClick={() => {
          isMore.value = !isMore.value;
        }}
      >
        Filters
      </button>
      {filterNames.slice(1).map((name) => (
        <Choice key={name} label={titles[name]} value={filter[name]} options={options[name]} />
      ))}
      <label class="quiet">
        <input
          type="checkbox"
          checked={filter.withQuiet.value}
          onChange={({ currentTarget }) => {
            filter.withQuiet.value = currentTarget.checked;
          }}
        />
        Without hooks too
      </label>
      {isFiltered.value && (
        <button type="button" class="plain" onClick={clearFilter}>
          Show all
        </button>
      )}
      <output class="count" aria-live="polite">
        {listed.value.length < entryCount.value ? `${countText(listed.value.length)} of ` : ''}
        {countOf(entryCount.value, 'event')}
      </output>
    </search>
  );
}

function RangePicker() {
  const isCustom = range.value.includes('..');
  const [from = '', to = ''] = isCustom ? range.value.split('..') : [];
  const today = new Date(Date.now() - new Date().getTimezoneOffset() * 60_000).toISOString().slice(0, 10);
  const dayInput = (label: string, value: string, onDay: (day: string) => void) => (
    <input
      type="date"
      aria-label={label}
      value={value}
      onChange={({ currentTarget }) => {
        if (currentTarget.value !== '') onDay(currentTarget.value);
      }}
    />
  );
  return (
    <>
      <select
        aria-label="Range"
        disabled={filter.session.value !== ''}
        value={isCustom ? 'custom' : range.value}
        onChange={({ currentTarget: { value } }) => {
          filter.span.value = null;
          chosenRange.value = value === 'custom' ? `${today}..${today}` : value;
        }}
      >
        {ranges.map(([name, title]) => (
          <option key={name} value={name}>
            {title}
          </option>
        ))}
        <option value="custom">Days…</option>
      </select>
      {isCustom &&
        dayInput('From', from, (day) => {
          chosenRange.value = inOrder(day, to);
        })}
      {isCustom &&
        dayInput('To', to, (day) => {
          chosenRange.value = inOrder(from, day);
        })}
    </>
  );
}

const inOrder = (...days: readonly string[]): string => days.toSorted().join('..');

export function chooseSession(session: string): void {
  clearFilter();
  filter.session.value = session;
  opened.value = null;
  current.value = null;
}

function SessionPicker() {
  const { value: chosen } = filter.session;
  const all = sessions.value.filter(({ session }, place) => place < maxSessions || session === chosen);
  return (
    <select
      aria-label="Session"
      class={chosen === '' ? '' : 'chosen'}
      value={chosen}
      onChange={({ currentTarget }) => chooseSession(currentTarget.value)}
    >
      <option value="">All sessions</option>
      {all.map(({ session, title, last }) => (
        <option key={session} value={session}>
          {visibleText(title || session).slice(0, 60)} · {dateTimeText(last)}
        </option>
      ))}
    </select>
  );
}

interface ChoiceProps {
  readonly label: string;
  readonly value: Signal<string>;
  readonly options: readonly string[];
  readonly isAlways?: boolean;
}

function Choice({ label, value, options, isAlways = false }: ChoiceProps) {
  const { value: chosen } = value;
  const all = chosen === '' || options.includes(chosen) ? options : [chosen, ...options];
  return (
    <select
      aria-label={label}
      class={chosen !== '' ? 'choice chosen' : isAlways ? '' : 'choice'}
      value={chosen}
      onChange={({ currentTarget }) => {
        value.value = currentTarget.value;
      }}
    >
      <option value="">{label}</option>
      {all.map((option) => (
        <option key={option} value={option}>
          {visibleText(option)}
        </option>
      ))}
    </select>
  );
}
