import { givenWords } from '../../../shell/options.ts';
import { hasFlag, spelling, writes } from '../../../shell/queries.ts';
import type { ShellCommand, ShellWord } from '../../../shell/reading.ts';
import { targetsOf } from '../removed-paths.ts';
import { type LinePlace, sourceOf, type Test } from '../rule.ts';
import { isSearch } from '../searches.ts';

import { removeOptions } from './removing.ts';

const empty: ShellWord = {
  value: '',
  pieces: [],
  splits: false,
  choices: [],
  source: '',
  span: { start: 0, end: 0 },
};

/** Moving away, or writing over, what cannot be made anew. */
export const lose: Test = (command, place) => {
  if (command.name === 'mv') {
    const { operands } = givenWords(removeOptions, command.words);
    const isLost = spelling(operands.at(-1) ?? empty) === '/dev/null';
    const targets = targetsOf(operands.slice(0, -1), command, place);
    const bad = targets.find((target) => ['project', 'home', 'system'].includes(target));
    // Where the line is by then may be anywhere, the project included.
    const isHere =
      targets.includes('unknown') && operands.some((word) => /^\.{1,2}\/?$|^\*$/.test(spelling(word)));
    if (isLost || isHere || bad !== undefined)
      return {
        about: sourceOf(command, place.reading),
        ...(bad !== undefined && { severity: 'deny' as const }),
      };
  }
  const written = writes(command).flatMap((word) =>
    targetsOf([word], command, place).map((target) => [target, spelling(word)] as const),
  );
  const system = written.find(
    ([target, text]) => target === 'system' && !/^\/dev\/|^\/(?:proc|sys)\//.test(text),
  );
  if (system !== undefined) return { about: sourceOf(command, place.reading), severity: 'deny' };
  const byWords = writtenBy(command).flatMap((word) =>
    targetsOf([word], command, place).map((target) => [target, spelling(word)] as const),
  );
  const isHome = [...written, ...byWords].some(
    ([target, text]) => target === 'outside' && /\/\.\w+rc$|\/\.\w*profile$/.test(text),
  );
  return isHome || writtenBy(command).some((word) => isKept(word, command, place))
    ? { about: sourceOf(command, place.reading) }
    : null;
};

/** The files that a command writes over, by its words. */
function writtenBy(command: ShellCommand): readonly ShellWord[] {
  const { name, words } = command;
  const operands = words.filter((word) => !/^-/.test(spelling(word)));
  if (/^(?:cp|mv|install|ln|rsync|gcp|gmv)$/.test(name))
    return operands.length > 1 ? operands.slice(operands.at(-1)?.value === null ? 1 : -1) : [];
  if (/^(?:tee|sponge)$/.test(name)) return operands;
  if (name === 'truncate') return operands;
  if (/^(?:sort|curl|wget|gcc|cc|clang|go|openssl|jq|yq|pandoc)$/.test(name))
    return words.filter((_, at) =>
      /^(?:-[a-zA-Z]*[oO]|-out|--output|--output-document)$/.test(spelling(words[at - 1] ?? empty)),
    );
  if (/^g?sed$/.test(name)) return hasFlag(command, '-i', '--in-place') === 'yes' ? operands.slice(1) : [];
  if (isSearch(command))
    return words.filter((_, at) => /^-f(?:print|printf|print0|ls)$/.test(spelling(words[at - 1] ?? empty)));
  return [];
}

/** Whether a word names a file that the system needs as it is. */
function isKept(word: ShellWord, command: ShellCommand, place: LinePlace): boolean {
  const path = spelling(word);
  return (
    targetsOf([word], command, place).includes('system') &&
    /^\/(?:etc|boot|bin|sbin|lib|usr|var\/(?:log|lib|spool))(?:\/|$)/.test(path) &&
    !/^\/usr\/local\//.test(path)
  );
}

/** `tar --remove-files` puts away what it has packed. */
export const packed: Test = (command, place) => {
  if (!/^(?:g|bsd)?tar$/.test(command.name) || hasFlag(command, '--remove-files') !== 'yes') return null;
  const isBad = targetsOf(
    command.words.filter((word) => !/^-/.test(spelling(word))),
    command,
    place,
  ).some((target) => !/^(?:rebuilt|temporary|single|system)$/.test(target));
  return isBad ? { about: sourceOf(command, place.reading) } : null;
};

/** Unpacking over the folders of the system. */
export const unpacked: Test = (command, { reading }) => {
  const words = command.words.map(spelling);
  const isTar = /^(?:g|bsd)?tar$/.test(command.name);
  const extracts =
    isTar && (hasFlag(command, '-x', '--extract', '--get') === 'yes' || /^[a-zA-Z]*x/.test(words[0] ?? ''));
  if (!extracts && command.name !== 'unzip') return null;
  const option = isTar ? /^(?:-C|--directory(?:=|$))/ : /^-d/;
  const isOver = words.some((word, at) => {
    if (!option.test(word)) return false;
    const folder = word.replace(option, '') || (words[at + 1] ?? '');
    return /^\/+\.?$|^\/(?:etc|boot|bin|sbin|lib|usr(?!\/local)|var\/(?:log|lib|spool))(?:\/|$)/.test(folder);
  });
  return isOver ? { about: sourceOf(command, reading) } : null;
};

/** What one place gets from another, and loses what the other does not have. */
export const mirror: Test = (command, place) => {
  if (
    command.name !== 'rsync' ||
    hasFlag(command, '--delete', '--delete-after', '--delete-before', '--delete-excluded') !== 'yes'
  )
    return null;
  const to = command.words.filter((word) => !/^-/.test(spelling(word))).slice(-1);
  const isBad = targetsOf(to, command, place).some(
    (target) => !/^(?:rebuilt|temporary|single|file)$/.test(target),
  );
  return isBad && !/^[\w.@-]+:/.test(spelling(to[0] ?? empty))
    ? { about: sourceOf(command, place.reading) }
    : null;
};

export const recursiveMode: Test = (command, place) => {
  if (!/^(?:chmod|chown|chgrp|setfacl|chattr)$/.test(command.name)) return null;
  const operands = command.words.filter((word) => !/^-/.test(spelling(word))).slice(1);
  if (hasFlag(command, '-R', '--recursive') !== 'yes')
    return operands.some((word) => isKept(word, command, place))
      ? { about: sourceOf(command, place.reading), severity: 'ask' }
      : null;
  const bad = targetsOf(operands, command, place).find((target) =>
    ['home', 'system', 'outside'].includes(target),
  );
  const isOpen = /(?:^|\s)(?:0?777|0{1,4}|a-[rwx]{1,3}|a[+=]rwx|ugo[+=]rwx|a[+=]w|o[+=]w)(?:\s|$)/.test(
    command.words.map(spelling).join(' '),
  );
  const isProject = targetsOf(operands, command, place).some((target) =>
    /^(?:project|unknown)$/.test(target),
  );
  if (bad === undefined && !(isOpen && isProject)) return null;
  return { about: sourceOf(command, place.reading), ...(bad === undefined && { severity: 'ask' as const }) };
};
