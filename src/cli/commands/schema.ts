import { configJsonSchema } from '../../config/schema/json-schema.ts';
import type { CommandRun } from '../command.ts';

/** Prints the JSON Schema of `hookline.yaml`, with which editors complete and check it. */
export const runSchema: CommandRun = async ({ terminal }) => {
  terminal.print(JSON.stringify(configJsonSchema(), null, 2));
  return 0;
};
