import type { RecordedFiring } from './read/read-firings.ts';

export const allowancePrefix = 'a person allowed it: ';

export function isAllowance(why: string): boolean {
  return why.startsWith(allowancePrefix);
}

export function wasAllowedByPerson({ firing, runs }: RecordedFiring): boolean {
  const isOpened = firing.openRules !== undefined && firing.openRules.length > 0;
  return isOpened || runs.some(({ dropped }) => dropped.some(({ why }) => isAllowance(why)));
}
