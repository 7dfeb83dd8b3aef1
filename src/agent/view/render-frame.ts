import { cutEnd } from '../../engine/values/cut-text.ts';
import { lookUp } from '../../engine/values/look-up.ts';

export type Colour = 'dim' | 'bold' | 'red' | 'yellow' | 'green' | 'cyan';

export type Paint = (text: string, colour: Colour) => string;

export interface ViewFrame {
  readonly view: string;
  readonly data: unknown;
}

type Data = Readonly<Record<string, unknown>>;

const maxResultLines = 5;
const maxCallLength = 120;

const levelColours: Readonly<Record<string, Colour>> = {
  debug: 'dim',
  info: 'cyan',
  warning: 'yellow',
  error: 'red',
};

const renderers: Readonly<Record<string, (data: Data, paint: Paint) => readonly string[]>> = {
  assistant: (data, paint) => [
    text(data, 'text'),
    ...list(data, 'calls').map((call) => callLine(call, paint)),
  ],
  tool_result(data, paint) {
    const lines = contentText(data['content']).split('\n');
    const shown = lines.slice(0, maxResultLines).map((line) => `  ${line}`);
    if (lines.length > maxResultLines) shown.push(`  … ${lines.length - maxResultLines} more lines`);
    return [paint(shown.join('\n'), data['is_error'] === true ? 'red' : 'dim')];
  },
  notice(data, paint) {
    const hook = text(data, 'hook');
    const line = `! ${text(data, 'message')}${hook === '' ? '' : ` (${hook})`}`;
    return [paint(line, lookUp(levelColours, text(data, 'level')) ?? 'cyan')];
  },
  phase: (data, paint) => [paint(`— ${text(data, 'phase')} —`, 'dim')],
  result(data, paint) {
    const { input_tokens: read = 0, output_tokens: written = 0 } = record(data['usage']);
    const turns = data['turns'] === 1 ? '1 turn' : `${data['turns']} turns`;
    const reason = text(data, 'reason');
    const line = `${text(data, 'stop_reason')}${reason === '' ? '' : `: ${reason}`}`;
    return [paint(`${line} (${turns}, ${read} tokens read, ${written} written)`, 'dim')];
  },
};

export function renderFrame({ view, data }: ViewFrame, paint: Paint): string {
  if (data === null || data === undefined) return '';
  if (typeof data === 'string') return harmless(data);
  const render = lookUp(renderers, view);
  const fields = record(data);
  const lines = render === undefined ? [JSON.stringify(data)] : render(fields, paint);
  const body = lines.filter((line) => line !== '').join('\n');
  const agent = text(fields, 'agent_type');
  if (body === '' || agent === '') return body;
  return body.replaceAll(/^/gm, `${paint(`[${agent}]`, 'cyan')} `);
}

function callLine(call: unknown, paint: Paint): string {
  const { name, input } = record(call);
  const values = Object.entries(record(input)).map(([key, value]) => `${key}: ${JSON.stringify(value)}`);
  return `${paint(`● ${harmless(String(name))}`, 'bold')}(${cutEnd(harmless(values.join(', ')), maxCallLength)})`;
}

function contentText(content: unknown): string {
  if (typeof content === 'string') return harmless(content.trimEnd());
  if (!Array.isArray(content)) return content === undefined ? '' : JSON.stringify(content);
  return content
    .map((block: unknown) => {
      const { type, text: said } = record(block);
      return typeof said === 'string' ? harmless(said) : `[${String(type)}]`;
    })
    .join('\n');
}

function text(data: Data, name: string): string {
  const value = data[name];
  return typeof value === 'string' ? harmless(value) : '';
}

function list(data: Data, name: string): readonly unknown[] {
  const value = data[name];
  return Array.isArray(value) ? value : [];
}

function record(value: unknown): Data {
  return typeof value === 'object' && value !== null ? (value as Data) : {};
}

/** Text from a model or a tool must not move the cursor, change the title or clear the screen. */
function harmless(said: string): string {
  // biome-ignore lint/suspicious/noControlCharactersInRegex: these are what a terminal would obey
  return said.replaceAll(/\r\n/g, '\n').replaceAll(/[\u0000-\u0008\u000B-\u001F\u007F-\u009F]/g, '');
}
