import { z } from 'zod';
import { once } from '../../builtin/once.ts';
import { contentModes } from '../../trace/format/lines.ts';
import { choice, flag, may, text, wants } from '../source/schema-words.ts';

const size = (what: string) =>
  z.number({ error: wants(what) }).refine((value) => value > 0, { error: wants(what) });

const fields = once(() => ({
  content: may(choice(contentModes), 'How much of what agents and hooks say is recorded.', 'redacted'),
  folder: may(
    text('a folder'),
    "The folder of the trace, relative to this file. Default: `traces` in hookline's state folder.",
  ),
  maxDays: may(size('a number of days'), 'Files that were not written to for so many days are deleted.', 30),
  maxSize: may(
    size('a number of MiB'),
    'The size of all files together, in MiB, above which the oldest are deleted.',
    1024,
  ),
  maxFileSize: may(
    size('a number of MiB'),
    'The size, in MiB, at which a session goes on in another file.',
    64,
  ),
}));

export const traceSchema = () =>
  may(
    z.union([flag(), z.strictObject(fields())], { error: wants('true, false or an object') }),
    'Record every event, decision and run of a hook, in `hookline run` and where agents call. A lower level cannot switch off or change what a higher one set.',
  );

export type TraceSection = z.output<ReturnType<typeof traceSchema>>;
