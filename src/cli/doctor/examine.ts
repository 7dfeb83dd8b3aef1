import { shortPath } from '../../config/source/problem.ts';
import { agentFindings, unguardedFindings } from '../../gateway/doctor/agent-findings.ts';
import { agentVersion, versionFindings } from '../../gateway/doctor/agent-version.ts';
import { folderConfig, folderFindings } from '../../gateway/doctor/config-findings.ts';
import { daemonFacts, daemonFindings } from '../../gateway/doctor/daemon-findings.ts';
import { type DoctorFinding, type FindingLevel, finding, installFix } from '../../gateway/doctor/finding.ts';
import { matcherFindings } from '../../gateway/doctor/matcher-findings.ts';
import { GuardMemory } from '../../gateway/doctor/memory-findings.ts';
import { type Probe, probeLine, probePlugin, toolEvent } from '../../gateway/doctor/probe-line.ts';
import { scriptFindings } from '../../gateway/doctor/script-findings.ts';
import { stateFindings } from '../../gateway/doctor/state-findings.ts';
import { type InstalledAgent, installedAgents } from '../../gateway/install/installed-agents.ts';
import { checkedByMemory, checkGuards, guardsOf } from '../../policy-test/check-guards.ts';
import type { CommandCall } from '../command.ts';
import { watching } from '../terminal/progress.ts';
import { version } from '../version.ts';
import { type GuardRow, guardRows } from './guard-rows.ts';

export interface AgentRow {
  readonly name: string;
  readonly title: string;
  readonly scope: InstalledAgent['scope'];
  readonly file: string;
  readonly events: readonly string[];
  readonly version: string | null;
  readonly checked: string;
  readonly guarding: boolean;
  readonly milliseconds: number | null;
  readonly problem: string | null;
}

export interface Examination {
  readonly ok: boolean;
  readonly findings: readonly DoctorFinding[];
  readonly guards: readonly GuardRow[];
  readonly agents: readonly AgentRow[];
}

const order: readonly FindingLevel[] = ['error', 'warning', 'info'];

export async function examine(folder: string, call: CommandCall): Promise<Examination> {
  const { terminal, signal } = call;
  const [installed, config, daemon] = await Promise.all([
    installedAgents(folder),
    folderConfig(folder),
    daemonFacts(),
  ]);
  const memory = GuardMemory.read();
  // First: probes repair the folder's mode.
  const state = stateFindings();
  const [probes, tried, standing] = await Promise.all([
    Promise.all(installed.map((entry) => probeOf(entry, folder))),
    checkGuards(config, { signal, watch: watching(terminal) }),
    folderFindings(config, installed),
  ]);
  signal.throwIfAborted();
  const checks = tried.checks.map((check) => checkedByMemory(check, memory, config));
  const known = [
    ...unguardedFindings(installed, config.standings.length > 0),
    ...standing,
    ...scriptFindings(config),
    ...agentFindings(installed, config.declarations),
    ...matcherFindings(guardsOf(config), config.problems),
    ...checks.flatMap((check) => check.finding ?? []),
    ...tried.weak,
    ...memory.findings(config.declarations),
    ...daemonFindings(daemon, version),
    ...state,
  ];
  const agents = installed.map((entry, index) => agentRow(entry, probes[index] ?? null));
  const versions = new Map(installed.map(({ agent }) => [agent, agentVersion(agent)]));
  const findings = [
    ...known,
    ...brokenLines(installed, probes, known),
    ...[...versions].flatMap(([agent, version]) => versionFindings(agent, version)),
  ].sort((left, right) => order.indexOf(left.level) - order.indexOf(right.level));
  const isAsked = agents.some(({ guarding }) => guarding);
  return {
    ok: findings.every(({ level }) => level !== 'error'),
    findings,
    guards: guardRows(config, memory, { isAsked, checks }),
    agents,
  };
}

async function probeOf({ agent, file, lines }: InstalledAgent, folder: string): Promise<Probe | null> {
  const event = toolEvent(agent);
  const line = event === undefined ? undefined : lines.get(event[0]);
  if (event === undefined || line === undefined) return null;
  const probe = await probeLine(agent, event, line, folder);
  const isPlugin = agent.files.layout === 'plugin';
  return isPlugin && probe.kind === 'refused' ? probePlugin(agent, file, folder) : probe;
}

function agentRow({ agent, scope, file, events, problem }: InstalledAgent, probe: Probe | null): AgentRow {
  const { name, title, checked } = agent;
  const failed = probe === null ? 'it does not ask before tool calls' : unrefused(probe);
  return {
    name,
    title,
    scope,
    file,
    events,
    version: agentVersion(agent),
    checked: checked.version,
    guarding: problem === null && failed === null,
    milliseconds: probe?.milliseconds ?? null,
    problem: problem ?? failed,
  };
}

function unrefused({ kind, said }: Probe): string | null {
  if (kind === 'refused') return null;
  const [line = ''] = said.split('\n');
  return kind === 'passed' ? `it allowed a call that hookline always refuses: ${line}` : line;
}

/** A call that couldn't be judged may have a reason that is already listed. */
function brokenLines(
  installed: readonly InstalledAgent[],
  probes: readonly (Probe | null)[],
  known: readonly DoctorFinding[],
): readonly DoctorFinding[] {
  const isExplained = known.some(({ level }) => level === 'error');
  return installed.flatMap((entry, index) => {
    const probe = probes[index] ?? null;
    const why = probe === null ? 'it does not ask before tool calls' : unrefused(probe);
    if (why === null || entry.kind === 'settings-broken') return [];
    if (probe?.kind === 'unjudged' && isExplained) return [];
    return [
      finding('line-broken', `${entry.agent.title}, ${shortPath(entry.file)}: ${why}`, installFix(entry)),
    ];
  });
}
