import { spelling } from '../../../shell/read/queries.ts';
import type { CallCondition } from '../rule.ts';
import { gitConditions } from './git.ts';
import { destroys } from './tools.ts';

const runtimes =
  /^(?:node|nodejs|npm|python[\d.]*|ruby|java|php|bun|deno|perl|bash|zsh|sh|docker\w*|postgres|mysqld|code|claude|codex|electron|dotnet)$/i;

/** Processes of a list that nothing narrows to one program: `ps aux | awk '{print $2}' | xargs kill`. */
const endsWhatIsListed: CallCondition = (command, place) => {
  const text = place.readingOf(command)?.text ?? '';
  const pieces = command.words.flatMap((word) => word.pieces);
  const sources = pieces.flatMap((piece) =>
    piece.kind !== 'unknown'
      ? []
      : piece.from === 'variable'
        ? place.assigned(command, piece.name)
        : piece.source,
  );
  const isHandedOn =
    command.via.some(({ wraps }) => wraps === 'words') ||
    pieces.some((piece) => piece.kind === 'unknown' && piece.from === 'input');
  const source = isHandedOn ? text.slice(0, command.span.end) : sources.join(' ');
  if (/\blsof\b/.test(source))
    return /:\d|:\$|\blsof\b.*\s[\w./~]*\/|:[a-z]/.test(source)
      ? null
      : { why: 'it ends whatever has a file or a connection open' };
  if (!/\b(?:ps|pgrep|pidof|tasklist)\b/.test(source)) return null;
  const patterns = [
    ...source.matchAll(
      /\b(?:[efz]?grep|rg|pgrep|pidof|awk)((?:\s+-\S+)*)\s+(?:"([^"]*)"|'([^']*)'|([^\s|)'"]+))/g,
    ),
  ].flatMap(([, options = '', double, single, plain = '']) =>
    /\s-\w*v/.test(options) ? [] : (double ?? single ?? plain),
  );
  const isNarrow = patterns.some((pattern) => {
    const own = pattern.startsWith('{')
      ? ''
      : pattern.replaceAll(/\[(\w)\]/g, '$1').replaceAll(/\{[^{}]*\}|[/^$.*\\]/g, '');
    return own.trim().length > 2 && !runtimes.test(own.trim());
  });
  return isNarrow ? null : { why: 'it ends whatever a list of processes shows' };
};

const takesMany: CallCondition = ({ words }) =>
  words.some(({ pieces }) => pieces.some((piece) => piece.kind === 'unknown' && piece.from !== 'variable'))
    ? {}
    : null;

const nearHost =
  /^(?:localhost|.*\.localhost|.*\.local|.*\.test|127\.[\d.]+|0\.0\.0\.0|10\.[\d.]+|192\.168\.[\d.]+|172\.(?:1[6-9]|2\d|3[01])\.[\d.]+|\[::1?\]|[\w-]+)$/i;

const deletesRemotely: CallCondition = ({ words }) => {
  const texts = words.map(spelling);
  const isDelete = texts.some(
    (text, at) =>
      /^(?:-X|--request=|--method=)DELETE$/i.test(text) ||
      (/^(?:-X|--request|--method|http|https|xh)$/.test(texts[at - 1] ?? '') && /^DELETE$/i.test(text)) ||
      (at === 0 && text === 'DELETE'),
  );
  if (!isDelete) return null;
  const hosts = texts.flatMap(
    (text) => /^https?:\/\/(?:[^/@\s]*@)?(\[[^\]]*\]|[^/:?#\s$]+)/i.exec(text)?.[1] ?? [],
  );
  return hosts.some((host) => !nearHost.test(host))
    ? { severity: 'ask', why: 'it deletes something on another machine' }
    : null;
};

/** Code that ties a shell to a connection. */
const startsShell: CallCondition = ({ words, input }) =>
  /\bdup2\b|\bpty\.spawn|\bexec\w*\s*\(?.*\b(?:ba|z|da)?sh\b|\/bin\/(?:ba|z|da)?sh\b|\bSTDIN\b.*\bSTDOUT\b/.test(
    `${words.map(spelling).join(' ')}\n${input ?? ''}`.slice(0, 20_000),
  )
    ? {}
    : null;

export const callConditions: Readonly<Record<string, CallCondition>> = {
  deletesRemotely,
  destroys,
  endsWhatIsListed,
  startsShell,
  takesMany,
  ...gitConditions,
};
