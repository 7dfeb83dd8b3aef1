import { words } from '../../engine/values/text.ts';
import { readShell } from '../../shell/read/read-shell.ts';

/** Drops comments and quoted text, so every sign left is the shell's own. */
export function bareText(text: string): string {
  return text
    .replaceAll(/\\[\s\S]/g, '__')
    .replaceAll(/'[^']*'|"[^"]*"/g, (quoted) => `"${'_'.repeat(Math.max(0, quoted.length - 2))}"`)
    .replaceAll(/(^|\s)#.*$/gm, '$1')
    .trim();
}

const restraint =
  /\b(?:deny|denied|block|ask|decision|permissionDecision|resume|suppress|updated_(?:in|out)put|hookSpecificOutput)\b|["']?continue["']?\s*:/;
const exits =
  /\b(?:exit|return)\s+["']?(?:[1-9]|\$)|\bexit\s*\(\s*(?!0?\s*\))|\bSystemExit\b|\bexitCode\s*=|\braise\b|\bthrow\b/;

function canRestrain(text: string): boolean {
  return restraint.test(text) || exits.test(text);
}

export function refusesByFailing(text: string): boolean {
  const isOne = /\bexit\s+1\b|\b(?:sys\.exit|exit|process\.exit|SystemExit)\(\s*(?:1|["'])/.test(text);
  const isTwo =
    /\bexit\s+(?:2\b|["']?\$)|\b(?:sys\.exit|exit|process\.exit|SystemExit)\(\s*(?!1\s*\)|0?\s*\)|["'])/.test(
      text,
    );
  return isOne && !isTwo && !restraint.test(text);
}

const harmless: ReadonlySet<string> = new Set(words('true : exit echo printf cat sleep date test ['));

export function isIdle(text: string): boolean {
  if (canRestrain(text)) return false;
  const { commands, doubts } = readShell(text);
  return doubts.length === 0 && commands.length > 0 && commands.every(({ name }) => harmless.has(name));
}

export function isEmpty(text: string): boolean {
  return text.split(/\r?\n/).every((line) => /^\s*(?:#.*)?$/.test(line));
}

/** Says which part of the line replaces the exit code that denies. */
export function lostExitCode(text: string): string | null {
  const statements = bareText(text)
    .split(/[;\n]/)
    .map((one) => one.trim())
    .filter((one) => one !== '');
  const bare = statements.join('\n');
  if (/[^&>|]&$/.test(bare)) return '"&" lets the action go ahead before the answer is there';
  if (/[^<]<\s*\/dev\/null\b/.test(bare)) return '"< /dev/null" hides the event, which comes on stdin';
  const lost = lostRefusal(bare, statements);
  if (lost !== null) return lost;
  if (exits.test(bare)) return null;
  const or = /\|\|\s*(true|:|exit\s+0|echo\b[^;|&]*|printf\b[^;|&]*)$/.exec(bare);
  if (or !== null) return `"|| ${or[1]?.trim()}" replaces the exit code, so only a reply in JSON denies`;
  const last = statements.at(-1) ?? '';
  if (statements.length > 1 && /^(?:true|:|exit +0)$/.test(last))
    return `"${last}" replaces the exit code, so only a reply in JSON denies`;
  const pipe = /[^|]\|\s*(tee|cat|logger|ts|head|tail|sed|sort|less|more|column)\b[^|;&\n]*$/.exec(bare);
  if (pipe === null || /pipefail/.test(bare)) return null;
  return `"| ${pipe[1]}" replaces the exit code, so only a reply in JSON denies; "set -o pipefail" in bash keeps it`;
}

const answer = /\b(?:decision|permissionDecision|hookSpecificOutput)\b/;
const refusal = /\b(?:den(?:y|ied)|block(?:ed|ing)?|forbidden|refus(?:e|ed|ing)|not allowed|must not)\b/i;
const toStderr = />&2|>\s*\/dev\/stderr|sys\.stderr|console\.error|process\.stderr/;

/** Whether all that it says against an action goes to stderr, which counts only as the reason of exit code 2. */
export function answersOnStderr(text: string): boolean {
  const lines = text.split('\n').filter((line) => !/^\s*(?:#|\/\/)/.test(line));
  if (refusesWithTwo(text)) return false;
  const answers = lines.filter((line) => answer.test(line));
  if (answers.length > 0) return answers.every((line) => toStderr.test(line));
  return !exits.test(text) && lines.some((line) => toStderr.test(line) && refusal.test(line));
}

export function refusesWithTwo(text: string): boolean {
  return /\b(?:exit|return) +2\b|\b(?:sys\.exit|process\.exit|SystemExit)\(\s*2\s*\)|exitCode *= *2\b/.test(
    text,
  );
}

function lostRefusal(bare: string, statements: readonly string[]): string | null {
  const refusals = bare.match(/\b(?:exit|return) +2\b/g) ?? [];
  if (refusals.length !== 1 || !/^(?:exit(?: +0)?|true|:|[})]|done)$/.test(statements.at(-1) ?? ''))
    return null;
  if (/\( *exit +2 *\)/.test(bare))
    return '"(exit 2)" ends only the part in parentheses, and the script goes on';
  if (/\|\s*while\b/.test(bare) && refusals[0]?.startsWith('exit') && /\bdone\b/.test(bare))
    return '"exit 2" in a loop behind "|" ends only the loop, and the script goes on';
  const isReturn =
    refusals[0]?.startsWith('return') === true && /^(?:exit|true|:)/.test(statements.at(-1) ?? '');
  return isReturn ? '"return 2" ends only the function, and the script goes on; "exit 2" denies' : null;
}

export function onlySearches(text: string): string | null {
  if (canRestrain(text) || text.includes('!')) return null;
  const { commands, doubts } = readShell(text);
  const last = commands.at(-1)?.name ?? '';
  return doubts.length === 0 && /^(?:[ef]?grep|rg|jq)$/.test(last) ? last : null;
}

export function bashOnly(text: string): string | null {
  const bare = bareText(text);
  const found =
    /(?:^|[\s;&|(])(\[\[)\s/.exec(bare) ??
    /(?:^|[^<])(<<<)/.exec(bare) ??
    /(?:^|[\s;])[A-Za-z_]\w*\+?(=\()/.exec(bare) ??
    /(?:^|[^&\d])(&>)/.exec(bare) ??
    /\[\s[^\]\n]*\s(==)\s[^\]\n]*\]/.exec(bare);
  return found?.[1] ?? null;
}

export function programsOf(text: string): readonly string[] {
  const { commands } = readShell(text);
  const names = commands.flatMap(({ kind, program, name }) =>
    kind === 'program' && program?.value === name && /^[\w.+-]+$/.test(name) ? [name] : [],
  );
  const looked = new Set(
    [...text.matchAll(/\b(?:command\s+-v|which|type|hash)\s+([\w.+-]+)/g)].map(([, name]) => name),
  );
  return [...new Set(names)].filter((name) => !looked.has(name) && !builtins.has(name));
}

const builtins: ReadonlySet<string> = new Set(
  `. : [ alias bg break builtin cd command continue declare dirs disown echo enable eval exec exit export false fc fg getopts
  hash help history jobs kill let local logout mapfile popd printf pushd pwd read readarray readonly return set shift shopt
  source suspend test times trap true type typeset ulimit umask unalias unset wait [[ ]] time coproc function print
  autoload emulate setopt unsetopt whence where zmodload`.split(/\s+/),
);
