import { BaseSequencer, type TestSpecification } from 'vitest/node';
import { kindOf } from './kinds.ts';

const order = ['slow', 'process', 'pure'] as const;

/** Slow files first, so that no worker is left alone with one at the end; pure files last, since they wait for nothing. */
export class SlowFirst extends BaseSequencer {
  override async sort(files: TestSpecification[]): Promise<TestSpecification[]> {
    const sorted = await super.sort(files);
    return sorted.toSorted((one, other) => placeOf(one) - placeOf(other));
  }
}

function placeOf({ moduleId }: TestSpecification): number {
  return order.indexOf(kindOf(moduleId));
}
