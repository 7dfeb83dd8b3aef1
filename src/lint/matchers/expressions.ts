const inWords =
  /^\^|\$$|\\[wdsbWDSB.+*?()[\]/-]|\.[*+]|\(\?|\[\^|\([^()]*\|[^()]*\)|\][+?]|\)[*+?]|^\/[^/]+\/[gimsuy]*$/;

const inPaths =
  /^\^|\$$|\\[wdsbWDSB.+*?()[\]-]|\.\+|\(\?|\([^()]*\|[^()]*\)|\][+?]|\)[*+?]|^\.\*$|\.\*\/|\/\.\*$/;

export function isExpression(pattern: string): boolean {
  return inWords.test(pattern);
}

export function isPathExpression(pattern: string): boolean {
  return inPaths.test(pattern);
}

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
