export { record } from '../builtin/record.ts';
export type { ContentMode, FiringLine, TraceLine } from '../trace/format/lines.ts';
export { traceJsonSchema } from '../trace/format/lines.ts';

export { gatherFirings, type RecordedFiring } from '../trace/read/read-firings.ts';
export { readTrace } from '../trace/read/read-lines.ts';
export type { Recording, RecordOptions } from '../trace/record/record.ts';
