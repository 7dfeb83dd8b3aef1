import { HookFailure } from '../engine/outcome/failure.ts';

/** The event for a hook as JSON. A hook whose event cannot be written, such as one nested too deep, cannot run. */
export function jsonText(make: () => object): string {
  try {
    return JSON.stringify(make());
  } catch (error) {
    const { message } = HookFailure.from(error, 'missing');
    throw new HookFailure('missing', `the event cannot be written as JSON: ${message}`);
  }
}
