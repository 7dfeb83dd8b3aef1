import { isAbsolute } from 'node:path';

/** The variables that say where the folders of a user are. */
const folderVariables = ['HOME', 'XDG_CONFIG_HOME', 'XDG_DATA_HOME', 'XDG_STATE_HOME', 'XDG_RUNTIME_DIR'];

/**
 * A path that counts from the current folder would let a project bring its user's configuration and records of trust. It is as if it were
 * not set: then the usual place counts, and the home that the system knows.
 */
export function forgetRelativeFolders(environment: NodeJS.ProcessEnv): void {
  for (const name of folderVariables) {
    const path = environment[name];
    if (path !== undefined && !isAbsolute(path)) delete environment[name];
  }
}
