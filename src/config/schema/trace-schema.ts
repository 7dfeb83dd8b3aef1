import { z } from 'zod';
import { contentModes } from '../../trace/format/content-modes.ts';
import { choice, flag, text, wants } from '../source/schema-words.ts';

const size = (what: string) =>
  z.number({ error: wants(what) }).refine((value) => value > 0, { error: wants(what) });

const fields = {
  content: choice(contentModes)
    .optional()
    .describe('How much of what agents and hooks say is recorded.')
    .meta({ default: 'redacted' }),
  folder: text('a folder')
    .optional()
    .describe(
      "The folder of the record, relative to this file. Default: `traces` in hookline's state folder.",
    ),
  maxDays: size('a number of days')
    .optional()
    .describe('Files that were not written to for so many days are deleted.')
    .meta({ default: 30 }),
  maxSize: size('a number of MiB')
    .optional()
    .describe('The size of all files together, in MiB, above which the oldest are deleted.')
    .meta({ default: 1024 }),
  maxFileSize: size('a number of MiB')
    .optional()
    .describe('The size, in MiB, at which a session goes on in another file.')
    .meta({ default: 64 }),
};

export const traceKeys: readonly string[] = Object.keys(fields);

/** `trace:` of a file. */
export const traceSchema = z
  .union([flag(), z.strictObject(fields)], { error: wants('true, false or an object') })
  .optional()
  .describe(
    'Record every event, decision and run of a hook, in `hookline run` and where agents call. A lower level cannot switch off or change what a higher one set.',
  );

export type TraceSection = z.output<typeof traceSchema>;
