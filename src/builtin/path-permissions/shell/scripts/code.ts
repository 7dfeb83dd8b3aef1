import { javascriptPaths } from './javascript.ts';
import { pythonPaths } from './python.ts';

/**
 * The paths that code opens, if it opens nothing else, and runs and imports nothing that could; null where that cannot be
 * told. `isLocal` says whether a module of this name is the project's own.
 */
export function codePaths(
  language: string,
  code: string,
  isLocal: (name: string) => boolean,
): readonly string[] | null {
  if (code.length > 20_000) return null;
  switch (language) {
    case 'python':
      return pythonPaths(code, isLocal);
    case 'javascript':
      return javascriptPaths(code);
    case 'perl':
    case 'ruby':
      return isPlainSubstitution(code) ? [] : null;
    default:
      return null;
  }
}

const searched = /^(?:\\[\w.()[\]{}?*+^$|/-]|[\w\s.,:;'"<>=()[\]*+?^&~%-])*$/;
const replacement = /^(?:\\[\w./-]|\$\d|[\w\s.,:;'"<>=()[\]*+?^&~%-])*$/;

/** `s/a/b/g` or `print if /a/`, without anything that Perl or Ruby would evaluate. */
function isPlainSubstitution(code: string): boolean {
  const text = code.trim();
  if (/^print(?: if \/[\w .:^-]*\/)?;?$/.test(text)) return true;
  if (!/^s[/|#,!]/.test(text)) return false;
  const [from, to, flags, ...more] = text.slice(2).split(text[1] ?? '/');
  if (from === undefined || to === undefined || flags === undefined || more.length > 0) return false;
  // `(?{…})` and a pattern that ends in a backslash are more than text.
  return searched.test(from) && !from.includes('(?') && replacement.test(to) && /^[gims]*;?$/.test(flags);
}
