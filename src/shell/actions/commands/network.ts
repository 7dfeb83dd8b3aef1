import type { ShellCommand } from '../../read/reading.ts';
import type { NetworkAction } from '../action.ts';
import { commandUses } from './card-uses.ts';
import { isHostUse, startOf } from './word-uses.ts';

export function networkActions(command: ShellCommand): readonly NetworkAction[] {
  return commandUses(command).flatMap((use) => {
    if (!isHostUse(use)) return [];
    const { access, word } = use;
    const host = word === null ? null : hostOf(startOf(word), word.value !== null);
    return [{ kind: access, host, address: word, command, isSure: true }];
  });
}

/** The host of `https://user@host:443/x`, `user@host:path`, `host:path`, `host/x`; null where the start doesn't tell. */
function hostOf(text: string, isWhole: boolean): string | null {
  const [, scheme = '', rest = ''] = /^([a-z][a-z\d+.-]*:\/\/)?([\s\S]*)$/i.exec(text.slice(0, 2048)) ?? [];
  const [authority = ''] = scheme === '' ? rest.split(/[/:](?!\d+(?:\/|$))/, 1) : rest.split(/[/?#]/, 1);
  const isClosed = isWhole || authority.length < rest.length;
  const host = authority.slice(authority.lastIndexOf('@') + 1);
  const name = host.startsWith('[') ? host.replace(/\].*$/, ']') : host.replace(/:\d*$/, '');
  if (!isClosed || name === '' || /[\s$*]/.test(name)) return null;
  return name.toLowerCase().replace(/\.$/, '');
}
