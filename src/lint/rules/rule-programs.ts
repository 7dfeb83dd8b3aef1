import type { PlacedRule } from '../../config/hookline-yaml/permissions-reader.ts';
import { usualPrograms } from '../../config/rules/usual-programs.ts';
import { type Problem, warning } from '../../config/source/problem.ts';
import { nearest } from '../../engine/values/suggest.ts';
import { words } from '../../engine/values/text.ts';
import { PermissionRules } from '../../permissions/permission-rules.ts';
import { findInPath } from '../../processes/find-in-path.ts';
import { cardOf } from '../../shell/programs/cards.ts';

const subcommands: ReadonlyMap<string, readonly string[]> = new Map(
  Object.entries({
    git: `add apply archive bisect branch checkout cherry-pick clean clone commit config diff fetch filter-branch gc grep init
      maintenance merge notes pull push rebase reflog remote reset restore revert send-pack show stash status submodule subtree
      switch update-ref worktree`,
    npm: `access adduser audit cache config deprecate dist-tag exec init install link login logout outdated owner pack prune
      publish rebuild restart search start stop test token uninstall unlink unpublish update version view whoami`,
    docker: `attach build compose container context cp create exec image images inspect kill login logout logs network pause
      port prune pull push rename restart start stats stop swarm system unpause update volume wait`,
    kubectl: `annotate apply attach auth config cordon create debug delete describe diff drain edit exec expose get label logs
      patch port-forward proxy replace rollout scale taint uncordon wait`,
    cargo:
      'bench build check clean clippy doc fetch fix init install login logout owner publish remove search test uninstall update yank',
    terraform:
      'apply console destroy force-unlock graph import init output plan providers refresh show state taint validate workspace',
  }).map(([program, names]) => [program, words(names)]),
);
/** Shorter words are usually aliases. */
const minLength = 4;

export function programWarnings(restraints: readonly PlacedRule[]): readonly Problem[] {
  const all = new PermissionRules({ deny: restraints.map(({ rule }) => rule) });
  return restraints.flatMap(({ rule, place }) => {
    const [, tool = '', content = ''] =
      /^(Bash|shell|run_shell_command)\((.+?)(?::\*)?\)$/s.exec(rule.trim()) ?? [];
    const misspelt = misspeltProgram(content.split(/\s+/));
    if (misspelt !== null) return [warning('rule-program', `${JSON.stringify(rule)}: ${misspelt}`, place)];
    const [, command, option] = /^([^-*]+) (-[^\s*]+(?: -[^\s*]+)*)(?: \*)?$/.exec(content) ?? [];
    if (command === undefined || option === undefined || !rule.includes('*')) return [];
    const line = `${command} x ${option}`;
    if (all.denies({ toolName: 'Bash', input: { command: line }, cwd: '/' }) !== null) return [];
    const added = `${tool}(${command} * ${option})`;
    const message = `${JSON.stringify(rule)} does not cover ${JSON.stringify(line)}, with the option last; add ${JSON.stringify(added)}`;
    return [warning('rule-option', message, place)];
  });
}

function misspeltProgram([program = '', subcommand = '']: readonly string[]): string | null {
  if (!/^[a-z][\w.+-]*$/.test(program)) return null;
  const known = subcommands.get(program);
  if (known !== undefined) {
    if (subcommand.length < minLength || !/^[a-z-]+$/.test(subcommand) || known.includes(subcommand))
      return null;
    if (cardOf(`${program} ${subcommand}`) !== null) return null;
    const near = nearest(subcommand, known);
    return near === null ? null : `${program} has no "${subcommand}"; did you mean "${program} ${near}"?`;
  }
  if (
    usualPrograms.has(program) ||
    cardOf(program) !== null ||
    findInPath(program, process.env['PATH'] ?? '') !== null
  )
    return null;
  const near = nearest(program, usualPrograms);
  return near === null ? null : `no program "${program}" is on the PATH; did you mean "${near}"?`;
}
