/** Signs of a regular expression that no glob over commands or names has. */
const inWords =
  /^\^|\$$|\\[wdsbWDSB.+*?()[\]/-]|\.[*+]|\(\?|\[\^|\([^()]*\|[^()]*\)|\][+?]|\)[*+?]|^\/[^/]+\/[gimsuy]*$/;

/** The same for paths, in which `.env.*` and `src/(group)/page` are ordinary. */
const inPaths =
  /^\^|\$$|\\[wdsbWDSB.+*?()[\]-]|\.\+|\(\?|\([^()]*\|[^()]*\)|\][+?]|\)[*+?]|^\.\*$|\.\*\/|\/\.\*$/;

/** Whether a pattern of a command or of names is meant as a regular expression. */
export function isExpression(pattern: string): boolean {
  return inWords.test(pattern);
}

export function isPathExpression(pattern: string): boolean {
  return inPaths.test(pattern);
}

/** The glob that says the same as a simple regular expression; null when none is known. `any` is a whole path of any text. */
export function asGlob(pattern: string, any: '*' | '**' = '*'): string | null {
  const glob = pattern
    .replace(/^\/(.+)\/[gimsuy]*$/, '$1')
    .replace(/^\^/, '')
    .replace(/\$$/, '')
    .replaceAll(/\\b/g, '')
    .replaceAll(/\\s[+*]?/g, ' ')
    .replaceAll(/(^|\/)\.[*+]\??(?=\/|$)/g, (_, before: string) => `${before}${any}`)
    .replaceAll(/\.[*+]\??/g, '*')
    .replaceAll(/\\([./-])/g, '$1')
    .replaceAll('[^', '[!')
    .replace(/^\(([^()|]*)\)$/, '$1');
  return glob === '' || /[\\+^$(){}]|\]\?/.test(glob) ? null : glob;
}
