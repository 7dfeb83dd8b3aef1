import { HookFailure } from '../engine/outcome/failure.ts';

/** What is sent to a hook, as JSON. A hook whose event cannot be written, as when it is nested too deep, cannot be run. */
export function jsonText(make: () => object): string {
  try {
    return JSON.stringify(make());
  } catch (error) {
    const { message } = HookFailure.from(error, 'missing');
    throw new HookFailure('missing', `the event cannot be written as JSON: ${message}`);
  }
}
