import { type CallActions, type PathAction, pathActions } from '../../shell/actions/action.ts';
import { mayAssign } from '../../shell/actions/printed-names.ts';
import { mayHoldCode } from '../../shell/programs/any-option.ts';
import { alternatives } from '../../shell/read/queries.ts';
import type { Doubt, Piece, ShellCommand, ShellReading } from '../../shell/read/reading.ts';
import { isPlainDoubt, runsCompiled } from '../plain-program.ts';

export function openDoubt({ readings, actions, doubts: all }: CallActions): string | null {
  const doubts = all.flatMap(({ about, reason }) => (about === 'word' ? [] : [reason]));
  const paths = pathActions(actions);
  const hasInput = readings.some(({ text }) => /[|<]/.test(text));
  const named = readings.flatMap((reading) => {
    const { doubts: own, commands } = reading;
    const isFed = commands.some(({ wraps }) => wraps === 'words');
    // With code, a program in a folder of tools could read anything: `$(npm bin)/eslint`.
    const holdsCode = mayHoldCode(commands.flatMap(({ kind, words }) => (kind === 'unknown' ? words : [])));
    const isNamed = !commands.some(({ kind }) => kind === 'unknown');
    const isTool = ({ reason }: Doubt): boolean =>
      !holdsCode && (!isFed || (isNamed && /^code/.test(reason)));
    return own.map((doubt) => ({
      ...doubt,
      isPlain: (isTool(doubt) && isPlainDoubt(doubt, reading)) || runsCompiled(doubt, reading, paths),
    }));
  });
  const isPlain = (reason: string): boolean => {
    const same = named.filter((doubt) => doubt.reason === reason);
    return same.length > 0 && same.every((doubt) => doubt.isPlain);
  };
  const isUsual = (reason: string): boolean =>
    / what it reads from its input$/.test(reason)
      ? !hasInput
      : /: "?\$\{?(?:EDITOR|VISUAL|PAGER|SHELL|BROWSER)\}?"?$/.test(reason);
  return doubts.find((reason) => !isUsual(reason) && !isPlain(reason)) ?? null;
}

export function showsVariables({ commands, doubts }: ShellReading): boolean {
  return doubts.length > 0 || commands.some(mayShow);
}

function mayShow({ card, code, words, redirections }: ShellCommand): boolean {
  if (card?.dumps !== undefined) return card.dumps === 'always' || words.length === 0;
  const sends = card?.slots.some(({ role }) => role === 'host') === true;
  if (card?.shows !== true && card?.language === undefined && !sends) return false;
  const all = [...words, ...redirections.flatMap(({ text }) => text ?? [])];
  return code.length > 0 || all.some((word) => alternatives(word).some(({ value }) => value === null));
}

const plain = /^"?\$(?:[\w@*]+|\{[\w@*]+(?:\[[@*\d]\])?(?:(?:%%?|##?|\/|,|\^)(?:[^}$`{]|\$\{\w+\})*)?\})"?$/;
const partOfPath = /^"?\$\((?:dirname|basename|realpath|readlink -f) ("?\$[^\s)]+)\)"?$/;
const secretName =
  /DOT_?ENV|ENV_?(?:FILE|PATH)|SECRET|CRED|PASSW|PRIVATE|KEY(?:$|_?(?:FILE|PATH))|TOKEN(?:$|_?(?:FILE|PATH))|PEM$|CERT|NETRC|KUBECONFIG|SSH/i;

/** Whether only variables from outside, such as `$1` or `$GITHUB_OUTPUT`, are unknown, and none suggests a protected file. */
export function isOfUsualVariables({ word }: PathAction, readings: readonly ShellReading[]): boolean {
  if (word === undefined) return false;
  const unknown = alternatives(word).flatMap(({ pieces }) => pieces.filter(({ kind }) => kind === 'unknown'));
  return unknown.length > 0 && unknown.every((piece) => isUsual(piece, readings));
}

function isUsual(piece: Piece, readings: readonly ShellReading[]): boolean {
  if (piece.kind !== 'unknown') return false;
  const inner = piece.from === 'output' ? partOfPath.exec(piece.source)?.[1] : undefined;
  const source = inner ?? piece.source;
  if ((inner === undefined && piece.from !== 'variable') || !plain.test(source)) return false;
  if (/env|key|pem|netrc|ssh/i.test(source.replace(/^"?\$\{?[\w@*]+/, ''))) return false;
  const name = inner === undefined ? piece.name : (/[\w@*]+/.exec(inner)?.[0] ?? '');
  if (name === '' || secretName.test(name)) return false;
  return !readings.some(({ commands }) =>
    commands.some((command) => command.card?.runs !== 'source' && mayAssign(command, name)),
  );
}
