import type { Effect } from '../../engine/outcome/effects.ts';
import type { Outcome, Run } from '../../engine/outcome/outcome.ts';
import { describe } from '../../engine/values/text.ts';
import { oneLine, visible } from '../../gateway/answer/visible.ts';
import type { HookOutput, HookOutputs } from '../../policy-test/hook-output.ts';
import { layOutTable } from '../terminal/table.ts';
import type { Colors, Terminal } from '../terminal/terminal.ts';

const maxLines = 8;

function outputLines(run: Run, output: HookOutput, isVerbose: boolean): readonly string[] {
  const lines = (['stdout', 'stderr'] as const).flatMap((name) => {
    const text = output[name].trimEnd();
    return text === '' || (!isVerbose && isShownElsewhere(run, name, text))
      ? []
      : streamLines(name, text, isVerbose);
  });
  if (isVerbose && output.exitCode !== null) lines.push(`exit    ${output.exitCode}`);
  return lines;
}

function isShownElsewhere(
  { status, error, effects, dropped }: Run,
  name: 'stdout' | 'stderr',
  text: string,
): boolean {
  const isReply = name === 'stdout' && status === 'ok' && effects.length + dropped.length > 0;
  if (isReply && text.trimStart().startsWith('{')) return true;
  const shown = [error ?? '', ...effects.map((effect) => JSON.stringify(effect))];
  return shown.some((line) => line.includes(text) || line.includes(JSON.stringify(text).slice(1, -1)));
}

function streamLines(name: string, text: string, isVerbose: boolean): readonly string[] {
  const lines = visible(text).split('\n');
  const shown = isVerbose ? lines : lines.slice(0, maxLines);
  const rest = lines.length - shown.length;
  return [
    ...shown.map((line) => `${name}  ${isVerbose ? line : line.slice(0, 500)}`),
    ...(rest > 0 ? [`${name}  … ${rest} more ${rest === 1 ? 'line' : 'lines'}; -v shows all`] : []),
  ];
}

export interface HookChange {
  readonly hook: string;
  readonly changes: readonly string[];
}

export function goesAhead({ decision, halted, resume }: Outcome): boolean {
  return decision !== 'deny' && decision !== 'ask' && !halted && !resume;
}

interface ShownBeside {
  readonly steps?: readonly HookChange[];
  readonly outputs?: HookOutputs;
  readonly isVerbose?: boolean;
}

export function showOutcome(
  outcome: Outcome,
  { colors }: Pick<Terminal, 'colors'>,
  { steps = [], outputs, isVerbose = false }: ShownBeside = {},
): readonly string[] {
  const { bold, dim } = colors;
  const lines = [`${bold(oneLine(outcome.point))}  ${verdict(outcome, colors)}`];
  if (outcome.modified) lines.push(`  ${dim('value')}    ${oneLine(JSON.stringify(outcome.value), 500)}`);
  for (const { content, into, hook } of outcome.injections)
    lines.push(
      `  ${dim('inject')}   ${visible(describe(content))} into ${oneLine(into)} ${dim(`by ${oneLine(hook)}`)}`,
    );
  for (const { message, level, hook } of outcome.notices)
    lines.push(`  ${dim(oneLine(level).padEnd(8))} ${indent(message)} ${dim(`by ${oneLine(hook)}`)}`);
  const rows = layOutTable({ rows: outcome.runs.map((run) => runRow(run, colors)) });
  if (rows.length === 0) lines.push(dim('  no hook ran'));
  for (const [index, row] of rows.entries()) {
    lines.push(`  ${row}`);
    for (const change of steps[index]?.changes ?? []) lines.push(`       ${oneLine(change, 500)}`);
    const run = outcome.runs[index];
    if (outputs !== undefined && run !== undefined)
      for (const line of outputLines(run, outputs.of(run), isVerbose)) lines.push(`       ${dim(line)}`);
  }
  return lines;
}

function verdict(
  { decision, reason, decidedBy, halted, haltReason, resume, suppressed }: Outcome,
  colors: Colors,
): string {
  const by = decidedBy === null ? '' : ` by ${oneLine(decidedBy)}`;
  const why = reason === null ? '' : `: ${indent(reason)}`;
  const words: string[] = [];
  if (decision === 'deny') words.push(colors.red(`deny${by}${why}`));
  if (decision === 'ask') words.push(colors.yellow(`ask${by}${why}`));
  if (decision === 'allow') words.push(colors.green(`allow${by}${why}`));
  if (resume) words.push(colors.yellow(`resume${by}${why}`));
  if (suppressed) words.push(colors.yellow('suppress the output'));
  if (halted) words.push(colors.red(`halt${haltReason === null ? '' : `: ${indent(haltReason)}`}`));
  return words.length === 0 ? colors.green('go ahead') : words.join(', ');
}

const signs = { ok: '✓', failed: '✗', skipped: '–' } as const;

function runRow(
  { hook, status, failure, error, durationMs, effects, dropped }: Run,
  colors: Colors,
): string[] {
  const color = { ok: colors.green, failed: colors.red, skipped: colors.dim }[status];
  const time = durationMs === null ? '' : `${durationMs.toFixed(1)} ms`;
  const did = [
    ...(failure === null ? [] : [`${failure}: ${error ?? ''}`]),
    ...effects.map(effectText),
    ...dropped.map((effect) => `not obeyed: ${effectText(effect)}, because ${effect.why}`),
  ];
  const nothing = { ok: 'no objection', failed: 'failed', skipped: 'skipped: the chain had ended' }[status];
  return [
    color(signs[status]),
    oneLine(hook),
    colors.dim(time),
    did.length === 0 ? colors.dim(nothing) : oneLine(did.join('; '), 500),
  ];
}

function effectText(effect: Effect): string {
  switch (effect.type) {
    case 'modify':
      return `modify to ${JSON.stringify(effect.value)}`;
    case 'inject':
      return `inject ${describe(effect.content)} into ${effect.into}`;
    case 'notify':
      return `${effect.level} ${describe(effect.message)}`;
    case 'suppress':
      return 'suppress';
    default:
      return effect.reason ? `${effect.type} ${describe(effect.reason)}` : effect.type;
  }
}

function indent(text: string): string {
  return visible(text).trimEnd().replaceAll('\n', '\n    ');
}
