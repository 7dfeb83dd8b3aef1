/**
 * The layers of the build. Each holds all that these modules import at once and no earlier layer has: in one file, or in one for each
 * folder of `src`. A package is a file too.
 * @type {readonly { readonly of: RegExp, readonly file?: string }[]}
 */
const layers = [
  { of: /\/src\/cli\/main\.ts$/, file: 'first' },
  // A call that the daemon answers loads nothing else.
  { of: /\/src\/cli\/answer-hook\.ts$/, file: 'client' },
  { of: /\/src\/cli\/compile-cache\.ts$/, file: 'compile-cache' },
  { of: /\/src\/entries\/index\.ts$/, file: 'engine' },
  { of: /\/src\/cli\/(?:terminal\/)?[^/]+$/, file: 'program' },
  // What a call loads that no daemon answers.
  { of: /\/src\/(?:gateway\/host|config\/(?:load|schema|hookline-yaml))\/[^/]+$/ },
  { of: /\/src\/cli\/commands\/(?:hook|fire)\.ts$/ },
  { of: /\/src\/cli\/(?:show|input)\// },
  { of: /\/src\/builtin\/[^/]+$/, file: 'builtin-hooks' },
  { of: /\/src\/handlers\/command\//, file: 'command' },
  { of: /\/src\/handlers\/module\//, file: 'module' },
  { of: /\/src\/handlers\/python\//, file: 'python' },
];

/**
 * Sorts modules into the files of the build: by layer, and what else is shared by its folder of `src`, or by its package. Layers and
 * folders import only from those before them, so these files never import each other in a ring.
 */
export class Parts {
  /** @type {ReadonlyMap<string, string>} */
  #layered = new Map();

  /**
   * Looks at all modules before they are sorted.
   * @returns {import('tsdown').Rolldown.Plugin}
   */
  plugin() {
    const take = (/** @type {ReadonlyMap<string, string>} */ layered) => {
      this.#layered = layered;
    };
    return {
      name: 'parts',
      buildEnd() {
        const ids = [...this.getModuleIds()].filter((id) => !isDeclaration.test(id));
        const layered = sorted(ids, (id) => this.getModuleInfo(id)?.importedIds ?? []);
        // The file of an entry exports what users see, so no other module may be in it.
        for (const id of layered.keys()) if (this.getModuleInfo(id)?.isEntry) layered.delete(id);
        take(layered);
      },
    };
  }

  /** The file of a module in a layer. @param {string} id */
  layered(id) {
    return this.#layered.get(id) ?? null;
  }

  /** The file of another module that several others need. @param {string} id */
  shared(id) {
    return isDeclaration.test(id) ? 'types.d' : `${folderOf(id)}-more`;
  }
}

/**
 * @param {readonly string[]} ids
 * @param {(id: string) => readonly string[]} imported
 */
function sorted(ids, imported) {
  /** @type {Map<string, string>} */
  const files = new Map();
  for (const { of, file } of layers) {
    const reachable = new Set(ids.filter((id) => of.test(id)));
    // A set also gives what is added while it is walked.
    for (const id of reachable) for (const other of imported(id)) reachable.add(other);
    for (const id of reachable)
      if (!files.has(id))
        files.set(id, id.includes('/node_modules/') ? folderOf(id) : (file ?? folderOf(id)));
  }
  return files;
}

const isDeclaration = /\.d\.[cm]?ts$/;

/** The folder of `src`, or the package. Node's modules are with what every call loads. @param {string} id */
function folderOf(id) {
  const [, name = 'client'] = /.*\/(?:src|node_modules)\/((?:@[^/]+\/)?[^/]+)\//.exec(id) ?? [];
  return name.replace(/^@.*\//, '');
}
