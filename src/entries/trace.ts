export { record } from '../builtin/record.ts';
export type { ContentMode } from '../trace/format/content-modes.ts';
export { traceJsonSchema } from '../trace/format/json-schema.ts';
export type { FiringLine, TraceLine } from '../trace/format/lines.ts';

export { gatherFirings, type RecordedFiring } from '../trace/read/read-firings.ts';
export { readTrace } from '../trace/read/read-lines.ts';
export type { Recording, RecordOptions } from '../trace/record/record.ts';
