import { BaseSequencer, type TestSpecification } from 'vitest/node';

const order = ['slow', 'process', 'engine', 'pure'];

/** Slow files first, so that no worker is left alone with one at the end; pure files last, since they share workers. */
export class SlowFirst extends BaseSequencer {
  override async sort(files: TestSpecification[]): Promise<TestSpecification[]> {
    const sorted = await super.sort(files);
    return sorted.toSorted((one, other) => placeOf(one) - placeOf(other));
  }
}

function placeOf({ project }: TestSpecification): number {
  return order.indexOf(project.name);
}
