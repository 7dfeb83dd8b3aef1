export const stages = ['load', 'validate', 'deep'] as const;
export type FoundAt = (typeof stages)[number];

export type Example = string | Readonly<Record<string, string>>;

export interface LintRule {
  readonly found: FoundAt;
  readonly what: string;
  readonly why: string;
  readonly fix: string;
  /** It depends on the machine: another one may not find it. */
  readonly ofMachine?: true;
  readonly bad?: Example;
  readonly good?: Example;
}

export const hookAt = (point: string, hook: string): string => `hooks:\n  ${point}:\n    - { ${hook} }\n`;
export const hookBefore = (hook: string): string => hookAt('PreToolUse', hook);
export const denying = (rule: string): string => `permissions:\n  deny: [${JSON.stringify(rule)}]\n`;
export const builtinGuard = (name: string, keys: string): string =>
  hookBefore(`type: builtin, handler: ${name}, guard: true, ${keys}`);
export const mcpHook = (input: string): string =>
  `mcpServers: { s: { command: node } }\n${hookBefore(`type: mcp_tool, server: s, tool: t, input: ${input}`)}`;
export const withScript = (text: string): Example => ({
  'hookline.yaml': hookBefore('handler: ./check.sh, guard: true'),
  'check.sh': text,
});
export const withModule = (text: string, name = ''): Example => ({
  'hookline.yaml': hookBefore(`handler: "./a.mjs${name}"`),
  'a.mjs': text,
});
export const withSettings = (text: string): Example => ({
  'hookline.yaml': 'include: settings.json\n',
  'settings.json': text,
});
export const withArma = (line: string): Example => ({
  'hookline.yaml': 'hooks: { scripts: a.arma }\n',
  'a.arma': `${line}\n`,
});
