import type { Signal } from '@preact/signals';
import { countOf, countText, visibleText } from '../parts/format.ts';
import { choices } from '../state/facts.ts';
import { clearFilter, decisionChoices, filter, isFiltered, listed } from '../state/filter.ts';
import { rowCount } from '../state/rows.ts';

export function FilterBar() {
  const { agent, point, tool, hook } = choices.value;
  return (
    <search class="filters">
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
      <Choice label="Decision" value={filter.decision} options={decisionChoices} />
      <Choice label="Agent" value={filter.agent} options={agent} />
      <Choice label="Point" value={filter.point} options={point} />
      <Choice label="Tool" value={filter.tool} options={tool} />
      <Choice label="Hook" value={filter.hook} options={hook} />
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
        {listed.value.length < rowCount.value ? `${countText(listed.value.length)} of ` : ''}
        {countOf(rowCount.value, 'event')}
      </output>
    </search>
  );
}

interface ChoiceProps {
  readonly label: string;
  readonly value: Signal<string>;
  readonly options: readonly string[];
}

function Choice({ label, value, options }: ChoiceProps) {
  return (
    <select
      aria-label={label}
      class={value.value === '' ? '' : 'chosen'}
      value={value.value}
      onChange={({ currentTarget }) => {
        value.value = currentTarget.value;
      }}
    >
      <option value="">{label}</option>
      {options.map((option) => (
        <option key={option} value={option}>
          {visibleText(option)}
        </option>
      ))}
    </select>
  );
}
