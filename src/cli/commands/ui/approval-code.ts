import { randomInt, timingSafeEqual } from 'node:crypto';
import { wrongCall } from '../../command.ts';

const digits = 6;
const maxWrong = 5;

/** Only the terminal that started the page shows this code: a program that finds the page's address can't approve a call. */
export class ApprovalCode {
  readonly text = String(randomInt(10 ** digits)).padStart(digits, '0');
  #wrong = 0;

  check(given: string): void {
    if (this.#wrong >= maxWrong) throw wrongCall('too many wrong codes: start hookline ui again');
    const [expected, actual] = [Buffer.from(this.text), Buffer.from(given.trim())];
    if (actual.length === expected.length && timingSafeEqual(actual, expected)) return;
    this.#wrong += 1;
    throw wrongCall('wrong code: enter the one that hookline ui shows in the terminal where you started it');
  }
}
