import { existsSync } from 'node:fs';

/** Where distributions put Chromium. */
const places = ['/usr/bin/chromium', '/usr/bin/chromium-browser', '/usr/bin/google-chrome'];

/** The browser of this machine; undefined where there is none. */
export function findChromium() {
  return places.find((place) => existsSync(place));
}

export const noChromium = 'there is no Chromium; on Debian: apt-get install chromium';
