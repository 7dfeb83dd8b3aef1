/** Grows when a line of this version could be misread by a reader of the last one. New fields and types do not count. */
export const traceVersion = 1;
