import type { Hooks } from '../engine/hooks/hooks.ts';
import { type Recording, type RecordOptions, startRecording } from '../trace/record/record.ts';

export function record(hooks: Hooks, options: RecordOptions = {}): Recording {
  const redact = async () => (await import('./secrets/redact-value.ts')).loadRedaction();
  return startRecording(hooks, { ...options, redact });
}
