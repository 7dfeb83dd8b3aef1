import { isNumber, type OptionCheck } from '../engine/values/options.ts';

// The system takes no NUL in any text, and reports it only when the hook runs.
const isText = (value: unknown): boolean => typeof value === 'string' && !value.includes('\0');
const isFilled = (value: unknown): boolean => isText(value) && String(value).trim() !== '';

export const filledTextCheck: OptionCheck = ['text', isFilled];
export const textsCheck: OptionCheck = [
  'a list of text',
  (value) => Array.isArray(value) && value.every(isText),
];
export const textOrTextsCheck: OptionCheck = [
  'text or a list of text',
  (value) => [value].flat().every(isFilled),
];
export const countCheck: OptionCheck = [
  'a whole number above 0',
  (value) => Number.isInteger(value) && Number(value) > 0,
];
const maxTimerMs = 2 ** 31 - 1;
export const timerCheck: OptionCheck = [
  `a number from 0 to ${maxTimerMs}`,
  (value) => isNumber(value) && value >= 0 && value <= maxTimerMs,
];
export const environmentCheck: OptionCheck = [
  'names with text values',
  (value) =>
    typeof value === 'object' &&
    value !== null &&
    Object.entries(value).every(([name, text]) => /^[^=\0]+$/.test(name) && isText(text)),
  true,
];
export const namesWithTextCheck: OptionCheck = [
  'names with text values',
  (value) =>
    typeof value === 'object' &&
    value !== null &&
    !Array.isArray(value) &&
    Object.values(value).every(isText),
  true,
];
