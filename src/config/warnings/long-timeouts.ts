/**
 * Whether a number of seconds was probably meant as milliseconds. People write 500 for half a second; whoever means minutes
 * writes 300, 600 or 900.
 */
export function seemsMilliseconds(seconds: number): boolean {
  return seconds > 3600 || (seconds >= 200 && seconds % 50 === 0 && seconds % 60 !== 0);
}
