import { readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join, relative, resolve } from 'node:path';
import { confidences, isScannable, scanText } from '../../builtin/destructive-commands/scan/scan-file.ts';
import { destructiveCommandsOptions, settingOf } from '../../builtin/destructive-commands/setting/options.ts';
import { HooklineError } from '../../engine/values/errors.ts';
import { isObject } from '../../engine/values/shapes.ts';
import { messageOf } from '../../engine/values/text.ts';
import { isFolder } from '../../files/file-facts.ts';
import { visible } from '../../gateway/answer/visible.ts';
import { type CommandCall, textOption, wrongCall } from '../command.ts';
import type { Terminal } from '../terminal/terminal.ts';
import { type ScanRow, sarifOf } from './sarif.ts';

interface Scanned {
  readonly rows: readonly ScanRow[];
  readonly files: number;
  readonly skipped: readonly string[];
}

export function scanFiles(call: CommandCall, cwd: string): number {
  const { options, terminal } = call;
  const places = call.arguments.slice(1);
  if (places.length === 0)
    throw wrongCall('name the files or folders: hookline guards scan .github/workflows scripts');
  const min = String(options['min'] ?? 'high');
  const isCounted = confidences.slice(0, (confidences as readonly string[]).indexOf(min) + 1);
  const { rows: all, files, skipped } = scanned(places, cwd);
  const named = textOption(call, 'baseline');
  const baseline = named === undefined ? null : resolve(cwd, named);
  const open = all.filter(({ allowed }) => allowed === null);
  if (options['updateBaseline'] === true) {
    if (baseline === null) throw wrongCall('--update-baseline needs --baseline FILE');
    writeFileSync(baseline, `${JSON.stringify({ findings: open.map(knownForm) }, null, 2)}\n`);
    terminal.print(`${open.length} findings are in the baseline now: ${visible(baseline)}`);
    return 0;
  }
  const fresh = baseline === null ? open : withoutKnown(open, baseline);
  const rows = fresh.filter(({ confidence }) => isCounted.includes(confidence));
  terminal.tell(...skipped.map(visible));
  if (options['sarif'] === true) {
    const reported = all.filter((row) => rows.includes(row) || row.allowed !== null);
    terminal.printJson(sarifOf(reported));
  } else if (call.isJson) terminal.printJson({ files, findings: rows, lower: fresh.length - rows.length });
  else show(rows, { files, lower: fresh.length - rows.length }, terminal);
  return rows.length === 0 ? 0 : 1;
}

const skippedFolders =
  /^(?:node_modules|\.git|vendor|third_party|dist|build|target|\.venv|venv|__pycache__)$/;
const maxFiles = 50_000;

function scanned(places: readonly string[], cwd: string): Scanned {
  const setting = settingOf(destructiveCommandsOptions().parse({}));
  const rows: ScanRow[] = [];
  const skipped: string[] = [];
  let files = 0;
  for (const place of places) {
    const isWhole = isFolder(resolve(cwd, place));
    for (const file of isWhole ? filesIn(resolve(cwd, place)).map((path) => relative(cwd, path)) : [place]) {
      const path = resolve(cwd, file);
      try {
        const text = readFileSync(path, 'utf8');
        if (isWhole && !isScannable(path, text)) continue;
        const found = scanText(path, text, cwd, setting);
        if (found === null)
          throw wrongCall(
            `${file} isn't a shell script, workflow, Makefile, Dockerfile or package.json that can be scanned`,
          );
        files += 1;
        const lines = text.split('\n');
        rows.push(
          ...found.map(({ line, column, confidence, verdict: { decision, rule, finding } }) => ({
            file,
            line,
            column,
            decision,
            confidence,
            rule: rule.id,
            about: finding.about,
            why: finding.why ?? rule.why,
            instead: rule.instead,
            allowed: allowedBy(lines, line, rule.id),
          })),
        );
      } catch (problem) {
        if (problem instanceof HooklineError) throw problem;
        const message = `${file} cannot be scanned: ${messageOf(problem)}`;
        if (!isWhole) throw wrongCall(message);
        skipped.push(message);
      }
    }
  }
  return { rows, files, skipped };
}

function filesIn(folder: string): readonly string[] {
  const found: string[] = [];
  const folders = [folder];
  for (const next of folders)
    for (const entry of readdirSync(next, { withFileTypes: true })) {
      const path = join(next, entry.name);
      if (entry.isDirectory() && !skippedFolders.test(entry.name)) folders.push(path);
      else if (entry.isFile()) found.push(path);
      if (found.length > maxFiles) throw wrongCall(`${folder} has more than ${maxFiles} files`);
    }
  return found.sort();
}

/** `# hookline-allow RULE: REASON`, on the line or on the one above. Without a reason, it allows nothing. */
function allowedBy(lines: readonly string[], line: number, rule: string): string | null {
  const above = lines[line - 2] ?? '';
  for (const text of [lines[line - 1], /^\s*#/.test(above) ? above : '']) {
    const comment = text?.split('# hookline-allow ', 2)[1] ?? '';
    const [, id, reason = ''] = /^([\w.-]+): *(\S.*)$/.exec(comment) ?? [];
    if (id === rule) return reason.trim();
  }
  return null;
}

type Known = Pick<ScanRow, 'file' | 'rule' | 'about'>;

function knownForm({ file, rule, about }: ScanRow): Known {
  return { file, rule, about };
}

/** Lines move, so a finding is known by its file, rule and words; two of the same count twice. */
function withoutKnown(rows: readonly ScanRow[], baseline: string): readonly ScanRow[] {
  const keyOf = ({ file, rule, about }: Known): string => JSON.stringify([file, rule, about]);
  const counts = new Map<string, number>();
  for (const known of readBaseline(baseline)) counts.set(keyOf(known), (counts.get(keyOf(known)) ?? 0) + 1);
  return rows.filter((row) => {
    const left = counts.get(keyOf(row)) ?? 0;
    counts.set(keyOf(row), left - 1);
    return left <= 0;
  });
}

function readBaseline(file: string): readonly Known[] {
  let value: unknown;
  try {
    value = JSON.parse(readFileSync(file, 'utf8'));
  } catch (problem) {
    throw wrongCall(
      `the baseline ${file} cannot be read: ${messageOf(problem)}; hookline guards scan … --baseline FILE --update-baseline writes one`,
    );
  }
  const { findings } = isObject(value) ? value : {};
  if (!Array.isArray(findings)) throw wrongCall(`the baseline ${file} has no list of findings`);
  return findings.filter(isObject).map(({ file: path, rule, about }) => ({
    file: String(path),
    rule: String(rule),
    about: String(about),
  }));
}

function show(
  rows: readonly ScanRow[],
  { files, lower }: { readonly files: number; readonly lower: number },
  terminal: Terminal,
): void {
  const { bold, dim, green, red, yellow } = terminal.colors;
  for (const { file, line, column, decision, confidence, rule, about, why, instead } of rows) {
    const word = decision === 'deny' ? red('deny') : yellow('ask');
    const place = bold(visible(`${file}:${line}:${column}`));
    terminal.print(`${place}: ${word} ${rule}: "${visible(about)}" ${dim(`(${confidence})`)}`);
    terminal.print(`  ${visible(why)}. ${visible(instead)}`);
  }
  const count = files === 1 ? '1 file' : `${files} files`;
  if (rows.length === 0) terminal.print(`${green('✓')} ${count}: the built-in guards would block nothing`);
  else terminal.print(`${red('✗')} ${count}, ${rows.length} ${rows.length === 1 ? 'finding' : 'findings'}`);
  if (lower > 0) terminal.print(dim(`${lower} more with lower confidence: --min low`));
}
