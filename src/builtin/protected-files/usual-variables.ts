import type { PathAction } from '../../shell/actions/action.ts';
import { mayAssign } from '../../shell/actions/printed-names.ts';
import { alternatives } from '../../shell/read/queries.ts';
import type { Piece, ShellReading } from '../../shell/read/reading.ts';

const plain = /^"?\$(?:[\w@*]+|\{[\w@*]+(?:\[[@*\d]\])?(?:(?:%%?|##?|\/|,|\^)(?:[^}$`{]|\$\{\w+\})*)?\})"?$/;
/** A part of another path. */
const folderOf = /^"?\$\((?:dirname|basename|realpath|readlink -f) ("?\$[^\s)]+)\)"?$/;
/** A variable of such a name leads to what holds secrets. */
const telling =
  /DOT_?ENV|ENV_?(?:FILE|PATH)|SECRET|CRED|PASSW|PRIVATE|KEY(?:$|_?(?:FILE|PATH))|TOKEN(?:$|_?(?:FILE|PATH))|PEM$|CERT|NETRC|KUBECONFIG|SSH/i;

/**
 * Whether what is unknown of a path comes only from variables that the line gets from outside, such as `$1` or `$GITHUB_OUTPUT`:
 * nothing says that one leads to a protected file.
 */
export function isOfUsualVariables({ word }: PathAction, readings: readonly ShellReading[]): boolean {
  if (word === undefined) return false;
  const unknown = alternatives(word).flatMap(({ pieces }) => pieces.filter(({ kind }) => kind === 'unknown'));
  return unknown.length > 0 && unknown.every((piece) => isUsual(piece, readings));
}

function isUsual(piece: Piece, readings: readonly ShellReading[]): boolean {
  if (piece.kind !== 'unknown') return false;
  const inner = piece.from === 'output' ? folderOf.exec(piece.source)?.[1] : undefined;
  const source = inner ?? piece.source;
  if ((inner === undefined && piece.from !== 'variable') || !plain.test(source)) return false;
  if (/env|key|pem|netrc|ssh/i.test(source.replace(/^"?\$\{?[\w@*]+/, ''))) return false;
  const name = inner === undefined ? piece.name : (/[\w@*]+/.exec(inner)?.[0] ?? '');
  if (name === '' || telling.test(name)) return false;
  return !readings.some(({ commands }) =>
    commands.some((command) => command.card?.runs !== 'source' && mayAssign(command, name)),
  );
}
