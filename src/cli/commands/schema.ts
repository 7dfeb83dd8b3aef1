import { configJsonSchema } from '../../config/schema/json-schema.ts';
import type { CommandRun } from '../command.ts';

export const runSchema: CommandRun = async ({ terminal }) => terminal.printJson(configJsonSchema());
