import { existsSync } from 'node:fs';
import { homedir } from 'node:os';
import { delimiter, dirname, join } from 'node:path';
import { isFile } from '../../files/file-facts.ts';
import type { AgentProduct } from '../agents/agent-product.ts';

/** Whose agents hookline guards: all of the user's, or those that work in a project. */
export type InstallScope = 'user' | 'project';

/** The file with the agent's hooks. */
export function hooksFile(agent: AgentProduct, scope: InstallScope, folder: string): string {
  const { user, project } = agent.files;
  return scope === 'project' && project !== null ? join(folder, project) : userFile(agent, user);
}

/** A file of the agent's user, by its usual path below the home folder. */
export function userFile({ files: { moved } }: AgentProduct, path: string): string {
  const named = process.env[moved.variable];
  if (!named) return join(homedir(), path);
  return join(named, path.slice(moved.folder.length));
}

/** Whether the agent is on this machine: its program, or its user's folder. */
export function isAgentHere(agent: AgentProduct): boolean {
  const { user } = agent.files;
  const folders = (process.env['PATH'] ?? '').split(delimiter).filter((folder) => folder !== '');
  const folder = dirname(userFile(agent, user));
  const home = agent.files.layout === 'plugin' ? dirname(folder) : folder;
  return folders.some((one) => isFile(join(one, agent.process.program))) || existsSync(home);
}
