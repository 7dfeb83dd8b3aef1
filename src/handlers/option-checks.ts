import { isNumber, type OptionCheck } from '../engine/values/options.ts';
import { isObject, keysOf } from '../engine/values/shapes.ts';

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
const isTexts = (value: unknown): boolean => isObject(value) && Object.values(value).every(isText);
export const namesWithTextCheck: OptionCheck = ['names with text values', isTexts, true];
export const environmentCheck: OptionCheck = [
  'names with text values',
  (value) => isTexts(value) && keysOf(value).every((name) => /^[^=\0]+$/.test(name)),
  true,
];
