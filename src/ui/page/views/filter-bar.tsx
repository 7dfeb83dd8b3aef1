import { type Signal, useSignal } from '@preact/signals';
import { Button, bound, Checkbox, Picker } from '../parts/controls.tsx';
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
  const showMore = (): void => {
    isMore.value = !isMore.value;
  };
  return (
    <search class={isMore.value ? 'filters more' : 'filters'}>
      <input id="search" type="search" placeholder="Search   /" aria-label="Search" {...bound(filter.text)} />
      <RangePicker />
      {view.value !== 'today' && <SessionPicker />}
      <Choice label="Decision" value={filter.decision} options={decisionChoices} isAlways />
      <Button aria-expanded={isMore.value} onClick={showMore}>
        Filters
      </Button>
      {filterNames.slice(1).map((name) => (
        <Choice key={name} label={titles[name]} value={filter[name]} options={options[name]} />
      ))}
      <Checkbox class="quiet" checked={filter.withQuiet}>
        Without hooks too
      </Checkbox>
      {isFiltered.value && <Button onClick={clearFilter}>Show all</Button>}
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
  const dayInput = (label: string, value: string, other: string) => (
    <input
      type="date"
      aria-label={label}
      value={value}
      onChange={({ currentTarget: { value: day } }) => {
        if (day !== '') chosenRange.value = [day, other].toSorted().join('..');
      }}
    />
  );
  return (
    <>
      <Picker
        label="Range"
        disabled={filter.session.value !== ''}
        value={isCustom ? 'custom' : range.value}
        choices={[...ranges, ['custom', 'Days…']]}
        onPick={(value) => {
          filter.span.value = null;
          chosenRange.value = value === 'custom' ? `${today}..${today}` : value;
        }}
      />
      {isCustom && dayInput('From', from, to)}
      {isCustom && dayInput('To', to, from)}
    </>
  );
}

export function chooseSession(session: string): void {
  clearFilter();
  filter.session.value = session;
  opened.value = null;
  current.value = null;
}

function SessionPicker() {
  const { value: chosen } = filter.session;
  const all = sessions.value.filter(({ session }, place) => place < maxSessions || session === chosen);
  const titles = all.map(({ session, title, last }): [string, string] => [
    session,
    `${visibleText(title || session).slice(0, 60)} · ${dateTimeText(last)}`,
  ]);
  return (
    <Picker
      label="Session"
      class={chosen === '' ? '' : 'chosen'}
      value={chosen}
      choices={[['', 'All sessions'], ...titles]}
      onPick={chooseSession}
    />
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
    <Picker
      label={label}
      class={chosen !== '' ? 'choice chosen' : isAlways ? '' : 'choice'}
      value={chosen}
      choices={[['', label], ...all.map((option): [string, string] => [option, option])]}
      onPick={(picked) => {
        value.value = picked;
      }}
    />
  );
}
