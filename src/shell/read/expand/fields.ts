import type { Piece } from '../reading.ts';

export type Stretch =
  /** Text that stays as it is; outside quotes, a pattern in it is one. */
  | { readonly kind: 'text'; readonly text: string; readonly isQuoted: boolean }
  /** What the shell put in outside quotes, and takes apart at blanks. */
  | { readonly kind: 'value'; readonly text: string }
  | { readonly kind: 'piece'; readonly piece: Piece; readonly splits: boolean }
  | { readonly kind: 'break' };

export interface Field {
  readonly pieces: readonly Piece[];
  readonly splits: boolean;
}

interface OpenField {
  runs: Exclude<Stretch, { kind: 'break' | 'value' }>[];
  isThere: boolean;
}

export function fieldsOf(runs: readonly Stretch[], separators: string): readonly Field[] {
  const fields: Field[] = [];
  let field: OpenField = { runs: [], isThere: false };
  const end = (): void => {
    if (field.isThere) fields.push(finished(field));
    field = { runs: [], isThere: false };
  };
  for (const run of runs) {
    if (run.kind === 'break') end();
    else if (run.kind === 'value') {
      for (const part of splitText(run.text, separators)) {
        if (part === null) end();
        else if (part === '') field.isThere = true;
        else {
          field.runs.push({ kind: 'text', text: part, isQuoted: false });
          field.isThere = true;
        }
      }
    } else {
      field.runs.push(run);
      field.isThere ||= run.kind === 'piece' || run.isQuoted || run.text !== '';
    }
  }
  end();
  return fields;
}

/** The text between separators, with a null for each place where a word ends; `''` is a word that is there but empty. */
function splitText(text: string, separators: string): readonly (string | null)[] {
  if (separators === '') return text === '' ? [] : [text];
  const parts: (string | null)[] = [];
  let current = '';
  let isClosed = true;
  for (const letter of text) {
    if (!separators.includes(letter)) {
      current += letter;
      isClosed = false;
    } else {
      if (current !== '') parts.push(current);
      // Two commas in a row have an empty word between them, two blanks have not.
      else if (isClosed && !/\s/.test(letter)) parts.push('');
      parts.push(null);
      current = '';
      isClosed = !/\s/.test(letter) || isClosed;
    }
  }
  if (current !== '') parts.push(current);
  return parts;
}

function finished({ runs }: OpenField): Field {
  const splits = runs.some((run) => run.kind === 'piece' && run.splits);
  const bare = runs.map((run) => (run.kind === 'text' && !run.isQuoted ? run.text : '')).join('');
  const open = bare.indexOf('[');
  const hasPattern = /[*?]/.test(bare) || (open >= 0 && bare.indexOf(']', open) > 0);
  const pieces: Piece[] = [];
  for (const run of runs) {
    if (run.kind === 'piece') pieces.push(run.piece);
    else if (run.text === '') continue;
    else if (!hasPattern || run.isQuoted) addText(pieces, run.text);
    else addPattern(pieces, run.text);
  }
  return { pieces, splits };
}

function addText(pieces: Piece[], text: string): void {
  const last = pieces.at(-1);
  if (last?.kind === 'text') pieces[pieces.length - 1] = { kind: 'text', text: last.text + text };
  else pieces.push({ kind: 'text', text });
}

function addPattern(pieces: Piece[], text: string): void {
  for (const [stretch] of text.matchAll(/[^*?[\]]+|[*?]+|\[[^[\]]*\]|[[\]]/g)) {
    if (/^[*?[\]]/.test(stretch)) pieces.push({ kind: 'glob', text: stretch, isMatch: false });
    else addText(pieces, stretch);
  }
}
