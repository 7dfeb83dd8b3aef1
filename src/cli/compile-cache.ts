import module from 'node:module';
import { privateFolder } from '../files/state/state-file.ts';

/**
 * In the state folder, because agents can write to the cache folder and this is code that judges them. Only a cache:
 * safe to lose.
 */
export function useCompileCache(): void {
  if (!('enableCompileCache' in module) || typeof module.enableCompileCache !== 'function') return;
  try {
    module.enableCompileCache(privateFolder('compiled'));
  } catch {
    // The state can't be written here: then Node compiles each time.
  }
}
