/** Modules whose import loads what they only give on demand, as the streams of files. Few calls need the lazy ones: their functions load them. */
const kinds = new Map([
  ['node:fs', 'eager'],
  ['node:util', 'eager'],
  ['node:buffer', 'eager'],
  ['node:net', 'eager'],
  ['node:stream', 'eager'],
  ['node:url', 'eager'],
  ['node:crypto', 'lazy'],
  ['node:fs/promises', 'lazy'],
  ['node:zlib', 'lazy'],
]);

/** Takes some of Node's modules from `process.getBuiltinModule`, not by an import. */
export function builtInModules() {
  return {
    name: 'built-in-modules',
    /** @param {string} id @param {string | undefined} importer @param {{ kind: string }} options */
    resolveId: (id, importer = '', { kind }) =>
      kind === 'import-statement' && kinds.has(id) && !/\.d\.[cm]?ts$/.test(importer)
        ? { id: `\0${id}`, moduleSideEffects: false }
        : null,
    /** @param {string} id */
    async load(id) {
      const name = id.slice(1);
      if (!id.startsWith('\0') || !kinds.has(name)) return null;
      const given = Object.entries(await import(name)).filter(([key]) => /^(?!default$)\w+$/.test(key));
      const from = `process.getBuiltinModule(${JSON.stringify(name)})`;
      const lines =
        kinds.get(name) === 'lazy'
          ? given
              .filter(([, value]) => typeof value === 'function')
              .map(([key]) => `export const ${key} = (...given) => ${from}.${key}(...given);`)
          : [`const all = ${from};`, ...given.map(([key]) => `export const ${key} = all.${key};`)];
      return lines.join('\n');
    },
  };
}
