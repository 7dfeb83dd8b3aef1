import { visible } from '../../../gateway/answer/visible.ts';
import type { DoctorFinding } from '../../../gateway/doctor/finding.ts';
import type { CommandRun } from '../../command.ts';
import { type AgentRow, type Examination, examine } from '../../doctor/examine.ts';
import { type ShownAgent, showAgents, showGuards } from '../../doctor/show-rows.ts';
import { counted } from '../../show/show-problem.ts';
import type { Terminal } from '../../terminal/terminal.ts';

export const runDoctor: CommandRun = async (call) => {
  const examination = await examine(process.cwd(), call);
  const exitCode = examination.ok ? 0 : 1;
  if (call.isJson) return call.terminal.printJson(examination, exitCode);
  show(examination, call.terminal);
  return exitCode;
};

function show({ ok, agents, guards, findings }: Examination, terminal: Terminal): void {
  const { colors, print } = terminal;
  showAgents(agents.map(shownAgent), terminal);
  showGuards(guards, terminal);
  if (findings.length > 0) print(colors.bold('findings'));
  for (const finding of findings) showFinding(finding, terminal);
  const isGuarding = guards.every(({ guarding }) => guarding);
  const errors = counted(findings.filter(({ level }) => level === 'error').length, 'error');
  if (ok) print(colors.green(isGuarding ? '✓ every guard works' : '✓ nothing is wrong'));
  else print(colors.red(`✗ not everything is guarded: ${errors}`));
}

function shownAgent({ title, version, scope, file, guarding, milliseconds, problem }: AgentRow): ShownAgent {
  const name = version === null ? title : `${title} ${version}`;
  const note = problem ?? `blocks in ${milliseconds} ms`;
  return { title: name, scope, file, guarding, note };
}

function showFinding({ level, code, message, fix }: DoctorFinding, { colors, print }: Terminal): void {
  const paint = { error: colors.red, warning: colors.yellow, info: colors.dim }[level];
  print(`  ${paint(level)} ${visible(message)} ${colors.dim(`[${code}]`)}`);
  print(`    fix: ${colors.cyan(visible(fix))}`);
}
