import { fileURLToPath } from 'node:url';
import { defineConfig, type UserConfig } from 'tsdown';
import manifest from './package.json' with { type: 'json' };
import { builtInModules } from './scripts/built-in-modules.mjs';
import { licenses } from './scripts/licenses.mjs';
import { Parts } from './scripts/parts.mjs';
import { textModules } from './scripts/text-modules.mjs';

const exported = Object.values(manifest.exports).flatMap((target) =>
  typeof target === 'string' ? [] : [target.default.replace(/^\.\/dist\/|\.js$/g, '')],
);
const pathOf = (file: string): string => fileURLToPath(new URL(file, import.meta.url));
const parts = new Parts();

const common: UserConfig = {
  format: 'esm',
  failOnWarn: true,
  // A file may be needed at once by one command, and later by another.
  checks: { pluginTimings: false, ineffectiveDynamicImport: false },
};

/** The library and the command. */
const program: UserConfig = {
  ...common,
  entry: {
    ...Object.fromEntries(exported.map((name) => [name, `src/entries/${name}.ts`])),
    'cli/main': 'src/cli/main.ts',
  },
  target: 'node20',
  platform: 'node',
  tsconfig: 'tsconfig.build.json',
  // The native compiler writes declarations in a third of the time.
  dts: { tsgo: { path: pathOf('node_modules/typescript-native/bin/tsc') } },
  fixedExtension: false,
  deps: {
    onlyBundle: '@hono/node-server commander hono picocolors smol-toml unbash yaml zod'.split(' '),
  },
  // For Node it would resolve to CommonJS, of which nothing can be left out.
  alias: { yaml: pathOf('node_modules/yaml/browser/index.js') },
  inputOptions: { preserveEntrySignatures: 'allow-extension' },
  treeshake: { propertyReadSideEffects: false },
  outputOptions: {
    chunkFileNames: 'parts/[name].js',
    // Names stay, for stack traces.
    minify: { compress: false, mangle: false, codegen: { removeWhitespace: true } },
    codeSplitting: {
      includeDependenciesRecursively: false,
      groups: [
        { name: (id) => parts.layered(id), priority: 1 },
        { name: (id) => parts.shared(id), minShareCount: 2 },
      ],
    },
  },
  plugins: [licenses(), textModules(), builtInModules(), parts.plugin()],
};

/** The page of `hookline ui`. */
const page: UserConfig = {
  ...common,
  entry: { page: 'src/ui/page/main.tsx' },
  outDir: 'dist/ui',
  target: 'es2022',
  platform: 'browser',
  tsconfig: 'tsconfig.page.json',
  dts: false,
  minify: true,
  clean: false,
  deps: { onlyBundle: ['@preact/signals', '@preact/signals-core', 'preact'] },
  copy: { from: ['src/ui/page/index.html', 'src/ui/page/styles/*.css'], to: 'dist/ui', flatten: true },
  plugins: [licenses()],
};

export default defineConfig([program, page]);
