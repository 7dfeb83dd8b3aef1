import { HooklineError } from '../engine/values/errors.ts';

/** Loads the client package of a model. Only its users need to install it. */
export async function loadClient<Module>(name: string, load: () => Promise<Module>): Promise<Module> {
  try {
    return await load();
  } catch (error) {
    if ((error as { readonly code?: unknown }).code !== 'ERR_MODULE_NOT_FOUND') throw error;
    throw new HooklineError('model-missing', clientMissing(name));
  }
}

/** What is said where the package is not there. */
export function clientMissing(name: string): string {
  return `this model talks through the package "${name}", which is not installed: npm install ${name}`;
}
