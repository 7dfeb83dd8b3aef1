import { dirname, resolve } from 'node:path';
import { serves } from '../builtin/builtin.ts';
import { builtins } from '../builtin/builtin-table.ts';
import type { SettingsHook } from '../config/claude-settings/settings-file.ts';
import { checkCommandFile, missingWarning } from '../config/handlers/missing-command.ts';
import type { ScriptPermission } from '../config/hookline-yaml/permissions-reader.ts';
import { type NamedDeclaration, placeOf } from '../config/load/declaration.ts';
import type { ReadConfig } from '../config/load/read-config.ts';
import type { RuleSetting } from '../config/rules/check-rule.ts';
import { readRuleSyntax } from '../config/rules/rule-syntax.ts';
import { isMeantTool, noOwnTools, type OwnTools, toolNames } from '../config/rules/tool-names.ts';
import {
  type FilePlace,
  type Problem,
  shortPath,
  type UnplacedWarning,
  unplaced,
  warning,
} from '../config/source/problem.ts';
import { projectFolder } from '../config/source/project-folder.ts';
import { compileMatcher } from '../engine/hooks/matcher.ts';
import { escapeRegExp } from '../engine/values/text.ts';
import { emptyScript } from '../handlers/command/empty-script.ts';
import { handlerKind } from '../handlers/handler.ts';
import { checkFile, readReference } from '../handlers/module/reference.ts';
import { compileClaudeMatcher } from '../protocols/claude-code/matcher.ts';
import { neverBoth, placeholderWarnings } from './hooks/call-warnings.ts';
import { matcherWarnings, settingsMatcherWarnings } from './matchers/matcher-warnings.ts';
import { ruleWarnings } from './rules/rule-warnings.ts';

export function lintDeclared({
  declarations,
  rules,
  scriptPermissions,
  settingsHooks,
  tools,
}: ReadConfig): readonly Problem[] {
  return [
    ...onePerHook(declarations).flatMap(hookWarnings),
    ...blindGuards(declarations),
    ...settingsHooks.flatMap((hook) => settingsWarnings(hook, { tools, servers: [] })),
    ...groupsOf(settingsHooks).flatMap(({ point, pattern, matcherPlace }) => {
      const matcher = compileClaudeMatcher(pattern, point.name, point.matches);
      return placed(settingsMatcherWarnings(point, matcher, { tools, servers: [] }), matcherPlace);
    }),
    ...uncheckedNames(scriptPermissions, declarations),
    ...rules.flatMap(({ rule, place, ...setting }) => placed(warningsOfRule(rule, setting), place)),
  ];
}

function placed(warnings: readonly UnplacedWarning[], place: FilePlace): readonly Problem[] {
  return warnings.map(({ code, message }) => warning(code, message, place));
}

/** A name in PascalCase is a tool; a lower-case one may be any, but `false` for a tool is meant to block it. */
function uncheckedNames(
  names: readonly ScriptPermission[],
  declarations: readonly NamedDeclaration[],
): readonly Problem[] {
  const checked = declarations.flatMap(({ type, runs }) => (type === 'arma' ? [runs] : [])).join('\n');
  return names
    .filter(({ name, isGranted, own }) => {
      const isTool = /^[A-Z]/.test(name) ? toolNames(own).has(name) : !isGranted && isMeantTool(name, own);
      return isTool && !new RegExp(`/perms\\s+check\\s+["']?${escapeRegExp(name)}\\b`).test(checked);
    })
    .map(({ name, place }) => {
      const message = `"${name}" is a name for scripts here, and does not block the tool; rules go in a list under "deny", "ask" or "allow"`;
      return warning('permission-name', message, place);
    });
}

function onePerHook(declarations: readonly NamedDeclaration[]): readonly NamedDeclaration[] {
  const seen = new Set<object>();
  return declarations.filter(({ options: { family } }) => {
    if (family === undefined) return true;
    const isFirst = !seen.has(family);
    seen.add(family);
    return isFirst;
  });
}

function hookWarnings(declaration: NamedDeclaration): readonly Problem[] {
  const { entry, own = noOwnTools, place, type } = declaration;
  const at = (key: string): FilePlace => placeOf(declaration, key);
  const found = [
    ...placed(matcherProblems(declaration, own), at('matcher')),
    ...placed(missingHandler(declaration), type === 'arma' ? at('program') : place),
  ];
  if (entry === undefined) return found;
  if (typeof entry.timeout === 'number' && seemsMilliseconds(entry.timeout)) {
    const message = `a hook's timeout is in seconds, and ${entry.timeout} seconds are long; did you mean "${entry.timeout}ms"?`;
    found.push(warning('timeout-unit', message, at('timeoutMs')));
  }
  if (entry.type === 'module' && entry.guard === true && entry.isolate === false)
    found.push(warning('guard-in-host', inHost, at('isolate')));
  if (entry.type === 'mcp_tool') found.push(...placed(placeholderWarnings(declaration), at('input')));
  if (entry.if !== undefined) {
    found.push(...ifWarnings(entry.if, at('if'), own));
    found.push(...placed(neverBoth(declaration, entry.if, own), at('if')));
  }
  return found;
}

const inHost =
  'nothing can stop a guard in the host, and other code there can change the globals that it uses; leave "isolate" out';

function matcherProblems(
  { point, matcher, pattern, type }: NamedDeclaration,
  own: OwnTools,
): readonly UnplacedWarning[] {
  // A pattern that cannot be read is a mistake, and its hook matches everything until it is repaired.
  if (pattern === undefined || (matcher.all && !isReadable(pattern))) return [];
  const [, expression] = (type === 'arma' ? null : /^\/(.+)\/i?$/s.exec(pattern.trim())) ?? [];
  if (expression !== undefined)
    return settingsMatcherWarnings(point, { ...matcher, all: false, source: expression }, own);
  const found = matcherWarnings(point, compileMatcher(pattern, point.matches), own);
  return type === 'arma' ? found.filter(isSure) : found;
}

function isReadable(pattern: string): boolean {
  return pattern.trim() === '' || /[^\s|]/.test(pattern);
}

function isSure({ code, message }: UnplacedWarning): boolean {
  return code !== 'tool-unknown' || message.endsWith('?');
}

function blindGuards(declarations: readonly NamedDeclaration[]): readonly Problem[] {
  const guards = declarations.filter(({ options, entry }) => options.guard === true && entry !== undefined);
  const key = ({ type, runs, agent, place }: NamedDeclaration): string =>
    JSON.stringify([type, runs, agent, place.file]);
  const at = (name: string): readonly NamedDeclaration[] => guards.filter(({ point }) => point.name === name);
  const seeing = new Set(at('PostToolUseFailure').map(key));
  return at('PostToolUse')
    .filter((guard) => !seeing.has(key(guard)) && canSeeFailures(guard))
    .map((guard) => warning('guard-blind', blindSpot, placeOf(guard, 'guard')));
}

function canSeeFailures({ entry }: NamedDeclaration): boolean {
  const builtin = entry?.type === 'builtin' ? builtins.get(entry.handler) : undefined;
  return builtin === undefined || serves(builtin, 'PostToolUseFailure');
}

const blindSpot =
  'a guard at PostToolUse does not see the output of tools that fail, which is at PostToolUseFailure; write "points: [PostToolUse, PostToolUseFailure]"';

function settingsWarnings({ entry, at }: SettingsHook, own: OwnTools): readonly Problem[] {
  const found: Problem[] = entry.if === undefined ? [] : [...ifWarnings(entry.if, at('if'), own)];
  if (entry.timeout !== undefined && seemsMilliseconds(entry.timeout)) {
    const message = `"timeout" is in seconds, and ${entry.timeout} seconds are long; did you mean ${entry.timeout / 1000}?`;
    found.push(warning('timeout-unit', message, at('timeout')));
  }
  return found;
}

function groupsOf(hooks: readonly SettingsHook[]): readonly SettingsHook[] {
  return [...new Map(hooks.map((hook) => [hook.matcherPlace, hook])).values()];
}

/** A filter that never matches switches its hook off. */
function ifWarnings(rule: string, place: FilePlace, own: OwnTools): readonly Problem[] {
  const setting = { own, root: projectFolder(place.file), isRestraint: false, isSaved: false };
  const read = readRuleSyntax(rule, own);
  if (typeof read !== 'string') return placed(ruleWarnings(rule, read, setting), place);
  return [warning('rule-pattern', `${JSON.stringify(rule)}: ${read}`, place)];
}

function warningsOfRule(rule: string, setting: RuleSetting): readonly UnplacedWarning[] {
  const read = readRuleSyntax(rule, setting.own);
  return typeof read === 'string' ? [] : ruleWarnings(rule, read, setting);
}

/** People write 500 for half a second. Those who mean minutes write 300, 600 or 900. */
function seemsMilliseconds(seconds: number): boolean {
  return seconds > 3600 || (seconds >= 200 && seconds % 50 === 0 && seconds % 60 !== 0);
}

function missingHandler(declaration: NamedDeclaration): readonly UnplacedWarning[] {
  const missing = missingFile(declaration);
  const empty = emptyHandler(declaration);
  return [
    ...(missing === null ? [] : [unplaced('handler-missing', missing)]),
    ...(empty === null ? [] : [unplaced('handler-empty', empty)]),
  ];
}

function missingFile({ entry, server, program, place, runs }: NamedDeclaration): string | null {
  const directory = dirname(place.file);
  if (program !== undefined) {
    const [command = ''] = program;
    return missingWarning(() => checkCommandFile({ command, args: [] }, directory));
  }
  if (entry?.type === 'prompt') {
    const obstacle = handlerKind(entry.type).obstacle?.(entry);
    return obstacle?.code === 'handler-missing' ? obstacle.message : null;
  }
  if (entry?.type === 'module') {
    const reference = readReference(runs, directory);
    return missingWarning(() => checkFile(reference), reference.file);
  }
  if (entry?.type === 'mcp_tool') {
    if (server === undefined || !('command' in server)) return null;
    const { command, args = [], env, cwd = directory } = server;
    return missingWarning(() => checkCommandFile({ command, args }, cwd, env?.['PATH']));
  }
  // A shell looks in the folder of the event, which is unknown here.
  if (entry?.type !== 'command' || (entry.shell === true && entry.args === undefined)) return null;
  const { handler: command, args, env } = entry;
  const [first = ''] = args === undefined ? command.trim().split(/\s/) : [command];
  const file = /[/.]/.test(first) ? resolve(directory, first) : null;
  return missingWarning(
    () => checkCommandFile({ command, ...(args && { args }) }, directory, env?.['PATH']),
    file,
  );
}

function emptyHandler({ entry, place }: NamedDeclaration): string | null {
  if (entry?.type !== 'command') return null;
  const { handler: command, args } = entry;
  const empty = emptyScript({ command, ...(args && { args }) }, [dirname(place.file)]);
  if (empty === null) return null;
  const what = entry.guard === true ? 'so the guard blocks everything' : 'so the hook does nothing';
  return `${empty === 'its line' ? 'the line' : shortPath(empty)} has nothing but comments, ${what}`;
}
