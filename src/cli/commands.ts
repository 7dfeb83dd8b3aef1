import type { Command } from './command.ts';
import { agentCommands } from './groups/agents.ts';
import { maintenanceCommands } from './groups/maintenance.ts';
import { policyCommands } from './groups/policy.ts';
import { startCommands } from './groups/start.ts';
import { traceCommands } from './groups/traces.ts';

export const programExits: Readonly<Record<number, string>> = {
  0: 'done',
  1: 'the call, a file or the configuration is wrong; the message says how',
  130: 'interrupted by Ctrl-C; everything it started has ended',
  143: 'terminated; everything it started has ended',
};

export const commands: readonly Command[] = [
  ...startCommands,
  ...policyCommands,
  ...agentCommands,
  ...traceCommands,
  ...maintenanceCommands,
];
