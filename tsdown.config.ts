import { fileURLToPath } from 'node:url';
import { defineConfig, type UserConfig } from 'tsdown';
import { licenses } from './scripts/licenses.mjs';

/** A file of the build, and what is in it. Declarations have files of their own. */
function files(name: string, pattern: RegExp) {
  return { name, test: (id: string) => pattern.test(id) && !id.endsWith('.d.ts') };
}

/**
 * The files of a build: a firing loads a few instead of seventy, since to find one takes as long as to read 10 kB. Each imports
 * only from those above it. What a command or an entry may do without is in none.
 */
const codeSplitting = {
  includeDependenciesRecursively: false,
  groups: [
    // The record tells the version too.
    files('version', /\/src\/cli\/version\.ts$|^(?!.*\/node_modules\/).*\/package\.json$/),
    files(
      'engine',
      /\/src\/(?:engine\/|trace\/(?:messages|decision-code|format\/(?:content-modes|version)))/,
    ),
    files('zod', /\/node_modules\/zod\/(?!.*from-json-schema)/),
    files('yaml', /\/node_modules\/yaml\/|\/src\/config\/source\/yaml-source\.ts$/),
    files('shell', /\/src\/shell\/|\/node_modules\/unbash\//),
    files(
      'protocols',
      /\/src\/(?:(?:bounds|files|protocols)\/|gateway\/(?:state\/state-folder|daemon\/(?:ask-daemon|daemon-address|program-module|start-daemon))\.ts$)/,
    ),
    files('command', /\/src\/(?:processes|handlers\/command)\/|\/src\/handlers\/(?!hook-functions)[^/]+$/),
    files('problem', /\/src\/config\/source\/problem\.ts$/),
    files('program', /\/node_modules\/(?:commander|picocolors)\//),
    files(
      'program',
      /\/src\/cli\/(?:commands?|[a-z]+-commands|program|terminal\/.+|show\/(?:tell|show)-problem|input\/event-options)\.ts$/,
    ),
    files(
      'config',
      /\/src\/config\/(?:handlers|hookline-yaml|load|reload|source|warnings)\/(?!checked-yaml|issue-problems|schema-words|make-kept-form|check-rule|conditions|read-if|permission-guard|load-config|rule-|(?:command|path)-patterns|expressions)/,
    ),
    files(
      'schema',
      /\/src\/config\/(?:schema\/(?!json-schema)|source\/(?:checked-yaml|issue-problems|schema-words))/,
    ),
    files('fire', /\/src\/cli\/(?:show|input)\/|\/src\/cli\/commands\/fire\.ts$/),
  ],
};

/** Loads a file of the build where something in it is first used, and not before. */
function loadedWhenUsed(name: string) {
  const line = new RegExp(`^const (\\w+) = require\\("\\./${name}-[^"]+"\\);$`, 'm');
  return {
    name: 'loaded-when-used',
    // Only here are the names of files known.
    generateBundle(_: unknown, bundle: Readonly<Record<string, { code?: string }>>) {
      for (const chunk of Object.values(bundle)) {
        const [whole, loaded] = line.exec(chunk.code ?? '') ?? [];
        if (chunk.code === undefined || whole === undefined || loaded === undefined) continue;
        const load = whole.slice(whole.indexOf('require('), -1);
        const uses = chunk.code
          .replace(whole, '')
          .replaceAll(new RegExp(`\\b${loaded}\\.`, 'g'), `${loaded}.it.`);
        chunk.code = `const ${loaded} = { get it() { return ${load}; } };${uses}`;
      }
    },
  };
}

/** What both builds for Node have in common. */
const forNode: UserConfig = {
  target: 'node20',
  platform: 'node',
  tsconfig: 'tsconfig.build.json',
  sourcemap: false,
  unbundle: false,
  failOnWarn: true,
  // How long plugins take is no fault of the code.
  checks: { pluginTimings: false },
  // The command starts often, and a hundred small files take longer to find than to run.
  deps: {
    onlyBundle: [
      '@hono/node-server',
      'commander',
      'hono',
      'picocolors',
      'smol-toml',
      'unbash',
      'yaml',
      'zod',
    ],
    // The declarations name types of zod, and tools may be made of its schemas. So it stays a dependency as well.
    alwaysBundle: (id, importer) => id === 'zod' && !importer?.endsWith('.d.ts'),
  },
  // For Node it would resolve to CommonJS, of which nothing can be left out.
  alias: { yaml: fileURLToPath(new URL('node_modules/yaml/browser/index.js', import.meta.url)) },
  inputOptions: { preserveEntrySignatures: 'allow-extension' },
  outputOptions: { codeSplitting },
};

/** Modules that the command loads where it must, by their names in the build. */
const loadedByCommand: Readonly<Record<string, string>> = {
  'kept-code': 'cli/kept-code',
  program: 'cli/program',
  'answer-inside': 'cli/answer-inside',
  'warm-worker': 'gateway/daemon/warm-worker',
};

/** The library: a module for each entry of the package. */
const library: UserConfig = {
  ...forNode,
  entry: {
    index: 'src/entries/index.ts',
    agent: 'src/entries/agent.ts',
    handlers: 'src/entries/handlers.ts',
    protocols: 'src/entries/protocols.ts',
    builtin: 'src/entries/builtin.ts',
    config: 'src/entries/config.ts',
    armament: 'src/entries/armament.ts',
    massgen: 'src/entries/massgen.ts',
    runner: 'src/entries/runner.ts',
    trace: 'src/entries/trace.ts',
    otel: 'src/entries/otel.ts',
    // What the reference pages are made of.
    commands: 'src/cli/commands.ts',
    findings: 'src/gateway/doctor/finding.ts',
    // What its benchmark measures.
    shell: 'src/shell/read-shell.ts',
  },
  format: 'esm',
  // The native compiler writes declarations in a third of the time.
  dts: { tsgo: { path: fileURLToPath(new URL('node_modules/typescript-native/bin/tsc', import.meta.url)) } },
  clean: true,
  // `type: module` already makes .js an ES module, so .mjs would say it twice.
  fixedExtension: false,
  plugins: [licenses()],
};

/** What the command loads: scripts of CommonJS, since Node lets what was compiled of them be kept. */
const program: UserConfig = {
  ...forNode,
  entry: Object.fromEntries(Object.entries(loadedByCommand).map(([name, file]) => [name, `src/${file}.ts`])),
  outDir: 'dist/cli',
  format: 'cjs',
  outExtensions: () => ({ js: '.js' }),
  dts: false,
  clean: false,
  outputOptions: { codeSplitting, comments: { annotation: false, jsdoc: false } },
  plugins: [
    licenses(),
    // A call whose configuration was checked before needs no schema.
    loadedWhenUsed('zod'),
    loadedWhenUsed('yaml'),
    {
      name: 'package',
      generateBundle() {
        // Above it, the package says that its files are modules.
        this.emitFile({ type: 'asset', fileName: 'package.json', source: '{ "type": "commonjs" }\n' });
      },
    },
  ],
};

/** The command, in one file with all that it needs where the daemon answers. */
const command: UserConfig = {
  entry: { main: 'src/cli/main.ts' },
  outDir: 'dist/cli',
  format: 'cjs',
  outExtensions: () => ({ js: '.js' }),
  target: 'node20',
  platform: 'node',
  tsconfig: 'tsconfig.build.json',
  dts: false,
  clean: false,
  failOnWarn: true,
  checks: { pluginTimings: false },
  // The loader of modules takes longer than the script.
  outputOptions: { dynamicImportInCjs: false },
  plugins: [
    {
      name: 'command',
      resolveId(source) {
        const [name] =
          Object.entries(loadedByCommand).find(([, file]) =>
            source.endsWith(`/${file.replace(/.*\//, '')}.ts`),
          ) ?? [];
        return name === undefined ? null : { id: `./${name}.js`, external: true };
      },
    },
  ],
};

/** The page of `hookline ui`, for browsers. Nothing else loads it. */
const page: UserConfig = {
  entry: { page: 'src/ui/page/main.tsx' },
  outDir: 'dist/ui',
  format: 'esm',
  target: 'es2022',
  platform: 'browser',
  tsconfig: 'tsconfig.page.json',
  dts: false,
  minify: true,
  clean: false,
  failOnWarn: true,
  checks: { pluginTimings: false },
  deps: { onlyBundle: ['@preact/signals', '@preact/signals-core', 'preact', 'uplot'] },
  copy: ['index.html', 'styles/*.css'].map((from) => ({
    from: `src/ui/page/${from}`,
    to: 'dist/ui',
    flatten: true,
  })),
  plugins: [licenses()],
};

export default defineConfig([library, program, command, page]);
