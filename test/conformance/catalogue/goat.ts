import type { Line } from '../line.ts';
import { goat001 } from './goat-001.ts';
import { goat002 } from './goat-002.ts';
import { goatFacts } from './goat-facts.ts';
import { goatMatrix } from './goat-matrix.ts';

/** Everything that Goat's documents ask of a hook system, but for the agent loop around it. */
export const goat: readonly Line[] = [...goat001, ...goat002, ...goatMatrix, ...goatFacts];
