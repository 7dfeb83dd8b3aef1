import { describe, expect, it } from 'vitest';
import { readShell } from '../../src/shell/read/read-shell.ts';
import { fc, runs } from '../support/seed.ts';
import { shellLine, stubs } from './differential/lines.ts';
import { isNamed } from './differential/named.ts';
import { RealShell } from './differential/real-shell.ts';

describe('what a real bash runs', () => {
  const shell = new RealShell(stubs);

  it('was named by the reader, or it had said that it cannot tell', { timeout: 3_600_000 }, () => {
    let told = 0;
    const numRuns = runs(150, 20_000);
    fc.assert(
      fc.property(shellLine, (line) => {
        const reading = readShell(line);
        if (reading.doubts.length === 0) told += 1;
        expect(shell.run(line).filter((call) => !isNamed(reading, call))).toEqual([]);
      }),
      { numRuns },
    );
    // A reader that can tell nothing would pass, too.
    expect(told / numRuns).toBeGreaterThan(0.3);
  });
});
