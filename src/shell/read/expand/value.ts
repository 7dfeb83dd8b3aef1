import type { Piece } from '../reading.ts';

export interface Choice {
  readonly elements: readonly (readonly Piece[])[];
  readonly isArray: boolean;
}

export type Value = readonly Choice[];

const maxChoices = 32;

export function scalar(pieces: readonly Piece[]): Choice {
  return { elements: [pieces], isArray: false };
}

export function joinValues(left: Value, right: Value): Value | null {
  if (left === right) return left;
  const known = new Set(left.map(keyOf));
  const all = [...left, ...right.filter((choice) => !known.has(keyOf(choice)))];
  return all.length > maxChoices ? null : all;
}

function keyOf(choice: Choice): string {
  return JSON.stringify(choice);
}

export function knownText(pieces: readonly Piece[]): string | null {
  let text = '';
  for (const piece of pieces) {
    if (piece.kind !== 'text') return null;
    text += piece.text;
  }
  return text;
}

export const numberValue: Value = [scalar([{ kind: 'unknown', from: 'number', name: '', source: '' }])];

export function isNumeric(value: Value): boolean {
  return value.every(({ elements }) =>
    elements.every((pieces) => {
      const text = pieces.map((piece) => (piece.kind === 'text' ? piece.text : '')).join('');
      const isKnown = pieces.every(
        (piece) => piece.kind === 'text' || (piece.kind === 'unknown' && piece.from === 'number'),
      );
      return isKnown && /^[-+]?\d*$/.test(text.trim());
    }),
  );
}
