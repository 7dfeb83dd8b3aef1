import { lookUp } from '../../../engine/values/look-up.ts';
import type { RowVerdict } from '../../wire.ts';

/** Colour alone isn't accessible. */
const words: Readonly<Record<string, string>> = {
  deny: 'denied',
  ask: 'asks',
  allow: 'allowed',
  none: 'passes',
  modify: 'changed',
  inject: 'adds context',
  halt: 'halts',
  resume: 'sent back',
  suppress: 'hidden',
};

export function Chip({ decision }: { readonly decision: RowVerdict }) {
  const kind = decision ?? 'none';
  return <span class={`chip ${kind}`}>{lookUp(words, kind)}</span>;
}
