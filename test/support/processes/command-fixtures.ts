import { fileURLToPath } from 'node:url';

/** The folder of programs that misbehave, one way each. */
export const commandFixtures: string = fileURLToPath(new URL('../../fixtures/commands', import.meta.url));
