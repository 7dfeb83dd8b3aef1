import type { AgentEvent } from '../../agent/loop/events.ts';
import type { FiringInfo, Interceptor } from '../../engine/firing/interceptor.ts';
import type { Run } from '../../engine/outcome/outcome.ts';
import { pointNamed } from '../../engine/points/point.ts';
import type { ToolContent } from '../../models/model.ts';
import { differences } from '../../policy-test/differences.ts';
import type { Terminal } from '../terminal/terminal.ts';

/** Fixed, so rows printed one by one line up. */
const pointWidth = 12;
const hookWidth = 12;
const timeWidth = 8;

export class Timeline {
  readonly #terminal: Terminal;
  readonly #subjects = new Map<Run, unknown>();

  constructor(terminal: Terminal) {
    this.#terminal = terminal;
  }

  get interceptor(): Interceptor {
    return {
      started: ({ point, input }, run) => this.#subjects.set(run, structuredClone(subjectOf(point, input))),
      finished: (firing, run) => this.#row(firing, run),
    };
  }

  show(event: AgentEvent): void {
    const { bold, cyan, dim, yellow } = this.#terminal.colors;
    const who = 'agent_type' in event && event.agent_type ? dim(`[${event.agent_type}] `) : '';
    if (event.type === 'assistant') {
      if (event.text !== '') this.#print(`\n${who}${bold('agent')}  ${event.text}`);
      for (const block of event.content) {
        if (block.type === 'tool_use')
          this.#print(`${who}${cyan('tool')}   ${block.name} ${inputText(block.input)}`);
      }
    }
    if (event.type === 'tool_result') this.#result(event.tool_name, event.content, event.is_error);
    if (event.type === 'notice') this.#print(`${yellow('note')}   ${event.message}`);
  }

  say(who: string, text: string): void {
    this.#print(`${this.#terminal.colors.bold(who.padEnd(6))} ${text}`);
  }

  #result(tool: string, content: ToolContent, isError: boolean): void {
    const { dim, red } = this.#terminal.colors;
    const text =
      typeof content === 'string'
        ? content
        : content.map((block) => ('text' in block ? block.text : '…')).join('');
    const [first = '', ...rest] = text.trim().split('\n');
    const more = rest.length === 0 ? '' : dim(` … ${rest.length} more lines`);
    this.#print(`${(isError ? red : dim)(`${tool} → ${first}`)}${more}`);
  }

  #row({ point }: FiringInfo, run: Run): void {
    const { dim } = this.#terminal.colors;
    const time = run.durationMs === null ? '' : `${run.durationMs.toFixed(0)} ms`;
    const [what, color] = this.#verdict(run);
    this.#subjects.delete(run);
    this.#print(
      `  ${dim(point.padEnd(pointWidth))} ${run.hook.padEnd(hookWidth)} ${dim(time.padStart(timeWidth))}  ${color(what)}`,
    );
  }

  #verdict(run: Run): [string, (text: string) => string] {
    const { status, failure, error, effects } = run;
    const { green, red, yellow, cyan, dim } = this.#terminal.colors;
    if (status === 'failed') return [`✗ failed (${failure}): ${error}`, red];
    for (const effect of effects) {
      if (effect.type === 'deny') return [`✗ deny: ${effect.reason}`, red];
      if (effect.type === 'ask') return [`? ask: ${effect.reason}`, yellow];
      if (effect.type === 'resume') return [`↺ go on: ${effect.reason}`, yellow];
      if (effect.type === 'modify') {
        return [`✎ change ${differences(this.#subjects.get(run), effect.value).join('; ')}`, cyan];
      }
      if (effect.type === 'inject') return [`+ inject: ${effect.content}`, cyan];
    }
    return status === 'ok' ? ['✓ no objection', green] : ['– skipped', dim];
  }

  #print(line: string): void {
    this.#terminal.print(line);
  }
}

function inputText(input: Readonly<Record<string, unknown>>): string {
  return Object.values(input)
    .map((value) => (typeof value === 'string' ? value : JSON.stringify(value)))
    .join('  ');
}

function subjectOf(point: string, input: unknown): unknown {
  const { subject } = pointNamed(point);
  return subject === null ? undefined : (input as Readonly<Record<string, unknown>>)[subject];
}
