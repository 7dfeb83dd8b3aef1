import { mayRunAnything, spelling, subcommandOf } from '../../../shell/queries.ts';
import type { Doubt, ShellCommand, ShellReading, ShellWord } from '../../../shell/reading.ts';
import { isPlainProgram } from '../../plain-program.ts';
import { isDryRun } from '../dry-run.ts';
import { type DangerRule, type Finding, sourceOf, type Test } from '../rule.ts';

/** Evaluations that shells' own set-up needs. */
const setUp =
  /\b(?:ssh-agent|direnv|brew\s+shellenv|\w+env\s+init|fnm\s+env|conda|mamba|starship|zoxide|mise|asdf|dircolors|minikube|docker-machine|gpgconf|keychain|thefuck|register-python-argcomplete|op\s+completion|\w+\s+completion)\b/;

const hidden: Test = (command, { reading }) => {
  const own = hiddenWord(command, reading);
  if (own !== null || reading.commands[0] !== command || !mayRunAnything(reading)) return own;
  const doubt = reading.doubts.find((one) => one.about === 'line' || !isHarmless(one, reading));
  return doubt === undefined
    ? null
    : { about: reading.text.slice(doubt.span.start, doubt.span.end).slice(0, 120), why: doubt.reason };
};

function isHarmless(doubt: Doubt, reading: ShellReading): boolean {
  const { text } = reading;
  const source = text.slice(doubt.span.start, doubt.span.end);
  const owner = reading.commands.find(
    ({ span }) => span.start === doubt.span.start && span.end === doubt.span.end,
  );
  if (owner !== undefined && isDryRun(owner)) return true;
  if (/runs what it reads from its input/.test(doubt.reason)) return isWaiting(doubt, reading);
  const words = text.split(/\s/);
  if (words.some((word) => word === '/' || isForce(word))) return false;
  if (/SHELL\b/.test(source) && /\s-[a-z]*c\b/.test(text)) return false;
  return (
    setUp.test(source) ||
    around(doubt, reading).some((own) => setUp.test(own)) ||
    (/program/.test(doubt.reason) && isPlainProgram(source))
  );
}

/** The commands that something is part of, as they stand in the line: other commands of the line say nothing about it. */
function around({ span }: Doubt, { text, commands }: ShellReading): readonly string[] {
  return commands
    .filter((one) => one.span.start <= span.start && one.span.end >= span.end)
    .map((one) => text.slice(one.span.start, one.span.end));
}

/** A shell that is given nothing reads from whoever runs the line: `docker exec -it app sh`. */
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

/** `-rf`, in any order, and the long options of that kind. */
function isForce(word: string): boolean {
  if (word.startsWith('--')) return /^--(?:force|hard|recursive|no-preserve-root)/.test(word);
  return word.startsWith('-') && /[rR]/.test(word) && word.includes('f');
}

/** Programs whose subcommands may destroy. */
const powerful =
  /^(?:git|docker|podman|kubectl|helm|terraform|tofu|terragrunt|aws|gcloud|az|systemctl|pulumi)$/;

/** A word that says what a command does, but only at run time. */
function hiddenWord(command: ShellCommand, reading: ShellReading): Finding | null {
  const about = sourceOf(command, reading);
  if (powerful.test(command.name)) {
    const sub = subcommandOf(command);
    const first = command.words.find((word) => !/^-/.test(spelling(word)));
    if (first !== undefined && isUnknown(first) && (sub?.path.length ?? 0) === 0)
      return { about, why: `what ${command.name} is to do is only known at run time` };
    if (command.name === 'git' && command.words.some(isOptions))
      return { about, why: 'its options are only known at run time' };
  }
  const isScript = /^(?:source|\.|sh|bash|dash|zsh|ksh)$/.test(command.name);
  const [script] = command.words.filter((word) => !/^-/.test(spelling(word)));
  const isCode = command.words.some((word) => /^-[a-z]*[cn]$/.test(spelling(word)));
  const last = script?.pieces.at(-1);
  return isScript &&
    !isCode &&
    script !== undefined &&
    isUnknown(script) &&
    last?.kind === 'unknown' &&
    last.from !== 'process'
    ? { about, why: 'which script it runs is only known at run time' }
    : null;
}

function isUnknown({ value, pieces, choices }: ShellWord): boolean {
  return value === null && choices.length === 0 && pieces.some(({ kind }) => kind === 'unknown');
}

/** A variable that holds options, by its name, or an output. */
function isOptions({ value, splits, pieces }: ShellWord): boolean {
  return (
    value === null &&
    splits &&
    pieces.every(
      (piece) => piece.kind === 'unknown' && piece.from === 'variable' && /FLAG|OPT|ARG/i.test(piece.name),
    )
  );
}

export const hiddenRule: DangerRule = {
  id: 'remote-code.hidden',
  severity: 'ask',
  catches:
    'Lines that cannot be read, and code, programs, subcommands and scripts that are only known at run time.',
  why: 'it cannot be told what runs',
  instead: 'Write the command out.',
  test: hidden,
  stops: [
    '$X -rf /',
    'eval "$CODE"',
    'echo "$B" | base64 -d | sh',
    'bash -c "$CMD"',
    'git $ACTION --hard',
    'source "$SCRIPT"',
  ],
  passes: [
    'eval "$(ssh-agent -s)"',
    '"$PYTHON" -m pytest',
    'echo "$X"',
    'source "$DIR/env.sh"',
    'docker exec -it app sh',
  ],
};
