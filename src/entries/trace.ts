export { record } from '../builtin/record.ts';
export { type ContentMode, contentModes } from '../trace/format/content-modes.ts';
export { traceJsonSchema } from '../trace/format/json-schema.ts';
export {
  type Change,
  type FiringLine,
  type LostLine,
  lineSchemas,
  type RunLine,
  type TraceLine,
  type WriterLine,
} from '../trace/format/lines.ts';
export { traceVersion } from '../trace/format/version.ts';
export { gatherFirings, type RecordedFiring } from '../trace/read/read-firings.ts';
export { type RawLine, readTrace } from '../trace/read/read-lines.ts';
export type { Recording, RecordOptions } from '../trace/record/record.ts';
