import type { Point } from '../../engine/points/point-types.ts';

export interface ArmaSpan {
  readonly column: number;
  readonly endColumn: number;
}

export interface ArmaVariable extends ArmaSpan {
  readonly kind: 'variable';
  readonly path: readonly [name: string, ...fields: string[]];
  readonly quoted: boolean;
}

export interface ArmaText {
  readonly kind: 'text';
  readonly text: string;
}

export interface ArmaWord extends ArmaSpan {
  readonly parts: readonly (ArmaText | ArmaVariable)[];
}

export interface ArmaHook {
  readonly point: Point;
  readonly matcher: string | undefined;
  readonly pointSpan: ArmaSpan;
  readonly command: string;
  readonly arguments: readonly ArmaWord[];
  readonly line: number;
  readonly column: number;
  readonly text: string;
}

export function literalText({ parts }: ArmaWord): string | undefined {
  const texts = parts.map((part) => (part.kind === 'text' ? part.text : undefined));
  return texts.every((text) => text !== undefined) ? texts.join('') : undefined;
}

export function variablesOf({ parts }: ArmaWord): readonly ArmaVariable[] {
  return parts.filter((part) => part.kind === 'variable');
}
