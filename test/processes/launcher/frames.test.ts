import { expect, it } from 'vitest';
import {
  createFrameReader,
  encodeFrame,
  type FrameType,
  frame,
} from '../../../src/processes/launcher/frames.ts';
import { fc } from '../../support/seed.ts';

it('gives every frame back, however the bytes are cut', () => {
  const frames = fc.array(
    fc.record({
      type: fc.constantFrom<FrameType>(...Object.values(frame)),
      run: fc.nat(0xffff_ffff),
      body: fc.uint8Array({ maxLength: 50 }),
    }),
    { maxLength: 20 },
  );
  fc.assert(
    fc.property(frames, fc.array(fc.integer({ min: 1, max: 40 }), { minLength: 1 }), (sent, cuts) => {
      const received: unknown[] = [];
      const read = createFrameReader((type, run, body) => received.push({ type, run, body: [...body] }));
      const bytes = Buffer.concat(sent.map(({ type, run, body }) => encodeFrame(type, run, body)));
      for (let at = 0, cut = 0; at < bytes.length; cut += 1) {
        const size = cuts[cut % cuts.length] ?? 1;
        read(bytes.subarray(at, at + size));
        at += size;
      }
      expect(received).toEqual(sent.map((one) => ({ ...one, body: [...one.body] })));
    }),
  );
});

it('carries a number as four bytes', () => {
  const received: number[] = [];
  createFrameReader((_, run, body) => received.push(run, body.readUInt32LE(0)))(
    encodeFrame(frame.started, 7, 4_000_000_000),
  );
  expect(received).toEqual([7, 4_000_000_000]);
});
