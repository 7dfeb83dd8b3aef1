import { type BashOptions, bashTool } from './bash.ts';
import { editTool } from './edit.ts';
import { readTool } from './read.ts';
import { globTool } from './search/glob.ts';
import { grepTool } from './search/grep.ts';
import type { Tool } from './tool.ts';
import { writeTool } from './write.ts';

export interface StandardToolsOptions {
  readonly bash?: BashOptions;
}

/** The tools that every agent has, by the names that models know. */
export function standardTools(options: StandardToolsOptions = {}): readonly Tool[] {
  return [bashTool(options.bash), readTool, writeTool, editTool, globTool, grepTool];
}
