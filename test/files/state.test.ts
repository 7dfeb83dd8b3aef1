import {
  chmodSync,
  existsSync,
  mkdirSync,
  readdirSync,
  statSync,
  symlinkSync,
  utimesSync,
  writeFileSync,
} from 'node:fs';
import { dirname, join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { LineLog } from '../../src/files/line-log.ts';
import { SessionNotes } from '../../src/files/state/session-notes.ts';
import {
  appendStateLines,
  jsonLines,
  privateFolder,
  readStateEnd,
  readStateFile,
  writeStateFile,
} from '../../src/files/state/state-file.ts';
import { folderOfUser, stateRoot } from '../../src/files/state/state-folder.ts';
import { StateLog } from '../../src/files/state/state-log.ts';
import { Scratch } from '../support/scratch.ts';

const before = process.env['XDG_STATE_HOME'];
beforeEach(() => {
  process.env['XDG_STATE_HOME'] = new Scratch().path;
});
afterEach(() => {
  if (before === undefined) delete process.env['XDG_STATE_HOME'];
  else process.env['XDG_STATE_HOME'] = before;
});

describe('the state folder', () => {
  it("is the user's alone, even if it was open before", () => {
    mkdirSync(stateRoot(), { recursive: true });
    chmodSync(stateRoot(), 0o777);
    const folder = privateFolder('notes');
    for (const path of [stateRoot(), folder]) expect(statSync(path).mode & 0o777).toBe(0o700);
  });

  it('is refused as a link: another user could choose where it leads', () => {
    mkdirSync(stateRoot(), { recursive: true });
    symlinkSync(new Scratch().path, join(stateRoot(), 'notes'));
    expect(() => privateFolder('notes')).toThrow('is not a folder');
  });

  it('is not one that a project names by a relative path', () => {
    process.env['XDG_STATE_HOME'] = 'state';
    expect(folderOfUser('XDG_STATE_HOME', '.local', 'state')).toMatch(/^\/.*\.local\/state$/);
  });
});

describe('a state file', () => {
  it('is never read through a link, and missing is null', () => {
    const folder = privateFolder('x');
    symlinkSync('/etc/passwd', join(folder, 'link'));
    expect(() => readStateFile(join(folder, 'link'))).toThrow('ELOOP');
    expect(readStateFile(join(folder, 'none'))).toBe(null);
  });

  it('is replaced as a whole, and leaves no draft behind', () => {
    const file = join(privateFolder('x'), 'f');
    writeStateFile(file, 'one');
    writeStateFile(file, 'two', { lasting: true });
    expect(readStateFile(file)).toBe('two');
    expect(readdirSync(dirname(file))).toEqual(['f']);
    expect(statSync(file).mode & 0o777).toBe(0o600);
  });

  it('gets a new line after a torn one', () => {
    const file = join(privateFolder('x'), 'f');
    writeFileSync(file, '{"a":1}\n{"b"');
    appendStateLines(file, '{"c":3}\n');
    expect(jsonLines(readStateFile(file) ?? '')).toEqual([{ a: 1 }, { c: 3 }]);
    expect(readStateEnd(file, 8)).toBe('{"c":3}\n');
  });
});

describe('SessionNotes', () => {
  const day = 86_400_000;

  it('keeps a note per session, creates it once, and gives it away once', () => {
    const notes = new SessionNotes('notes');
    expect(notes.create(['s', '1'], 'a')).toBe(true);
    expect(notes.create(['s', '1'], 'b')).toBe(false);
    notes.append(['s', '2'], 'x\n');
    expect([notes.read(['s', '1']), notes.take(['s', '1']), notes.take(['s', '1'])]).toEqual([
      'a',
      'a',
      null,
    ]);
    notes.remove(['s', '2']);
    expect(notes.read(['s', '2'])).toBe(null);
  });

  it('deletes notes of a month ago, and no file of others', () => {
    const notes = new SessionNotes('notes');
    notes.write(['old'], 'a');
    const folder = join(stateRoot(), 'notes');
    const [name = ''] = readdirSync(folder);
    writeFileSync(join(folder, 'mine.txt'), '');
    const time = new Date(Date.now() - 31 * day);
    for (const file of [name, 'mine.txt']) utimesSync(join(folder, file), time, time);
    notes.write(['new'], 'b');
    expect(notes.read(['old'])).toBe(null);
    expect(existsSync(join(folder, 'mine.txt'))).toBe(true);
  });
});

it('StateLog puts full files aside, reads all of them in order, and bounds what it keeps', () => {
  const log = new StateLog('logs', 'calls', 200);
  for (let number = 0; number < 100; number += 1) log.append({ number });
  const numbers = log.lines().map((line) => (line as { number: number }).number);
  expect(numbers.at(-1)).toBe(99);
  expect(numbers).toEqual([...numbers].sort((left, right) => left - right));
  expect(numbers.length).toBeLessThan(100);
});

it('LineLog rotates at its size, and keeps as many old files as asked', async () => {
  const folder = new Scratch().path;
  const log = new LineLog(join(folder, 'deep/audit.jsonl'), 50, 2);
  for (let number = 0; number < 20; number += 1) await log.append('x'.repeat(30));
  expect(readdirSync(join(folder, 'deep')).filter((name) => name !== 'audit.jsonl')).toHaveLength(2);
});
