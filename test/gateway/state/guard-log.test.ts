import { mkdirSync, readdirSync, statSync, symlinkSync, utimesSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { quietOutcome, type Run } from '../../../src/engine/outcome/outcome.ts';
import { pointNamed } from '../../../src/engine/points/point.ts';
import { readGuards, writeGuards } from '../../../src/gateway/state/guards/guard-log.ts';
import { GuardNotes } from '../../../src/gateway/state/guards/guard-notes.ts';
import { foldGuards, type GuardState } from '../../../src/gateway/state/guards/guard-state.ts';
import { Scratch } from '../../support/scratch.ts';
import { fc, runs } from '../../support/seed.ts';

const old = process.env['XDG_STATE_HOME'];
let root: string;
beforeEach(() => {
  const { path } = new Scratch();
  process.env['XDG_STATE_HOME'] = path;
  root = join(path, 'hookline', 'guards');
});
afterEach(() => {
  if (old === undefined) delete process.env['XDG_STATE_HOME'];
  else process.env['XDG_STATE_HOME'] = old;
});

const state = (wanted: Partial<GuardState> = {}): GuardState => ({
  hook: 'project:guard',
  file: '/p/hookline.yaml',
  ran: 1,
  lastRan: 10,
  lastDenied: null,
  lastFailed: null,
  failure: null,
  lastDropped: null,
  drop: null,
  ...wanted,
});

const run = (wanted: Partial<Run>): Run => ({
  id: null,
  hook: 'project:guard',
  status: 'ok',
  failure: null,
  error: null,
  durationMs: null,
  effects: [],
  dropped: [],
  ...wanted,
});

describe('what guards did', () => {
  it('is noted of each run: when it ran, denied, failed and why, and what was not obeyed', () => {
    const notes = new GuardNotes();
    const runs = [
      run({}),
      run({ effects: [{ type: 'deny', reason: 'no' }] }),
      run({ hook: 'broken', status: 'failed', failure: 'timeout', error: 'took too long' }),
      run({ hook: 'lost', dropped: [{ type: 'allow', reason: null, why: 'it only observes' }] }),
      run({ hook: 'excused', dropped: [{ type: 'deny', reason: 'no', why: 'excused' }] }),
      run({ hook: 'skipped', status: 'skipped' }),
    ];
    const outcome = quietOutcome(pointNamed('PreToolUse'), null, runs);
    const before = Date.now();
    notes.add(
      outcome,
      (hook) => (hook === 'lost' ? null : '/p/hookline.yaml'),
      (why) => why === 'excused',
    );
    const found = new Map(readGuards().map((one) => [one.hook, one]));
    expect([...found.keys()].sort()).toEqual(['broken', 'excused', 'lost', 'project:guard']);
    expect(found.get('project:guard')).toMatchObject({
      ran: 2,
      lastFailed: null,
      file: '/p/hookline.yaml',
    });
    expect(found.get('project:guard')?.lastDenied).toBeGreaterThanOrEqual(before);
    expect(found.get('broken')).toMatchObject({ failure: 'timeout: took too long', lastDenied: null });
    expect(found.get('lost')).toMatchObject({ drop: 'allow: it only observes', file: null });
    expect(found.get('excused')).toMatchObject({ ran: 1, lastDropped: null, lastDenied: null });
  });

  it('is the same in whatever pieces it was written, whatever was folded between', () => {
    const one = fc.record({
      hook: fc.constantFrom('a', 'b', 'c'),
      ran: fc.nat(5),
      lastRan: fc.nat(1000),
      lastDenied: fc.option(fc.nat(1000)),
    });
    fc.assert(
      fc.property(fc.array(fc.array(one.map(state), { maxLength: 4 }), { maxLength: 8 }), (pieces) => {
        process.env['XDG_STATE_HOME'] = new Scratch().path;
        for (const piece of pieces) writeGuards(piece);
        expect(readGuards()).toEqual(foldGuards(pieces.flat()));
      }),
      { numRuns: runs(30, 600) },
    );
  });

  it('stays small, and forgets no count', () => {
    const failure = 'x'.repeat(300);
    const piece = Array.from({ length: 40 }, (_, index) =>
      state({ hook: `hook ${index}`, failure, lastFailed: 1 }),
    );
    for (let round = 1; round <= 30; round += 1) writeGuards(piece);
    const found = readGuards();
    expect(found).toHaveLength(40);
    expect(found.map(({ ran }) => ran)).toEqual(found.map(() => 30));
    const names = readdirSync(root);
    expect(names.filter((name) => name.startsWith('sum'))).toEqual(['sum.json']);
    expect(names.reduce((bytes, name) => bytes + statSync(join(root, name)).size, 0)).toBeLessThan(300_000);
  });

  it('is remembered of the hooks that ran last', () => {
    writeGuards(Array.from({ length: 600 }, (_, index) => state({ hook: `h${index}`, lastRan: index })));
    const found = readGuards();
    expect([found.length, found[0]?.hook, found.at(-1)?.hook]).toEqual([500, 'h599', 'h100']);
  });

  it('is counted once though a process was killed while it folded', () => {
    mkdirSync(root, { recursive: true });
    const line = `${JSON.stringify(state())}\n`;
    // Folded already, and not yet removed.
    writeFileSync(join(root, 'log-1-1-a.jsonl'), line);
    // Put aside, and not yet folded.
    writeFileSync(join(root, 'log-2-1-b.jsonl'), line);
    writeFileSync(join(root, 'sum.json'), JSON.stringify({ guards: [state()], folded: ['log-1-1-a.jsonl'] }));
    for (const name of ['.sum.json.1-1-1.draft', 'sum.lock']) {
      writeFileSync(join(root, name), '{"guards": [');
      utimesSync(join(root, name), 1, 1);
    }
    // Torn by a full disk.
    writeFileSync(join(root, 'log.jsonl'), `${line}{"hook":"project:gua`);
    expect(readGuards()).toMatchObject([{ ran: 3 }]);
    writeGuards(Array.from({ length: 1000 }, () => state({ hook: 'many' })));
    expect(readGuards().find(({ hook }) => hook === 'project:guard')).toMatchObject({ ran: 3 });
    expect(readdirSync(root).sort()).toEqual(['sum.json']);
  });

  it('is for the user alone, and not written behind a link', () => {
    mkdirSync(join(root, '..'), { recursive: true, mode: 0o755 });
    writeGuards([state()]);
    expect(statSync(join(root, '..')).mode & 0o777).toBe(0o700);
    expect(statSync(join(root, 'log.jsonl')).mode & 0o777).toBe(0o600);
    const other = new Scratch().path;
    process.env['XDG_STATE_HOME'] = other;
    mkdirSync(join(other, 'hookline', 'guards'), { recursive: true });
    writeFileSync(join(other, 'mine'), '');
    symlinkSync(join(other, 'mine'), join(other, 'hookline', 'guards', 'log.jsonl'));
    expect(() => writeGuards([state()])).toThrow('ELOOP');
    expect(statSync(join(other, 'mine')).size).toBe(0);
    // A note that cannot be written is nobody's problem.
    new GuardNotes().add(
      quietOutcome(pointNamed('PreToolUse'), null, [run({})]),
      () => null,
      () => false,
    );
  });
});
