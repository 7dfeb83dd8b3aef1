import { readFile } from 'node:fs/promises';
import { resolve } from 'node:path';
import { chooseFiles } from '../../../config/load/choose-files.ts';
import { HooklineError } from '../../../engine/values/errors.ts';
import { keepDenied, letPassOnce, waitingAs } from '../../../gateway/exceptions/waiting-call.ts';
import { wantedSetting } from '../../../gateway/host/record-config.ts';
import { openExceptions } from '../../../gateway/state/exceptions/exceptions.ts';
import { waitingCalls, waitingLifeMs } from '../../../gateway/state/exceptions/waiting-calls.ts';
import { testsFromEvents } from '../../../policy-test/replay/event-test.ts';
import { replayEvents } from '../../../policy-test/replay/replay-events.ts';
import { findTraces } from '../../../trace/read/find-traces.ts';
import type { RecordedFiring } from '../../../trace/read/read-firings.ts';
import type { Comparison, PageSource } from '../../../ui/server/page-source.ts';
import type { WaitingCall } from '../../../ui/wire.ts';
import { folderGuards } from '../../doctor/guard-rows.ts';
import type { ApprovalCode } from './approval-code.ts';

const firstPolicy = `hooks:
  PreToolUse:
    - name: no-destruction
      type: builtin
      handler: destructive-commands
      guard: true
`;

export function pageSource(
  named: readonly string[],
  signal: AbortSignal,
  notPerson: string | null,
  approval: ApprovalCode,
): PageSource {
  const edited = editedFile();
  return {
    // The newest first: the page fills from there.
    files: async () => (await findTraces(named)).map(({ path }) => path).toReversed(),
    policy: async () => ({
      file: edited.file,
      text: await readFile(edited.file, 'utf8').catch(() => firstPolicy),
    }),
    compare: (text, events) => compare(edited, text, events, signal),
    tests: async (events) => {
      const { leftOut, ...tests } = await testsFromEvents(events);
      return { ...tests, leftOut: [...leftOut] };
    },
    guard: async () => {
      const { ok, agents, guards, config } = await folderGuards(process.cwd());
      return {
        ok,
        agents: agents.map(({ title, problem }) => ({ title, problem })),
        guards: guards.map(({ name, guarding }) => ({ name, guarding })),
        isRecording: wantedSetting(config.trace, process.env['HOOKLINE_TRACE'] ?? '') !== null,
        broken: config.broken,
        checkedAt: Date.now(),
      };
    },
    waiting: async () => waitingForPerson(notPerson === null),
    answer: async (fingerprint, does, code) => {
      const held = waitingAs(fingerprint);
      if (does === 'deny') keepDenied(held);
      else if (notPerson !== null) throw new HooklineError('option-invalid', notPerson);
      else {
        approval.check(code);
        letPassOnce(held);
      }
    },
  };
}

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
      expires: at + waitingLifeMs,
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
    different: report.different.map(({ id, before, after, hook, rule, reason }) => ({
      ...{ id, before, after, hook, rule, reason },
    })),
  };
}
