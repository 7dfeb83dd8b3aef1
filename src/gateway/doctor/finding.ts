import { dirname } from 'node:path';
import type { InstalledAgent } from '../install/installed-agents.ts';
import { quoted } from '../trust/changed-since-trust.ts';

export type FindingLevel = 'error' | 'warning' | 'info';

interface FindingKind {
  readonly level: FindingLevel;
  readonly meaning: string;
  readonly fix: string;
}

export const findingCodes = {
  'nobody-asks': {
    level: 'error',
    meaning: 'No agent asks hookline in this folder, so that nothing is guarded.',
    fix: 'hookline install --yes',
  },
  'agent-unguarded': {
    level: 'warning',
    meaning: 'An agent of this machine does not ask hookline in this folder. Others do.',
    fix: 'hookline install AGENT --yes',
  },
  'launcher-missing': {
    level: 'error',
    meaning: 'The launcher that every installed line runs is gone, so agents are blocked.',
    fix: 'hookline install AGENT --yes',
  },
  'launcher-unsafe': {
    level: 'error',
    meaning:
      "Others may write to the launcher or to its folder, it is not its user's own, or it has lost its mode.",
    fix: 'chmod 755 FILE',
  },
  'launcher-stale': {
    level: 'error',
    meaning: 'The Node or the hookline that the launcher runs is gone.',
    fix: 'hookline install AGENT --yes',
  },
  'launcher-other': {
    level: 'warning',
    meaning: 'The launcher runs another hookline than the one that looks for this.',
    fix: 'hookline install AGENT --yes',
  },
  'launcher-changed': {
    level: 'warning',
    meaning:
      "The launcher or the program isn't the one that `hookline install` wrote, so agents are blocked.",
    fix: 'hookline install AGENT --yes',
  },
  'places-moved': {
    level: 'error',
    meaning:
      'The configuration of the user, or what they trust, is not where it was at the installation: agents are blocked.',
    fix: 'hookline install AGENT --yes',
  },
  'file-not-kept': {
    level: 'warning',
    meaning:
      'A configuration of the user came after the installation. It counts, but agents would go on if it went again.',
    fix: 'hookline install AGENT --yes',
  },
  'node-old': {
    level: 'error',
    meaning: 'The launcher runs a Node that is too old for hookline.',
    fix: 'hookline install AGENT --yes',
  },
  'line-changed': {
    level: 'error',
    meaning:
      'An installed entry is of another version, is only for some calls, or runs in the background, so that it may let calls pass.',
    fix: 'hookline install AGENT --yes',
  },
  'line-missing': {
    level: 'error',
    meaning: 'An agent does not ask hookline at an event that the configuration has hooks for.',
    fix: 'hookline install AGENT --yes',
  },
  'line-twice': {
    level: 'warning',
    meaning: 'A file has the same line twice, so that hooks run twice.',
    fix: 'hookline install AGENT --yes',
  },
  'line-broken': {
    level: 'error',
    meaning: 'A call that hookline always refuses went through an installed line, and was not refused by it.',
    fix: 'hookline install AGENT --yes',
  },
  'installed-twice': {
    level: 'info',
    meaning:
      'An agent asks for its user and for the project. Tool calls with an id are judged once, all else twice.',
    fix: 'hookline uninstall AGENT --yes',
  },
  'hooks-off': {
    level: 'error',
    meaning: 'A setting of the agent switches all hooks off, or its user does not trust the folder.',
    fix: 'hookline install AGENT --switch-on --yes',
  },
  'settings-environment': {
    level: 'error',
    meaning:
      "The settings of a project set a variable for hooks that may lead the installed line to another launcher, as `HOME`, `PATH`, `XDG_…` or `HOOKLINE_…`. The user's own settings may.",
    fix: 'hookline install AGENT --switch-on --yes',
  },
  'agent-distrusts': {
    level: 'error',
    meaning:
      'The agent does not trust the installed lines or the folder yet, and skips hooks without a word.',
    fix: 'hookline install AGENT --yes',
  },
  'settings-broken': {
    level: 'error',
    meaning: 'The settings of an agent cannot be read, so that nobody knows whether it asks.',
    fix: 'cp FILE.hookline-backup FILE && hookline install AGENT --yes',
  },
  'agent-newer': {
    level: 'info',
    meaning:
      'An agent is newer than the version that hookline was checked with. It may have events that nobody knows.',
    fix: 'npm install -g PACKAGE@VERSION',
  },
  'config-missing': {
    level: 'error',
    meaning: 'An agent was installed for this folder, which has no hookline.yaml: the agent is blocked.',
    fix: 'hookline init --guards FOLDER',
  },
  'config-none': {
    level: 'info',
    meaning: 'No configuration counts in this folder. Only hookline itself is guarded.',
    fix: 'hookline init --guards FOLDER',
  },
  'ask-unattended': {
    level: 'info',
    meaning: 'The configuration says what becomes of an ask when an agent runs unattended.',
    fix: 'hookline explain PreToolUse',
  },
  'config-broken': {
    level: 'error',
    meaning:
      'The configuration does not load, so agents are blocked. The fix shows every mistake with its place.',
    fix: 'hookline validate',
  },
  'config-untrusted': {
    level: 'error',
    meaning: 'Nobody has trusted a configuration yet: its hooks do not run.',
    fix: 'hookline trust FOLDER',
  },
  'config-changed': {
    level: 'error',
    meaning: 'A configuration has changed since it was trusted: agents are blocked.',
    fix: 'hookline trust FOLDER',
  },
  'script-missing': {
    level: 'error',
    meaning:
      'What a hook is to run is gone. Where git does not have it, hookline validate says what is missing.',
    fix: 'git checkout -- FILE',
  },
  'config-weak': {
    level: 'warning',
    meaning: 'A hook, a rule or an option does less than it seems to. The fix shows each.',
    fix: 'hookline validate',
  },
  'guard-disabled': {
    level: 'error',
    meaning: 'A guard cannot block anything, because of its options, its matcher or its own line.',
    fix: 'hookline validate',
  },
  'guard-failing': {
    level: 'error',
    meaning: "A guard fails, or doesn't block what its test says. The fix shows how.",
    fix: 'hookline test --canary',
  },
  'guard-stops-all': {
    level: 'warning',
    meaning: 'A guard blocks harmless events too. The fix shows which.',
    fix: 'hookline validate --deep',
  },
  'guard-matchless': {
    level: 'error',
    meaning:
      'The matcher of a guard matches no tool or value that is known, so that it never runs. The fix shows what may be meant; list tools of your own under `tools:`.',
    fix: 'hookline validate',
  },
  'guard-never-ran': {
    level: 'error',
    meaning:
      'A guard has never run, though agents have called others of its point many times since its file was written, and no test shows that it holds. The fix says which test to add.',
    fix: 'hookline test --canary',
  },
  'guard-unproven': {
    level: 'info',
    meaning:
      'No test beside the configuration shows that a guard holds anything back. The fix says what to add.',
    fix: 'hookline test --canary',
  },
  'guard-failed': {
    level: 'warning',
    meaning:
      'A hook failed when an agent last called it. The fix tries it; the next call of the agent settles it.',
    fix: 'hookline validate --deep',
  },
  'effect-dropped': {
    level: 'warning',
    meaning: 'What a hook asked for when it last ran was not obeyed. The fix shows what it may ask for.',
    fix: 'hookline explain POINT --hook NAME',
  },
  'never-matched': {
    level: 'info',
    meaning:
      'A hook has never run, though agents have called others of its point. The fix shows what it matches.',
    fix: 'hookline explain POINT --hook NAME',
  },
  'daemon-other': {
    level: 'warning',
    meaning: 'The daemon that answers is of another version.',
    fix: 'hookline daemon stop',
  },
  'daemon-impossible': {
    level: 'warning',
    meaning:
      'The folder that `XDG_RUNTIME_DIR` names has too long a path for the socket of a daemon. Calls are judged without one, more slowly.',
    fix: 'unset XDG_RUNTIME_DIR',
  },
  'daemon-silent': {
    level: 'warning',
    meaning:
      'There is a socket of a daemon, and nobody answers there. Calls are judged without it, more slowly.',
    fix: 'hookline daemon start',
  },
  'rule-open': {
    level: 'info',
    meaning: 'A person has opened a rule of the guards that ship for a while: it holds nothing back there.',
    fix: 'hookline revoke ID',
  },
  'guard-changed': {
    level: 'error',
    meaning:
      'The launcher, an entry in the settings of an agent, a trust record or the policy of the user changed without a command of a person. Calls are blocked until a person has looked.',
    fix: 'hookline trust',
  },
  'notes-unwritable': {
    level: 'warning',
    meaning: 'What guards do cannot be noted, so that nobody knows when one last ran or failed.',
    fix: 'mv FILE FILE.aside',
  },
  'trace-unwritable': {
    level: 'warning',
    meaning:
      'The record of events cannot be written to the folder that `trace` names, so nothing is recorded.',
    fix: 'hookline validate',
  },
  'state-unsafe': {
    level: 'warning',
    meaning: 'The folder of the notes of hookline is not for its user alone, or cannot be written.',
    fix: 'chmod 700 FOLDER',
  },
} as const satisfies Readonly<Record<string, FindingKind>>;

export type FindingCode = keyof typeof findingCodes;

export interface DoctorFinding {
  readonly level: FindingLevel;
  readonly code: FindingCode;
  readonly message: string;
  readonly fix: string;
}

export function finding(code: FindingCode, message: string, fix: string): DoctorFinding {
  return { level: findingCodes[code].level, code, message, fix };
}

export function fixLine(...words: readonly string[]): string {
  return words.map((word) => quoted(word)).join(' ');
}

export function installFix(
  { agent, scope, file, lines }: Pick<InstalledAgent, 'agent' | 'scope' | 'file' | 'lines'>,
  ...more: readonly string[]
): string {
  const where =
    scope === 'user' ? ['--user'] : scope === 'plugin' ? ['--plugin', dirname(dirname(file))] : [];
  const open = isOpen(lines) ? ['--open'] : [];
  return fixLine('hookline', 'install', agent.name, ...where, ...open, ...more, '--yes');
}

function isOpen(lines: InstalledAgent['lines']): boolean {
  return lines.size > 0 && [...lines.values()].every((line) => line.includes(' tell '));
}
