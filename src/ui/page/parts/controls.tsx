import type { Signal } from '@preact/signals';
import type { ComponentChildren, JSX } from 'preact';
import { openEvent } from '../state/view.ts';
import { visibleText } from './format.ts';

type Props<Tag extends keyof JSX.IntrinsicElements> = JSX.IntrinsicElements[Tag];

export function Button({ class: kind = 'plain', ...props }: Props<'button'>) {
  return <button type="button" class={kind} {...props} />;
}

export function EventButton({ row, ...props }: Props<'button'> & { readonly row: number }) {
  return <Button class="line" title="Open the event" onClick={() => openEvent(row)} {...props} />;
}

/** The props of a field that changes a text. */
export function bound(text: Signal<string>) {
  return {
    value: text.value,
    onInput: ({ currentTarget }: { readonly currentTarget: { readonly value: string } }): void => {
      text.value = currentTarget.value;
    },
  };
}

interface CheckboxProps {
  readonly class: string;
  readonly checked: Signal<boolean>;
  readonly children: ComponentChildren;
}

export function Checkbox({ class: kind, checked, children }: CheckboxProps) {
  const toggle = (): void => {
    checked.value = !checked.value;
  };
  return (
    <label class={kind}>
      <input type="checkbox" checked={checked.value} onChange={toggle} />
      {children}
    </label>
  );
}

interface PickerProps {
  readonly label: string;
  readonly value: string;
  readonly class?: string;
  readonly disabled?: boolean;
  readonly choices: readonly (readonly [value: string, title: string])[];
  readonly onPick: (value: string) => void;
}

export function Picker({ label, choices, onPick, ...props }: PickerProps) {
  return (
    <select aria-label={label} onChange={({ currentTarget }) => onPick(currentTarget.value)} {...props}>
      {choices.map(([value, title]) => (
        <option key={value} value={value}>
          {visibleText(title)}
        </option>
      ))}
    </select>
  );
}

export function Facts({ facts }: { readonly facts: readonly (readonly [string, ComponentChildren])[] }) {
  return (
    <dl>
      {facts.map(([name, fact]) => (
        <div key={name}>
          <dt>{name}</dt>
          <dd>{fact}</dd>
        </div>
      ))}
    </dl>
  );
}

export function ProblemText({ text }: { readonly text: string }) {
  if (text === '') return null;
  return (
    <p class="problem" role="alert">
      {visibleText(text)}
    </p>
  );
}
