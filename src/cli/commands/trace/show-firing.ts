import { shortPath } from '../../../config/source/problem.ts';
import type { Outcome, Run } from '../../../engine/outcome/outcome.ts';
import { oneLine } from '../../../gateway/answer/visible.ts';
import type { Change, FiringLine, RunLine } from '../../../trace/format/lines.ts';
import { localTime } from '../../../trace/read/local-time.ts';
import type { RecordedFiring } from '../../../trace/read/read-firings.ts';
import { showOutcome } from '../../show/show-outcome.ts';
import type { Colors, Terminal } from '../../terminal/terminal.ts';

export function firingRow({ firing }: RecordedFiring, colors: Colors): readonly string[] {
  const { at, point, tool, code, outcome, agent, session } = firing;
  return [
    colors.dim(timeText(at)),
    oneLine(session, 12),
    oneLine(agent ?? 'main', 16),
    oneLine(point, 40),
    oneLine(tool ?? '', 24),
    decisionText(firing, colors),
    oneLine(code ?? '', 16),
    oneLine(outcome.reason ?? subjectText(firing), 120),
  ];
}

export function showFiring(found: RecordedFiring, terminal: Pick<Terminal, 'colors'>): readonly string[] {
  const { firing, runs } = found;
  const { dim } = terminal.colors;
  const { product, session, agent, lineage, folder, code, config, durationMs, openRules = [] } = firing;
  const who = [agent ?? 'main', ...lineage].join(' of ');
  return [
    ...showOutcome(outcomeOf(found), terminal, {
      steps: runs.map((run) => ({ hook: run.hook, changes: runDetails(run) })),
    }),
    `  ${dim('when')}     ${timeText(firing.at)}, took ${durationMs.toFixed(1)} ms`,
    `  ${dim('who')}      ${oneLine(`${product ?? "a program's own loop"}, session ${session}, agent ${who}`)}`,
    ...(openRules.length === 0
      ? []
      : [`  ${dim('lifted')}   ${oneLine(`${openRules.join(', ')}, by a person`)}`]),
    ...(folder === null ? [] : [`  ${dim('folder')}   ${oneLine(folder)}`]),
    `  ${dim('event')}    ${firing.input === null ? '(not recorded)' : oneLine(JSON.stringify(firing.input), 1000)}`,
    `  ${dim('code')}     ${oneLine(code ?? '–')}   ${dim('configuration')} ${oneLine(config ?? '–')}   ${dim('id')} ${oneLine(firing.id)}`,
  ];
}

function outcomeOf({ firing, runs }: RecordedFiring): Outcome {
  return { ...firing.outcome, runs: runs as unknown as readonly Run[] } as Outcome;
}

function runDetails(run: RunLine): readonly string[] {
  const { place, kind, level, guard, mode, rule, changes, stdout, stderr, exitCode } = run;
  const where = place === null ? 'in code' : `${shortPath(place.file)}:${place.line}:${place.column}`;
  const mark = mode === 'enforce' ? null : mode;
  const facts = [kind, guard ? 'guard' : null, level, mark, rule && `rule ${rule}`];
  return [
    `${where}  ${facts.filter(Boolean).join(', ')}`,
    ...changes.map(changeText),
    ...(stdout === null ? [] : [`stdout: ${stdout}`]),
    ...(stderr === null ? [] : [`stderr: ${stderr}`]),
    ...(exitCode === null ? [] : [`exit code ${exitCode}`]),
  ];
}

function changeText({ op, path, before, after }: Change): string {
  const name = path === '' ? 'all of it' : path;
  if (op === 'add') return `+ ${name}: ${JSON.stringify(after)}`;
  if (op === 'remove') return `- ${name}: ${JSON.stringify(before)}`;
  return `~ ${name}: ${JSON.stringify(before)} → ${JSON.stringify(after)}`;
}

function decisionText({ outcome }: FiringLine, colors: Colors): string {
  const { decision, decidedBy, suppressed, resume, halted } = outcome;
  const by = decidedBy === null ? '' : ` by ${oneLine(decidedBy, 40)}`;
  if (decision === 'deny') return colors.red(`deny${by}`);
  if (decision === 'ask') return colors.yellow(`ask${by}`);
  if (halted) return colors.red('halt');
  if (resume) return colors.yellow(`resume${by}`);
  if (suppressed) return colors.yellow(`suppress${by}`);
  return colors.green(decision === 'allow' ? `allow${by}` : 'go ahead');
}

function subjectText({ input }: FiringLine): string {
  const { tool_input: subject, prompt } = (input ?? {}) as { tool_input?: unknown; prompt?: unknown };
  const shown = subject ?? prompt;
  return shown === undefined ? '' : JSON.stringify(shown);
}

function timeText(at: string): string {
  return oneLine(localTime(at, 'millisecond'), 40);
}
