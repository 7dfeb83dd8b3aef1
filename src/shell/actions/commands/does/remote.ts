import { basename } from 'node:path';
import type { ShellWord } from '../../../read/reading.ts';
import { belowOf, type CardCall, has } from '../card-call.ts';
import { optionUses } from '../plain-uses.ts';
import {
  addressedFiles,
  behind,
  type CommandUse,
  everything,
  guesses,
  hosts,
  inFolder,
  plainWord,
  startOf,
  uses,
  type WordUse,
} from '../word-uses.ts';
import { endsOf, written } from './copies.ts';

/** `host:path`, `user@host:path`, `rsync://host/path`. */
export function isRemote(word: ShellWord): boolean {
  const [first, second] = word.pieces;
  const isHost = first?.kind === 'unknown' && second?.kind === 'text' && /^[\w.-]*:/.test(second.text);
  return isHost || /^[^/.~:][^/:]*(?:\/[^/:]+)?:/.test(startOf(word));
}

/** What another machine, or a container, may write there: everything below, too. */
export function sharing(words: readonly ShellWord[]): readonly WordUse[] {
  return uses('write', words, everything).map((use) => ({ ...use, shares: true, guessed: true }));
}

/** `rsync`, `scp`, `sftp`: copies, where either end may be on another machine. */
export function syncs(call: CardCall): readonly CommandUse[] {
  const { sources, targets } = endsOf(call);
  const rest = [...optionUses(call), ...(call.given.unknown.length > 0 ? guesses(call.words) : [])];
  const [only] = targets;
  // `sftp host`, `rsync folder`.
  if (sources.length === 0 && only !== undefined)
    return [
      ...(call.card.slots[0]?.role === 'host' || isRemote(only) ? hosts([only]) : uses('list', [only])),
      ...rest,
    ];
  const below = belowOf(call);
  const near = sources.filter((word) => !isRemote(word));
  const far = sources.filter(isRemote);
  const places = targets.filter((word) => !isRemote(word));
  const whole = below === null ? [] : places.flatMap((target) => fromElsewhere(far, target));
  return [
    ...uses('read', near, below),
    ...(has(call, call.card.deletes) ? uses('delete', near, below) : []),
    ...far.map((word) => ({ access: 'fetch', word }) as const),
    ...targets.filter(isRemote).map((word) => ({ access: 'send', word }) as const),
    ...written({ sources: [...near, ...far.map(pathOf)], targets: places }, call),
    ...whole,
    ...(call.given.flags.size > 0 && [...call.given.flags].some((flag) => /^--del/.test(flag))
      ? uses('delete', places, everything)
      : []),
    ...rest,
  ];
}

function pathOf(word: ShellWord): ShellWord {
  return behind(word, startOf(word).indexOf(':') + 1);
}

/** `scp -r host:folder .`: what is in it is unknown. */
function fromElsewhere(sources: readonly ShellWord[], target: ShellWord): readonly WordUse[] {
  return sources.flatMap((word) => {
    const from = pathOf(word);
    const isOfContents = from.value === null || /(?:^|\/)\.?$|[*?]/.test(from.value);
    return sharing(isOfContents ? [target] : inFolder(target, from));
  });
}

/** Options of a program that fetches: what it sends, and where it writes what it gets. */
export function transfers(call: CardCall): readonly CommandUse[] {
  const { given, card } = call;
  const addresses = given.operands.concat(
    given.values.flatMap(({ role, word }) => (role === 'host' ? [word] : [])),
  );
  const sent = given.values.flatMap(({ option, word }) => sentFiles(option, word));
  const isSending =
    sent.length > 0 || given.values.some(({ option, role }) => role === 'text' && dataOptions.test(option));
  const folders = given.values.flatMap(({ option, word }) => (folderOptions.test(option) ? [word] : []));
  const isNamed = given.values.some(({ role, option }) => role === 'write' && !folderOptions.test(option));
  // `wget` writes what it gets under the address's name; `curl` with an option.
  const isKept = !isNamed && (card.here === true || has(call, ['-O', '--remote-name', '--remote-name-all']));
  const place = folders[0] ?? plainWord('.');
  const kept = isKept ? addresses.flatMap((word) => keptAs(place, word)) : [];
  const isWhole = has(call, ['-r', '-m', '--recursive', '--mirror']) && card.here === true;
  const options = optionUses({
    ...call,
    given: { ...given, values: given.values.filter(({ role }) => role !== 'host') },
  });
  const named = options.flatMap((use) =>
    use.access === 'write' && use.word !== null && folders[0] !== undefined && !folders.includes(use.word)
      ? [use, ...uses('write', inFolder(folders[0], use.word))]
      : [use],
  );
  return [
    ...addresses.map((word) => ({ access: 'fetch', word }) as const),
    ...addresses.flatMap(addressedFiles),
    ...uses('read', sent),
    ...(isSending ? addresses.map((word) => ({ access: 'send', word }) as const) : []),
    ...named,
    ...uses('write', kept),
    ...(isWhole ? sharing([place]) : []),
    ...(given.unknown.length > 0 ? guesses(call.words) : []),
  ];
}

const dataOptions =
  /^(?:-d|-F|-T|--(?:data|form|json|upload-file|post-data|post-file|body-data|body-file).*)$/;
const folderOptions = /^(?:--output-dir|-P|--directory-prefix)$/;

/** `-d @file`, `-F field=@file`, `-F field=<file`, `-T file`. */
function sentFiles(option: string, word: ShellWord): readonly ShellWord[] {
  if (/^(?:-T|--upload-file|--post-file|--body-file)$/.test(option)) return [word];
  const form = /^(?:-F|--form)$/.test(option) ? /^[^=]*=[@<]/ : /^[^=@]*@/;
  if (
    !/^(?:-d|-F|-b|-H|--(?:data|form|json|header|cookie|expand-data|url-query).*)$/.test(option) ||
    option === '--data-raw'
  )
    return [];
  const [start] = form.exec(startOf(word)) ?? [];
  return start === undefined ? [] : [behind(word, start.length)];
}

function keptAs(folder: ShellWord, address: ShellWord): readonly ShellWord[] {
  if (address.value === null) return [];
  const name = basename(address.value.replace(/[?#].*$/, '').replace(/^[a-z]+:\/\/[^/]*\/?/, ''));
  return inFolder(folder, plainWord(name === '' ? 'index.html' : name));
}
