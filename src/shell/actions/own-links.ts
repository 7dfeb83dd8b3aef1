import { basename, dirname, join, relative } from 'node:path';
import { absolutePath } from '../../files/real-path.ts';
import { isWithin } from '../../files/within.ts';
import type { Action, PathAction } from './action.ts';
import { type PathText, wholeText } from './path-text.ts';

interface OwnLink {
  readonly by: PathAction['command'];
  readonly link: string;
  readonly target: string;
}

/** More links of one line are unlikely; the first count. */
const maxLinks = 32;

/** The actions of a line, and those on what its own links lead to: `ln -s ~ h; rm h/x`. */
export function throughOwnLinks(actions: readonly Action[]): readonly Action[] {
  const links: OwnLink[] = [];
  return actions.flatMap((action): readonly Action[] => {
    if (!('path' in action)) return [action];
    const led = links.length === 0 ? [] : ledElsewhere(action, links);
    if (action.isLink === true && links.length < maxLinks) links.push(...linksMade(action));
    return led.length === 0 ? [action] : [action, ...led];
  });
}

function ledElsewhere(action: PathAction, links: readonly OwnLink[]): readonly PathAction[] {
  const places = placesOf(action.path, action.folders);
  return links.flatMap(({ link, target, by }) =>
    places
      .filter((place) => by !== action.command && isWithin(place, link))
      .map((place) => ({ ...action, path: [join(target, relative(link, place))], folders: ['/'] })),
  );
}

/** In a folder that is there, a link gets the name of what it leads to. */
function linksMade({ path, folders, copied = [], command: by }: PathAction): readonly OwnLink[] {
  return placesOf(path, folders).flatMap((place) =>
    copied.flatMap((source) =>
      [...placesOf(source, folders), ...placesOf(source, [dirname(place)])].flatMap((target) => [
        { by, link: place, target },
        { by, link: join(place, basename(target)), target },
      ]),
    ),
  );
}

function placesOf(path: PathText, folders: readonly (string | null)[]): readonly string[] {
  const text = wholeText(path);
  if (text === null || text === '') return [];
  return folders.flatMap((folder) => (folder === null ? [] : [absolutePath(text, folder)]));
}
