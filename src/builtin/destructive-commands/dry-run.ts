import { spelling, subcommandOf } from '../../shell/queries.ts';
import type { ShellCommand } from '../../shell/reading.ts';

/** The options with which programs only say what they would do. */
const dryRuns: readonly (readonly [programs: RegExp, option: RegExp])[] = [
  [/^git$/, /^(?:--dry-run|-[fdxXqvui]*n[fdxXqvuin]*)$/],
  [/^git$/, /^--analyze$/],
  [/^(?:kubectl|oc|k|helm)$/, /^--dry-run(?:=(?:client|server|true))?$/],
  [/^aws$/, /^--(?:dryrun|dry-run)$/],
  [/^(?:apt|apt-get|aptitude)$/, /^(?:-[yqV]*s[yqV]*|--(?:dry-run|simulate|just-print|no-act|recon))$/],
  [/^(?:npm|pnpm|yarn|rclone|docker|docker-compose|cargo|gem|twine|pip)$/, /^--dry-run$/],
  [/^rsync$/, /^(?:--dry-run|-[avzrhPuxHAXlptgoD]*n[avzrhPuxHAXlptgoDn]*)$/],
  [/^(?:mkfs\.ext[234]|mke2fs)$/, /^-n$/],
  [/^wipefs$/, /^(?:-n|--no-act)$/],
  [/^zfs$/, /^-[rRfvp]*n[rRfvpn]*$/],
  [/^pulumi$/, /^--preview-only$/],
  [/^pacman$/, /^(?:-R[a-oq-z]*p[a-z]*|--print)$/],
  [/^(?:ansible|ansible-playbook)$/, /^(?:-C|--check)$/],
];

const handedOn = /^(?:-[a-zA-Z]*o|--push-option)$/;
const takenBack = /^--(?:no-dry-?run|dry-?run=(?:none|false|0|no))$/;

/** Whether a command only prints its help, or only says what it would do. */
export function isDryRun(command: ShellCommand): boolean {
  const end = command.words.findIndex(({ value }) => value === '--');
  const words = (end < 0 ? command.words : command.words.slice(0, end)).map(spelling);
  if (isQuestion(command, words)) return true;
  if (words.some((word) => takenBack.test(word))) return false;
  // What is handed on as a value is no option: `git push -o --dry-run`.
  const options = words.filter((_, at) => !handedOn.test(words[at - 1] ?? ''));
  return dryRuns.some(
    ([programs, option]) => programs.test(command.name) && options.some((word) => option.test(word)),
  );
}

/**
 * `--help` alone is a question. Behind other words it is one only for programs with subcommands: some systems' `rm -r / --help`
 * removes.
 */
function isQuestion(command: ShellCommand, words: readonly string[]): boolean {
  if (words.length === 1 && /^(?:-h|-V|-help|--help|--version)$/.test(words[0] ?? '')) return true;
  const sub = subcommandOf(command);
  if (sub === null || command.wraps !== null)
    return isManaging.test(command.name) && words.includes('--help');
  if (sub.path[0] === 'help' || (command.name === 'aws' && words.at(-1) === 'help')) return true;
  const own = sub.words.map(spelling);
  return words.some((word) => /^--?help$/.test(word)) || (own.length === 1 && own[0] === '-h');
}

/** Programs whose options may stand anywhere. */
const isManaging =
  /^(?:prisma|sequelize|sequelize-cli|knex|typeorm|drizzle-kit|supabase|psql|userdel|usermod|wrangler|argocd|flux|eksctl|kind|minikube|k3d|serverless|sls|cdk|sam)$/;
