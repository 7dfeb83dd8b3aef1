export interface Formatter {
  readonly ending: RegExp;
  /** Files of a folder that is set up for it, with a text in them behind a colon. */
  readonly marks: readonly string[];
  readonly command: readonly string[];
}

const web = /\.(?:[cm]?[jt]sx?|jsonc?|css|graphql)$/;
const prettierFiles = ['', '.json', '.yaml', '.yml', '.js', '.cjs', '.mjs', '.toml'].map(
  (end) => `.prettierrc${end}`,
);
const prettierModules = ['js', 'cjs', 'mjs', 'ts'].map((end) => `prettier.config.${end}`);

/** The first whose file matches and whose folder is set up for it is used. */
export const formatters: readonly Formatter[] = [
  { ending: web, marks: ['biome.json', 'biome.jsonc'], command: ['biome', 'format', '--write'] },
  {
    ending: /\.(?:[cm]?[jt]sx?|jsonc?|css|scss|less|html|vue|svelte|md|ya?ml|graphql)$/,
    marks: [...prettierFiles, ...prettierModules, 'package.json: "prettier":'],
    command: ['prettier', '--write'],
  },
  {
    ending: /\.pyi?$/,
    marks: ['ruff.toml', '.ruff.toml', 'pyproject.toml: [tool.ruff'],
    command: ['ruff', 'format'],
  },
  { ending: /\.go$/, marks: ['go.mod'], command: ['gofmt', '-w'] },
  { ending: /\.rs$/, marks: ['Cargo.toml'], command: ['rustfmt', '--edition', '2021'] },
];
