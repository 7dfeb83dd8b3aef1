import type { FoundSecret } from './found-secret.ts';

interface PresetRule {
  readonly meta: { readonly id: string };
  create(context: object, options: object): { file(source: object): unknown };
}

interface Report {
  readonly message: { readonly id: string; readonly data: unknown };
  readonly range: readonly [start: number, end: number];
}

export type PresetScan = (text: string) => readonly FoundSecret[];

/** Comments that switch rules off would switch the guard off. Addresses have rows here, which allow usual passwords. */
const excluded = /-(?:filter-comments|basicauth|database-connection-string)$/;

/** Without secretlint's core: it marks every step in the host's performance timeline and never removes the marks. */
export async function loadPreset(): Promise<PresetScan> {
  const { rules } = await import('@secretlint/secretlint-rule-preset-recommend');
  let reports: Report[] = [];
  const context = {
    createTranslator: () => (id: string, data: unknown) => ({ id, data }),
    report: (report: Report) => reports.push(report),
    ignore: () => undefined,
  };
  const scanners = (rules as unknown as readonly PresetRule[])
    .filter(({ meta }) => !excluded.test(meta.id))
    .map((rule) => ({ name: nameOf(rule), scanner: rule.create(context, { enableIDScanRule: false }) }));
  return (text) => {
    const found: FoundSecret[] = [];
    for (const { name, scanner } of scanners) {
      reports = [];
      scanner.file({ content: text, filePath: '', ext: '' });
      for (const report of reports)
        found.push({ ...placeOf(report, text), kind: name, what: `a secret (${name})` });
    }
    reports = [];
    return found;
  };
}

function nameOf({ meta }: PresetRule): string {
  return meta.id.slice(meta.id.lastIndexOf('-rule-') + '-rule-'.length);
}

/** Some ranges begin before the secret and end within it, so the secret itself is looked for where the range begins. */
function placeOf({ message, range: [start, end] }: Report, text: string): { start: number; end: number } {
  const given = Object.values(message.data ?? {}).filter(
    (value) => typeof value === 'string' && value.length > 7,
  );
  const places = given.flatMap((value) => {
    const at = text.indexOf(String(value), start);
    return at < 0 ? [] : [{ start: at, end: at + String(value).length }];
  });
  return places.reduce(
    (all, place) => ({ start: Math.min(all.start, place.start), end: Math.max(all.end, place.end) }),
    { start, end },
  );
}
