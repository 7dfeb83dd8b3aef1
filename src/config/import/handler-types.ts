import { compileWildcard } from '../../bounds/wildcard.ts';
import { lookUp } from '../../engine/values/look-up.ts';
import { type Fields, isObject } from '../../engine/values/shapes.ts';
import { judgeModel } from '../claude-settings/judge-model.ts';
import { agentRefused } from '../source/refused-types.ts';
import type { FoundHooks } from './found-hook.ts';
import type { ImportSource } from './import-source.ts';
import { shellLine } from './words.ts';

interface ImportedType {
  readonly key: string;
  obstacle(entry: Fields, found: FoundHooks): string | null;
  keys(entry: Fields, found: FoundHooks, from: ImportSource): Fields;
}

const isFilled = (value: unknown): value is string => typeof value === 'string' && value.trim() !== '';

const importedTypes: Readonly<Record<string, ImportedType>> = {
  command: {
    key: 'command',
    obstacle({ command, shell, args }) {
      if (!isFilled(command)) return 'it has no command';
      return shell === 'powershell' && args === undefined ? 'it is a line for PowerShell' : null;
    },
    keys: commandKeys,
  },
  http: {
    key: 'url',
    obstacle({ url }, { allowedUrls }) {
      if (typeof url !== 'string' || !/^https?:\/\//.test(url)) return 'it has no address';
      const isAllowed = allowedUrls?.map(compileWildcard).some((isMeant) => isMeant(url)) ?? true;
      return isAllowed ? null : '"allowedHttpHookUrls" does not allow its address, so it never ran';
    },
    keys: httpKeys,
  },
  prompt: {
    key: 'prompt',
    obstacle: ({ prompt }) => (isFilled(prompt) ? null : 'it has no prompt'),
    keys: ({ prompt, model }) => ({ type: 'prompt', prompt, model: judgeModel(textOr(model)) }),
  },
  mcp_tool: {
    key: 'server',
    obstacle({ server, tool }, { servers }) {
      if (!isFilled(server) || !isFilled(tool)) return 'it has no server or no tool';
      const found = servers.get(server);
      if (found === undefined)
        return `the server "${server}" is not in .mcp.json; name it under mcpServers and write the hook by hand`;
      return typeof found === 'string' ? found : null;
    },
    keys: ({ server, tool, input }) => ({
      type: 'mcp_tool',
      server,
      tool,
      ...(isObject(input) && { input }),
    }),
  },
};

function typeOf(from: ImportSource, { type }: Fields): ImportedType | undefined {
  const row = typeof type === 'string' ? lookUp(importedTypes, type) : undefined;
  return row !== undefined && from.keys.includes(row.key) ? row : undefined;
}

export function whyNotRunnable(from: ImportSource, found: FoundHooks, entry: Fields): string | null {
  const row = typeOf(from, entry);
  if (row !== undefined) return row.obstacle(entry, found);
  const { type } = entry;
  if (type === 'agent') return agentRefused;
  const isKnown = typeof type === 'string' && lookUp(importedTypes, type) !== undefined;
  return isKnown ? `hooks of this type are not carried over from ${from.title}` : 'there is no such type';
}

export function handlerKeys(from: ImportSource, found: FoundHooks, entry: Fields): Fields {
  return typeOf(from, entry)?.keys(entry, found, from) ?? {};
}

export function handlerNote({ type, model }: Fields): string | null {
  if (type !== 'prompt') return null;
  const chosen = judgeModel(textOr(model));
  const why = textOr(model) === undefined ? 'It names no model' : `Its model is ${JSON.stringify(model)}`;
  return `${why}, so ${chosen} judges. That needs the package @anthropic-ai/sdk and ANTHROPIC_API_KEY.`;
}

function textOr(value: unknown): string | undefined {
  return isFilled(value) ? value : undefined;
}

function commandKeys(
  { command, args, env: own }: Fields,
  { env: shared }: FoundHooks,
  from: ImportSource,
): Fields {
  const words = Array.isArray(args) ? args.map(String) : null;
  const line = String(command).trim();
  const env = {
    ...shared,
    ...(from.keys.includes('env') && isObject(own)
      ? Object.fromEntries(Object.entries(own).map(([name, value]) => [name, String(value)]))
      : {}),
  };
  const hasFolder = words !== null && [line, ...words].some((word) => word.includes(projectFolder));
  return {
    type: 'command',
    ...(words === null || hasFolder
      ? { handler: words === null ? line : shellLine([line, ...words], projectFolder), shell: true }
      : { handler: line, args: words }),
    ...(Object.keys(env).length > 0 && { env }),
  };
}

// biome-ignore lint/suspicious/noTemplateCurlyInString: it is what people write
const projectFolder = '${CLAUDE_PROJECT_DIR}';

function httpKeys({ url, headers, allowedEnvVars }: Fields, { allowedVariables }: FoundHooks): Fields {
  const withBraces = (template: string): string =>
    template.replaceAll(/\$([A-Za-z_]\w*)/g, (_, name: string) => `\${${name}}`);
  const filled = Object.entries(isObject(headers) ? headers : {}).map(
    ([name, value]) => [name, withBraces(String(value))] as const,
  );
  const variables = (Array.isArray(allowedEnvVars) ? allowedEnvVars.map(String) : []).filter(
    (name) => allowedVariables?.includes(name) ?? true,
  );
  return {
    type: 'http',
    handler: url,
    ...(filled.length > 0 && { headers: Object.fromEntries(filled) }),
    ...(variables.length > 0 && { allowedEnvVars: variables }),
  };
}
