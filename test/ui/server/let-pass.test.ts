import { describe, expect, it } from 'vitest';
import type { RecordedFiring } from '../../../src/trace/read/read-firings.ts';
import { eventRow } from '../../../src/ui/server/event-row.ts';
import { eventDetail } from '../../../src/ui/server/page-server.ts';
import { rowMarks } from '../../../src/ui/wire.ts';

const recorded = (why: string): RecordedFiring =>
  ({
    firing: {
      ...{ id: 'f1', at: '2026-03-03T10:00:00.000Z', session: 's1', agent: null, lineage: [] },
      ...{ point: 'PreToolUse', tool: 'Bash', input: null, folder: null, durationMs: 1 },
      outcome: { decision: null, reason: null, decidedBy: null, modified: false },
    },
    runs: [
      {
        ...{ hook: 'pushes', status: 'ok', place: null, failure: null, changes: [], effects: [] },
        dropped: [{ type: 'deny', why }],
      },
    ],
  }) as unknown as RecordedFiring;

describe('an event on the page', () => {
  it('shows what a person let pass as that, and not as dropped', () => {
    const letPass = recorded('a person allowed it: K7Q2MPX');
    expect(eventRow(letPass).marks).toBe(rowMarks.letPass);
    expect(eventDetail(0, letPass).runs).toMatchObject([
      { letPass: 'a person allowed it: K7Q2MPX', dropped: [] },
    ]);
    const dropped = recorded('only observed');
    expect(eventRow(dropped).marks).toBe(rowMarks.dropped);
    expect(eventDetail(0, dropped).runs).toMatchObject([{ letPass: null, dropped: [{ type: 'deny' }] }]);
  });
});
