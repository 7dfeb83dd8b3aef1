import { readFileSync } from 'node:fs';
import { resolve } from 'node:path';
import { scanText } from '../../builtin/destructive-commands/scan/scan-file.ts';
import { destructiveCommandsOptions, settingOf } from '../../builtin/destructive-commands/setting/options.ts';
import { HooklineError } from '../../engine/values/errors.ts';
import { messageOf } from '../../engine/values/text.ts';
import { visible } from '../../gateway/answer/visible.ts';
import type { Terminal } from '../terminal/terminal.ts';

interface Row {
  readonly file: string;
  readonly line: number;
  readonly column: number;
  readonly decision: 'deny' | 'ask';
  readonly rule: string;
  readonly about: string;
  readonly why: string;
  readonly instead: string;
}

/** Prints what the rules find in files. 1 when there is something, or a file could not be looked at. */
export function scanFiles(
  files: readonly string[],
  cwd: string,
  isJson: boolean,
  terminal: Terminal,
): number {
  if (files.length === 0)
    throw new HooklineError('option-invalid', 'name the files: hookline guards scan .github/workflows/*.yml');
  const rows = files.flatMap((file) => scanFile(file, cwd));
  if (isJson) terminal.print(JSON.stringify({ files: files.length, findings: rows }, null, 2));
  else show(rows, files.length, terminal);
  return rows.length === 0 ? 0 : 1;
}

function scanFile(file: string, cwd: string): readonly Row[] {
  const path = resolve(cwd, file);
  const setting = settingOf(destructiveCommandsOptions().parse({}));
  let found: ReturnType<typeof scanText>;
  try {
    found = scanText(path, readFileSync(path, 'utf8'), cwd, setting);
  } catch (problem) {
    throw new HooklineError('option-invalid', `${file} cannot be scanned: ${messageOf(problem)}`);
  }
  if (found === null)
    throw new HooklineError(
      'option-invalid',
      `${file} is no shell script, workflow, Makefile, Dockerfile or package.json that could be scanned`,
    );
  return found.map(({ line, column, verdict: { decision, rule, finding } }) => ({
    file,
    line,
    column,
    decision,
    rule: rule.id,
    about: finding.about,
    why: finding.why ?? rule.why,
    instead: rule.instead,
  }));
}

function show(rows: readonly Row[], count: number, terminal: Terminal): void {
  const { bold, green, red, yellow } = terminal.colors;
  for (const { file, line, column, decision, rule, about, why, instead } of rows) {
    const word = decision === 'deny' ? red('deny') : yellow('ask');
    terminal.print(`${bold(visible(`${file}:${line}:${column}`))}: ${word} ${rule}: "${visible(about)}"`);
    terminal.print(`  ${visible(why)}. ${visible(instead)}`);
  }
  const files = count === 1 ? '1 file' : `${count} files`;
  if (rows.length === 0)
    terminal.print(`${green('✓')} ${files}: nothing that the guards that ship would stop`);
  else terminal.print(`${red('✗')} ${files}, ${rows.length} ${rows.length === 1 ? 'finding' : 'findings'}`);
}
