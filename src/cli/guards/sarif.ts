import { createHash } from 'node:crypto';
import type { Confidence } from '../../builtin/destructive-commands/scan/scan-file.ts';
import { guardRules } from './guard-rules.ts';

export interface ScanRow {
  readonly file: string;
  readonly line: number;
  readonly column: number;
  readonly decision: 'deny' | 'ask';
  readonly confidence: Confidence;
  readonly rule: string;
  readonly about: string;
  readonly why: string;
  readonly instead: string;
  readonly allowed: string | null;
}

const levels = { high: 'error', medium: 'warning', low: 'note' } as const satisfies Record<
  Confidence,
  string
>;

export function sarifOf(rows: readonly ScanRow[]): object {
  const named = new Set(rows.map(({ rule }) => rule));
  const rules = guardRules()
    .filter(({ id }) => named.has(id))
    .map(({ id, catches, why, instead }) => ({
      id,
      shortDescription: { text: catches },
      help: { text: `${why}. ${instead}` },
    }));
  const results = rows.map((row) => ({
    ruleId: row.rule,
    level: levels[row.confidence],
    message: { text: `"${row.about}": ${row.why}. ${row.instead}` },
    locations: [
      {
        physicalLocation: {
          artifactLocation: { uri: row.file.split('\\').join('/') },
          region: { startLine: row.line, startColumn: row.column },
        },
      },
    ],
    // Lines move; a finding stays the same.
    partialFingerprints: {
      'hookline/v1': createHash('sha256')
        .update(JSON.stringify([row.file, row.rule, row.about]))
        .digest('hex'),
    },
    ...(row.allowed !== null && { suppressions: [{ kind: 'inSource', justification: row.allowed }] }),
  }));
  return {
    $schema: 'https://json.schemastore.org/sarif-2.1.0.json',
    version: '2.1.0',
    runs: [{ tool: { driver: { name: 'hookline', rules } }, results }],
  };
}
