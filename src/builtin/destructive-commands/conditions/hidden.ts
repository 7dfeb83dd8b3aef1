import { isDryRun } from '../../../shell/actions/dry-run.ts';
import { spelling, subcommandOf } from '../../../shell/read/queries.ts';
import type { Doubt, ShellCommand, ShellReading, ShellWord } from '../../../shell/read/reading.ts';
import { isPlainDoubt, runsCompiled } from '../../plain-program.ts';
import type { CallPlace, LineCondition } from '../rule.ts';

const setUp =
  /\b(?:ssh-agent|direnv|brew\s+shellenv|\w+env\s+init|fnm\s+env|conda|mamba|starship|zoxide|mise|asdf|dircolors|minikube|docker-machine|gpgconf|keychain|thefuck|register-python-argcomplete|op\s+completion|\w+\s+completion)\b/;

export const hidden: LineCondition = function* (reading, _, place) {
  for (const command of reading.commands) {
    const why = hiddenWord(command);
    if (why !== null) yield { command, why };
  }
  const doubt = reading.doubts.find((one) => one.about === 'line' || !isHarmless(one, reading, place));
  if (doubt !== undefined) yield { command: reading.commands[0], span: doubt.span, why: doubt.reason };
};

function isHarmless(doubt: Doubt, reading: ShellReading, place: CallPlace): boolean {
  const { text, commands } = reading;
  // Without a command, no other rule can look at the line.
  if (commands.length === 0) return false;
  const source = text.slice(doubt.span.start, doubt.span.end);
  const owner = commands.find(({ span }) => span.start === doubt.span.start && span.end === doubt.span.end);
  if (owner !== undefined && isDryRun(owner)) return true;
  if (/runs what it reads from its input/.test(doubt.reason)) return isWaiting(doubt, reading);
  if (
    runsCompiled(
      doubt,
      reading,
      commands.flatMap((command) => place.pathsOf(command)),
    )
  )
    return true;
  if (/^code/.test(doubt.reason) && isPlainDoubt(doubt, reading)) return true;
  const words = text.split(/\s/);
  if (words.some((word) => word === '/' || isForce(word))) return false;
  if (/SHELL\b/.test(source) && /\s-[a-z]*c\b/.test(text)) return false;
  return (
    setUp.test(source) ||
    around(doubt, reading).some((own) => setUp.test(own)) ||
    isPlainDoubt(doubt, reading)
  );
}

function around({ span }: Doubt, { text, commands }: ShellReading): readonly string[] {
  return commands
    .filter((one) => one.span.start <= span.start && one.span.end >= span.end)
    .map((one) => text.slice(one.span.start, one.span.end));
}

/** Without input, a shell waits for the person: `docker exec -it app sh`. */
function isWaiting({ span }: Doubt, { commands }: ShellReading): boolean {
  return commands
    .filter((one) => one.span.start >= span.start && one.span.end <= span.end)
    .every(
      ({ inside, redirections, words }) =>
        !words.some(({ pieces }) =>
          pieces.some((piece) => piece.kind === 'unknown' && piece.from === 'process'),
        ) &&
        !inside.some((one) => one.kind === 'pipe' && one.position > 0) &&
        !redirections.some(({ operator }) => operator.startsWith('<')),
    );
}

function isForce(word: string): boolean {
  if (word.startsWith('--')) return /^--(?:force|hard|recursive|no-preserve-root)/.test(word);
  return word.startsWith('-') && /[rR]/.test(word) && word.includes('f');
}

function hiddenWord(command: ShellCommand): string | null {
  const { card, name, words } = command;
  if (card?.depth !== undefined && powerful.test(card.changes ?? '')) {
    const first = words.find((word) => !/^-/.test(spelling(word)));
    if (first !== undefined && isUnknown(first) && (subcommandOf(command)?.path.length ?? 0) === 0)
      return `what ${name} is to do is only known at run time`;
    if (card.changes === 'repository' && words.some(isOptions))
      return 'its options are only known at run time';
  }
  if (card?.dialect === undefined && name !== 'source' && name !== '.') return null;
  const script = words.find((word) => !/^-/.test(spelling(word)));
  const last = script?.pieces.at(-1);
  const isCode = words.some((word) => /^-[a-z]*[cn]$/.test(spelling(word)));
  return !isCode &&
    script !== undefined &&
    isUnknown(script) &&
    last?.kind === 'unknown' &&
    last.from !== 'process'
    ? 'which script it runs is only known at run time'
    : null;
}

const powerful = /^(?:repository|containers|cloud|services)$/;

function isUnknown({ value, pieces, choices }: ShellWord): boolean {
  return value === null && choices.length === 0 && pieces.some(({ kind }) => kind === 'unknown');
}

function isOptions({ value, splits, pieces }: ShellWord): boolean {
  return (
    value === null &&
    splits &&
    pieces.every(
      (piece) => piece.kind === 'unknown' && piece.from === 'variable' && /FLAG|OPT|ARG/i.test(piece.name),
    )
  );
}
