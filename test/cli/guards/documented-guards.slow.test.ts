import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { parse } from 'yaml';
import { exampleHooks, startingFiles } from '../../../src/cli/init/starting-files.ts';
import { loadConfig } from '../../../src/entries/index.ts';
import { hookline } from '../../support/command-line/served.ts';
import { folderWith } from '../../support/folder-with.ts';
import { docsPages, projectFolder } from '../../support/pages.ts';
import { everyNth } from '../../support/seed.ts';
import { spellings } from '../../support/spellings.ts';

type Files = Readonly<Record<string, string>>;

interface Documented {
  readonly name: string;
  readonly guard: string;
  readonly files: Files;
}

/** What each guard of the docs is to hold back, and what it must let pass. A guard that is not here fails the test. */
const subjects: Readonly<Record<string, { readonly holds: string; readonly passes: readonly string[] }>> = {
  'no-rm': { holds: 'rm -rf', passes: ['ls', 'rm notes.txt', 'npm run build', 'git commit -m "term -r"'] },
  'permission rules': {
    holds: 'git push --force',
    passes: ['git push', 'git push origin my-feature', 'ls -f'],
  },
  'no-force-push': { holds: 'git push --force', passes: ['git push', 'git push origin my-feature', 'ls -f'] },
  'read-only': { holds: 'rm -rf', passes: ['git status', 'git diff'] },
  env: { holds: '.env', passes: ['notes.txt', 'environment.md', 'env/a.txt'] },
  audit: { holds: '.env', passes: ['notes.txt', 'environment.md', 'env/a.txt'] },
};

/** What ships is tested where it is; services, models and MCP servers are elsewhere. */
const elsewhere: readonly unknown[] = ['builtin', 'http', 'prompt', 'mcp_tool'];

/** The guards of programs and functions. */
function guardsIn(yaml: string): readonly string[] {
  const { hooks, permissions } = (parse(yaml) ?? {}) as {
    hooks?: Record<string, unknown>;
    permissions?: { deny?: unknown };
  };
  const entries = Object.values(hooks ?? {}).flatMap((list) => (Array.isArray(list) ? list : [])) as {
    name?: string;
    type?: string;
    handler?: string;
    guard?: boolean;
  }[];
  const own = entries.filter(
    ({ guard, type, handler = '' }) =>
      guard === true && !elsewhere.includes(type) && !handler.startsWith('http'),
  );
  return [
    ...own.map(({ name, handler = '' }) => name ?? handler),
    ...(permissions?.deny === undefined ? [] : ['permission rules']),
  ];
}

/** What `init` writes, which the pages of docs/start begin with. */
const ofInit = startingFiles('sh');
const initial: Files = Object.fromEntries(ofInit.map(({ path, text }) => [path, text]));

function documented(): readonly Documented[] {
  const found = ['README.md', ...docsPages].flatMap((page) => {
    const text = readFileSync(join(projectFolder, page), 'utf8');
    const fences = [...text.matchAll(/^```(.*)\n([\s\S]*?)^```$/gm)];
    const files: Files = Object.fromEntries(
      fences.flatMap(([, info = '', content = '']) => {
        const [, path] = info.split(' ');
        return path?.includes('.') ? [[path, content]] : [];
      }),
    );
    return fences
      .filter(([, info = '']) => /^yaml(?: (?!error)\S+)?$/.test(info) && !info.includes('.test.'))
      .filter(([, , yaml = '']) => /^(?:hooks|permissions):/m.test(yaml))
      .flatMap(([, , yaml = '']) => {
        const there = { ...(/start\//.test(page) ? initial : {}), ...files };
        return guardsIn(yaml)
          .filter((guard) => isThere(yaml, guard, there))
          .map((guard) => ({ name: `${page}: ${guard}`, guard, files: { ...there, 'hookline.yaml': yaml } }));
      });
  });
  const fromInit = Object.keys(exampleHooks).map((language) => ({
    name: `hookline init --language ${language}: no-rm`,
    guard: 'no-rm',
    files: Object.fromEntries(startingFiles(language).map(({ path, text }) => [path, text])),
  }));
  return [...found, ...fromInit];
}

/** A guard whose file the page does not show is missing, and held anyway. */
function isThere(yaml: string, guard: string, files: Files): boolean {
  if (guard === 'permission rules') return /start\/|push/.test(yaml) && yaml.includes('git push * --force');
  const paths = Object.keys(files).map((path) => path.replace(/\.py$/, '').replaceAll('/', '.'));
  const line = yaml.split('\n').findIndex((text) => text.includes(guard));
  const own = yaml
    .split('\n')
    .slice(line, line + 6)
    .join('\n');
  const [, handler = ''] = /handler: ["']?([^\s,"'}]+)/.exec(own) ?? [];
  const isLine = /handler: ["']?(?:if|echo|exit|case|\w+ )/.test(own);
  return (
    isLine ||
    (handler.replace(/^\.\//, '').split('#')[0] ?? '') in files ||
    paths.some((path) => handler.startsWith(`${path}.`))
  );
}

interface Call {
  readonly tool_name: string;
  readonly tool_input: Readonly<Record<string, string>>;
}

function callOf(guard: string, text: string): Call {
  if (subjects[guard]?.holds !== '.env') return { tool_name: 'Bash', tool_input: { command: text } };
  return { tool_name: guard === 'audit' ? 'Read' : 'Write', tool_input: { file_path: text, content: 'x' } };
}

/** What comes of each text, all of them in one host. */
async function decisions(
  { guard, files }: Documented,
  texts: readonly string[],
): Promise<readonly (readonly [string, string | null])[]> {
  const cwd = folderWith(files);
  const config = await loadConfig(join(cwd, 'hookline.yaml'), {
    watch: false,
    log: () => undefined,
  });
  const found: (readonly [string, string | null])[] = [];
  for (const text of texts) {
    const { decision } = await config.hooks.fire('PreToolUse', {
      ...callOf(guard, text),
      tool_use_id: '1',
      cwd,
    });
    found.push([text, decision]);
  }
  await config.close();
  return found;
}

const all = documented();

describe('the guards of docs, README and init', () => {
  it('are found, and each says here what it holds back', () => {
    expect(all.length).toBeGreaterThan(8);
    expect(all.filter(({ guard }) => subjects[guard] === undefined).map(({ name }) => name)).toEqual([]);
    for (const ways of Object.values(spellings)) expect(new Set(ways).size).toBeGreaterThanOrEqual(40);
  });

  it.each(all.map((documented, turn) => ({ ...documented, turn })))(
    '$name holds in all spellings, and lets pass what is harmless',
    async ({ turn, ...documented }) => {
      const { holds, passes } = subjects[documented.guard] ?? { holds: '', passes: [] };
      // Each is a process: a third of them, and another third at the next guard.
      const held = everyNth(spellings[holds] ?? [], 3, { turn });
      expect(await decisions(documented, [...held, ...passes])).toEqual([
        ...held.map((text) => [text, 'deny']),
        ...passes.map((text) => [text, null]),
      ]);
    },
  );

  it.each(all)('$name holds where programs are missing, or fail', async ({ guard, files }) => {
    const [text = ''] = spellings[subjects[guard]?.holds ?? ''] ?? [];
    const names = 'cat grep egrep sed awk tr cut head tail jq python3 node test env dirname basename'.split(
      ' ',
    );
    const broken = folderWith(Object.fromEntries(names.map((name) => [name, '#!/bin/sh\nexit 2\n'])));
    const input = JSON.stringify(callOf(guard, text));
    const cwd = folderWith(files);
    for (const path of [folderWith({}), broken]) {
      const { code } = await hookline(['fire', 'PreToolUse', '-i', '-'], { cwd, input, env: { PATH: path } });
      expect(code).toBe(2);
    }
  });
});
