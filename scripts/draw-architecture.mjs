import { readdirSync } from 'node:fs';

/** The folders of src in import order, as rows of a picture: each may import from itself and from those above it. */
const rows = [
  ['engine', 'points, hooks, firing, outcome: pure, no I/O'],
  ['trace', 'what happened: write, read, index, replay'],
  ['files', 'processes', 'bounds', 'real paths, ending processes, linear-time matching'],
  ['shell', 'what a command does: read, programs, code, actions'],
  ['permissions', 'rules as folds over actions'],
  ['models', 'mcp', 'clients of models and MCP servers'],
  ['protocols', 'handlers', 'what a reply means; how a hook runs'],
  ['builtin', 'the hooks that ship'],
  ['config', 'lint', 'policy-test', 'text to hooks; warnings; tests of policies'],
  ['front-doors', 'agent', 'adapters', 'the published APIs, the loop, frameworks'],
  ['gateway', 'where other agents call in: host, install, daemon, trust, mcp'],
  ['ui', 'cli', 'the page and the commands'],
];

const [width, height, gap, left] = [880, 40, 8, 20];
const folders = new Set(
  readdirSync('src', { withFileTypes: true })
    .filter((entry) => entry.isDirectory())
    .map(({ name }) => name),
);

/** The picture as SVG: it follows the light or dark scheme of its reader. */
export function architecture() {
  const parts = rows.map((row, at) => {
    const names = row.filter((name) => folders.has(name));
    const text = row.at(-1);
    const top = left + at * (height + gap);
    const boxes = names.map((name, index) => {
      const x = left + index * 118;
      return `<g><rect x="${x}" y="${top}" width="110" height="${height}" rx="6"/><text x="${x + 55}" y="${top + 25}" class="name">${name}</text></g>`;
    });
    return `${boxes.join('')}<text x="${left + names.length * 118 + 8}" y="${top + 25}">${text}</text>`;
  });
  const bottom = left * 2 + rows.length * (height + gap);
  return `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 ${width} ${bottom}" role="img" aria-label="The folders of src: each imports only from itself and from those above it">
<style>text{font:13px system-ui,sans-serif;fill:#333}rect{fill:#eef3fa;stroke:#5b7db1}.name{font-weight:600;text-anchor:middle}@media(prefers-color-scheme:dark){text{fill:#ddd}rect{fill:#1d2939}}</style>
${parts.join('\n')}
</svg>
`;
}
