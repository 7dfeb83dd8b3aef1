import { visible } from '../../../gateway/answer/visible.ts';
import type { DoctorFinding } from '../../../gateway/doctor/finding.ts';
import type { CommandRun } from '../../command.ts';
import { type AgentRow, type Examination, examine } from '../../doctor/examine.ts';
import { type ShownAgent, showAgents, showGuards } from '../../doctor/show-rows.ts';
import { counted } from '../../show/show-problem.ts';
import type { Terminal } from '../../terminal/terminal.ts';

export const runDoctor: CommandRun = async (call) => {
  const { options, terminal } = call;
  const examination = await examine(process.cwd(), call);
  if (options['json'] === true) terminal.print(JSON.stringify(examination, null, 2));
  else show(examination, terminal);
  return examination.ok ? 0 : 1;
};

function show({ ok, agents, guards, findings }: Examination, terminal: Terminal): void {
  const { colors, print } = terminal;
  showAgents(agents.map(shownAgent), terminal);
  showGuards(guards, terminal);
  if (findings.length > 0) print(colors.bold('findings'));
  for (const one of findings) showFinding(one, terminal);
  const isGuarding = guards.every(({ guarding }) => guarding);
  const errors = counted(findings.filter(({ level }) => level === 'error').length, 'error');
  if (ok) print(colors.green(isGuarding ? '✓ every guard guards' : '✓ nothing is wrong'));
  else print(colors.red(`✗ not everything is guarded: ${errors}`));
}

function shownAgent({ title, version, scope, file, guarding, milliseconds, problem }: AgentRow): ShownAgent {
  const name = version === null ? title : `${title} ${version}`;
  const note = problem ?? `refused what it must in ${milliseconds} ms`;
  return { title: name, scope, file, guarding, note };
}

function showFinding({ level, code, message, fix }: DoctorFinding, { colors, print }: Terminal): void {
  const paint = { error: colors.red, warning: colors.yellow, info: colors.dim }[level];
  print(`  ${paint(level)} ${visible(message)} ${colors.dim(`[${code}]`)}`);
  print(`    fix: ${colors.cyan(visible(fix))}`);
}
