import { pointNamed } from '../../engine/points/point.ts';
import type { AgentProduct, NativeEvent } from '../agents/agent-product.ts';
import { exitCodeOffset } from '../daemon/wire.ts';
import { firstStageSum, systemFolder } from './checksums.ts';

/** How a line is installed. */
export interface LineOptions {
  /** A configuration must be found: the lines of a project. */
  readonly required: boolean;
  /** Let go when hookline is missing. */
  readonly open: boolean;
}

/** What happens when hookline cannot answer: see the launcher. */
type LineKind = 'refuse' | 'resume' | 'tell';

/** How long an agent is told to wait for hookline. */
export const installedSeconds = 600;

/** The line spells the place of the launcher this way on every machine, so this shows that a line is hookline's. */
// biome-ignore lint/suspicious/noTemplateCurlyInString: the shell expands it
const launcher = '${XDG_DATA_HOME:-$HOME/.local/share}/hookline/hook';

/** What the machine's administrator installed counts first. From a path that counts from the current folder, a project would answer. */
const place = `h=${systemFolder}/hook; test -e $h || h=${launcher}; case $h in /*);; *) h=$HOME/.local/share/hookline/hook;; esac; d=$\{h%/*}`;

const shell = '/bin/sh';

const missing = 'hookline is missing or broken here';
const fix = 'To fix it, run hookline install in a terminal, or remove this line.';
const blocked = `echo ${missing}, so this is blocked. ${fix} >&2; exit 2`;
const unchecked = `echo ${missing}, so this goes unchecked. ${fix} >&2; exit 1`;

/** A text that no program knew before: the launcher must repeat it, so a script that only ends with the right code answers nothing. */
const nonce =
  'n=; test -r /proc/sys/kernel/random/uuid && read n </proc/sys/kernel/random/uuid; case $n in ?*);; *) n=$(command -p od -An -N16 -tx8 /dev/urandom);; esac';

/** Without it, nobody knows where hookline is. */
const homeless =
  'case $HOME in /*);; *) echo HOME names no folder here, so that hookline is not found: start the agent with HOME set. >&2;; esac';

const files = '$h $d/launch $d/manifest';

/** The first stage must be the one that the line names. Reading is limited in time, since a file may have no end. */
const sums = `s=$(ulimit -t 9; command -p sha256sum ${files} 2>/dev/null || command -p shasum -a 256 ${files} 2>/dev/null)`;
const isReady = 'test -f $h && test -f $d/launch && test -f $d/manifest && test $n';

/** What the line does when there is no launcher. No word of it may hold a quote or a backslash. */
const endings: Readonly<Record<LineKind, string>> = {
  refuse: `cat >/dev/null; ${blocked}`,
  resume: `case $(cat) in *stop_hook_active??true*) ${unchecked};; esac; ${blocked}`,
  tell: `cat >/dev/null; ${unchecked}`,
};

/** The exit codes of answers, as the agent knows them. With any other one, nobody has judged. */
const answers = [0, 1, 2].map((code) => `${exitCodeOffset + code}) exit ${code};;`).join(' ');

/** What happens at an event when hookline cannot answer. */
export function lineKind(event: NativeEvent, { open }: Pick<LineOptions, 'open'>): LineKind {
  if (open || event.refuses !== true) return 'tell';
  return pointNamed(event.point).block === 'resume' ? 'resume' : 'refuse';
}

/**
 * The line in an agent's configuration. It is the same on every machine and for every version, since an agent may trust
 * nothing but the very line that its user saw. Any shell passes it on to `sh` as it is: there is no quote and no
 * backslash inside. `IFS=` and `set -f` keep the unquoted paths whole. The search path may lead to another `sh`.
 */
export function hookLine(agent: AgentProduct, name: string, options: LineOptions): string {
  const { [name]: event } = agent.events;
  if (event === undefined) throw new TypeError(`${agent.title} has no event ${name}`);
  const kind = lineKind(event, options);
  const asked = agent.payload.eventInLine === true ? `${agent.name}:${name}` : agent.name;
  const required = options.required ? ' --required' : '';
  const call = `o=$(${shell} $h $s ${kind} ${watchdogSeconds(event)} --nonce=$n ${asked}${required}); c=$?`;
  const answer = `case $o in *$n) printf %s $\{o%$n} && case $c in ${answers} esac;; esac`;
  return `${shell} -c 'IFS=; set -f; ${place}; ${nonce}; case $h in /*) if ${isReady}; then ${sums}; case $s in ${firstStageSum}*) ${call}; ${answer};; esac; fi;; esac; ${homeless}; ${endings[kind]}'`;
}

/** Whether hookline wrote the line, in this version or another. */
export function isHookLine(line: unknown): boolean {
  return typeof line === 'string' && line.includes(launcher);
}

/** The answer must come before the agent gives up, since it goes ahead then. */
function watchdogSeconds({ timeoutSeconds = installedSeconds }: NativeEvent): number {
  return Math.max(1, Math.floor(timeoutSeconds) - (timeoutSeconds > 6 ? 5 : 1));
}
