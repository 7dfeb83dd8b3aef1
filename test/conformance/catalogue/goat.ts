import type { Line } from '../line.ts';
import { goat001 } from './goat-001.ts';
import { goat002 } from './goat-002.ts';
import { goatFacts } from './goat-facts.ts';
import { goatLifecycle } from './goat-lifecycle.ts';
import { goatMatrix } from './goat-matrix.ts';

/** Everything that Goat's documents ask of a hook system and of the agent loop around it. */
export const goat: readonly Line[] = [...goat001, ...goatLifecycle, ...goat002, ...goatMatrix, ...goatFacts];
