import { isAbsolute } from 'node:path';

const folderVariables = ['HOME', 'XDG_CONFIG_HOME', 'XDG_DATA_HOME', 'XDG_STATE_HOME', 'XDG_RUNTIME_DIR'];

/** A relative path would let a project supply its user's configuration and trust records, so it is ignored. */
export function forgetRelativeFolders(environment: NodeJS.ProcessEnv): void {
  for (const name of folderVariables) {
    const path = environment[name];
    if (path !== undefined && !isAbsolute(path)) delete environment[name];
  }
}
