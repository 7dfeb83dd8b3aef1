import { readFile } from 'node:fs/promises';
import { resolve } from 'node:path';
import { chooseFiles } from '../../../config/load/choose-files.ts';
import { HooklineError } from '../../../engine/values/errors.ts';
import { keepDenied, letPassOnce, waitingAs } from '../../../gateway/exceptions/waiting-call.ts';
import { openExceptions } from '../../../gateway/state/exceptions/exceptions.ts';
import { waitingCalls } from '../../../gateway/state/exceptions/waiting-calls.ts';
import { findTraces } from '../../../trace/read/find-traces.ts';
import type { RecordedFiring } from '../../../trace/read/read-firings.ts';
import type { Comparison, PageSource } from '../../../ui/server/page-source.ts';
import type { WaitingCall } from '../../../ui/wire.ts';
import { replayEvents } from '../../replay/replay-events.ts';
import { whyNoPerson } from '../people/person.ts';

/** What the page begins with where there is no configuration yet. */
const firstPolicy = `hooks:
  PreToolUse:
    - name: no-destruction
      type: builtin
      handler: destructive-commands
      guard: true
`;

/** The record and the configuration of this folder, for the page. */
export function pageSource(named: readonly string[], signal: AbortSignal): PageSource {
  const edited = editedFile();
  // Asked at the start: whoever started this may have ended since.
  const notPerson = whyNoPerson('Letting a call pass in hookline ui');
  return {
    // The newest first: the page fills from there.
    files: async () => (await findTraces(named)).map(({ path }) => path).toReversed(),
    policy: async () => ({
      file: edited.file,
      text: await readFile(edited.file, 'utf8').catch(() => firstPolicy),
    }),
    compare: (text, events) => compare(edited, text, events, signal),
    waiting: async () => waitingForPerson(notPerson === null),
    answer: async (fingerprint, does) => {
      const held = waitingAs(fingerprint);
      if (does === 'deny') keepDenied(held);
      else if (notPerson !== null) throw new HooklineError('option-invalid', notPerson);
      else letPassOnce(held);
    },
  };
}

/** What waits, and what a person has let pass that did not happen yet. */
function waitingForPerson(mayPassHere: boolean): readonly WaitingCall[] {
  const open = new Map(
    openExceptions().flatMap((one) =>
      one.kind === 'call' ? [[one.call.fingerprint, one.expires] as const] : [],
    ),
  );
  return waitingCalls().map(
    ({ code, fingerprint, at, product, tool, preview, folder, kind, guards, reason }) => ({
      code,
      fingerprint,
      at,
      product,
      tool,
      preview,
      folder,
      reason,
      hooks: [...new Set(guards.map(({ hook }) => hook))],
      decision: kind,
      passesUntil: open.get(fingerprint) ?? null,
      mayPassHere,
    }),
  );
}

interface EditedFile {
  readonly file: string;
  readonly files: readonly string[];
  readonly levels: boolean;
}

/** The configuration nearest to this folder, among all that count. */
function editedFile(): EditedFile {
  const { files, levels } = chooseFiles(undefined);
  const file = files.at(-1) ?? resolve('hookline.yaml');
  return { file, files: files.length === 0 ? [file] : files, levels };
}

async function compare(
  { file, files, levels }: EditedFile,
  text: string,
  events: AsyncIterable<RecordedFiring>,
  signal: AbortSignal,
): Promise<Comparison> {
  const chosen = { files, levels };
  const report = await replayEvents(events, { chosen, signal, texts: new Map([[file, text]]) });
  return {
    events: report.events,
    same: report.same,
    notReplayable: report.notReplayable,
    reasons: [...report.reasons],
    different: report.different.map(({ id, before, after, hook, reason }) => ({
      id,
      before,
      after,
      hook,
      reason,
    })),
  };
}
