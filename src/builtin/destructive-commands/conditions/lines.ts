import { spelling } from '../../../shell/read/queries.ts';
import type { ShellCommand, ShellWord, Surrounding } from '../../../shell/read/reading.ts';
import type { LineCondition } from '../rule.ts';
import { hidden } from './hidden.ts';
import { dropped } from './sql.ts';

function runsCode({ name, card }: ShellCommand): boolean {
  return card?.language !== undefined || card?.dialect !== undefined || /^(?:source|\.|eval)$/.test(name);
}

const fetchedAndRun: LineCondition = function* (reading, commands, place) {
  // Packages and repositories have rules of their own.
  const fetching = commands.filter((one) => one.card?.changes === undefined && place.talks(one));
  if (fetching.length === 0) return;
  const saved = new Map(fetching.flatMap((one) => savedBy(one).map((path) => [plainPath(path), one])));
  const pipes = new Map(
    fetching.flatMap((one) => pipesOf(one).map(({ pipe, position }) => [pipe, { one, position }])),
  );
  const substituted = fetching.filter(({ inside }) =>
    inside.some(({ kind }) => kind === 'substitution' || kind === 'process-substitution'),
  );
  for (const runner of reading.commands) {
    // `./install.sh`, where the line fetched it.
    let source = runner.program === null ? undefined : saved.get(plainPath(spelling(runner.program)));
    if (source === undefined && runsCode(runner)) {
      // For `jq . FILE`, the file is data.
      const isData = /^(?:jq|awk|sed)$/.test(runner.card?.language ?? '') && runner.code.length > 0;
      for (const word of isData ? [] : runner.words) source ??= saved.get(plainPath(spelling(word)));
      if (runsInput(runner))
        for (const { pipe, position } of pipesOf(runner)) {
          const fed = pipes.get(pipe);
          if (fed !== undefined && fed.position < position) source ??= fed.one;
        }
      source ??= takesOutput(runner) ? substituted.find((one) => isWithinSpan(one, runner)) : undefined;
    }
    if (source !== undefined) yield { command: source };
  }
};

function isWithinSpan({ span }: ShellCommand, { span: own, redirections }: ShellCommand): boolean {
  return [own, ...redirections.flatMap(({ text }) => text?.span ?? [])].some(
    ({ start, end }) => span.start >= start && span.end <= end,
  );
}

function plainPath(path: string): string {
  return path.replace(/^\.\//, '');
}

function pipesOf({ inside }: ShellCommand): readonly (Surrounding & { readonly kind: 'pipe' })[] {
  return inside.filter((one) => one.kind === 'pipe');
}

function takesOutput({ words, redirections }: ShellCommand): boolean {
  return (
    words.some((word) => /\$\(|`|<\(/.test(word.source)) ||
    redirections.some(({ target, text }) => /<\(|\$\(/.test(`${target?.source} ${text?.source}`))
  );
}

function savedBy({ words, redirections }: ShellCommand): readonly string[] {
  const texts = words.map(spelling);
  const named = texts.filter((_, at) =>
    /^(?:-[a-zA-Z]*[oO]|--output|--output-document)$/.test(texts[at - 1] ?? ''),
  );
  const attached = texts.flatMap((text) => /^--output(?:-document)?=(.+)$/.exec(text)?.[1] ?? []);
  const remote = texts.flatMap(
    (text) => /^(?:[a-z]+:\/\/)?[^\s/]+\/(?:.*\/)?([^/?#]+)(?:[?#].*)?$/.exec(text)?.[1] ?? [],
  );
  return [...named, ...attached, ...remote, ...redirections.flatMap(({ target }) => target?.value ?? [])];
}

/** Whether it runs its input, rather than reading it as data. */
function runsInput({ card, words, code }: ShellCommand): boolean {
  if (card?.dialect === undefined) return code.some(({ text }) => isFromInput(text));
  const texts = words.map(spelling);
  if (texts.some((text) => /^-[a-zA-Z]*c$/.test(text))) return false;
  const operand = texts.find((text) => !/^[-+]./.test(text));
  return (
    operand === undefined ||
    /^(?:-|\/dev\/stdin)$/.test(operand) ||
    texts.some((text) => /^-[a-z]*s$/.test(text))
  );
}

function isFromInput({ pieces }: ShellWord): boolean {
  return pieces.some((piece) => piece.kind === 'unknown' && piece.from === 'input');
}

const shellToOthers: LineCondition = function* (_, commands) {
  for (const command of commands)
    if (
      (runsCode(command) || command.name === 'exec') &&
      command.redirections.some(({ target }) => /^\/dev\/(?:tcp|udp)\//.test(target?.value ?? ''))
    )
      yield { command };
};

const forkBomb: LineCondition = function* ({ commands }) {
  for (const command of commands) {
    const isIn = command.inside.some((one) => one.kind === 'function' && one.name === command.name);
    const isMany = command.inside.some(({ kind }) => kind === 'background' || kind === 'pipe');
    if (command.kind === 'function' && isIn && isMany) yield { command };
  }
};

export const lineConditions: Readonly<Record<string, LineCondition>> = {
  fetchedAndRun,
  shellToOthers,
  forkBomb,
  dropped,
  hidden,
};
