export { record } from '../builtin/record.ts';
export { traceJsonSchema } from '../trace/format/json-schema.ts';
export {
  type Change,
  type ContentMode,
  contentModes,
  type FiringLine,
  type LostLine,
  lineSchemas,
  type RunLine,
  type TraceLine,
  traceVersion,
  type WriterLine,
} from '../trace/format/lines.ts';
export { gatherFirings, type RecordedFiring } from '../trace/read/read-firings.ts';
export { type RawLine, readTrace } from '../trace/read/read-lines.ts';
export type { Recording, RecordOptions } from '../trace/record/record.ts';
