import { existsSync } from 'node:fs';

/** Where distributions put Chromium. */
const places = [
  '/usr/bin/chromium',
  '/usr/bin/chromium-browser',
  '/usr/bin/google-chrome',
  '/Applications/Google Chrome.app/Contents/MacOS/Google Chrome',
];

/** The browser of this machine: `CHROMIUM_PATH`, or where it usually is. Undefined where there is none. */
export function findChromium() {
  const { CHROMIUM_PATH: given } = process.env;
  return (given ? [given] : places).find((place) => existsSync(place));
}

export const noChromium =
  'there is no Chromium; on Debian: apt-get install chromium. Elsewhere: set CHROMIUM_PATH';
