import { effect, signal } from '@preact/signals';

export type Scheme = 'light' | 'dark';

const system = matchMedia('(prefers-color-scheme: dark)');
const systemScheme = (): Scheme => (system.matches ? 'dark' : 'light');

export const scheme = signal<Scheme>(systemScheme());

let isChosen = false;
system.addEventListener('change', () => {
  if (!isChosen) scheme.value = systemScheme();
});

export function otherScheme(): void {
  isChosen = true;
  scheme.value = scheme.value === 'dark' ? 'light' : 'dark';
}

effect(() => {
  document.documentElement.dataset['scheme'] = scheme.value;
});
