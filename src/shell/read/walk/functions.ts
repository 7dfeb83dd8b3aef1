import { joinValues } from '../expand/value.ts';
import { enclosed, type Frame } from '../state/frame.ts';
import type { Call } from '../state/program-call.ts';
import type { Locals } from '../state/reader.ts';
import type { FunctionNode } from '../syntax/tree.ts';

/** How often one function is followed with what it is given; then once with nothing known, which covers the rest. */
const maxCalls = 8;

/** Follows the functions of this name: which of them is defined by now cannot always be told. */
export function callFunctions({ name, words, frame, reader }: Call): void {
  const { shell } = frame;
  const before = shell.state.positional;
  for (const definition of shell.state.functions.get(name) ?? []) {
    const depth = reader.running.filter((own) => own === definition).length;
    const count = reader.called.get(definition) ?? 0;
    if (depth > 1 || count > maxCalls) continue;
    reader.called.set(definition, count + 1);
    const isGeneral = depth > 0 || count === maxCalls;
    const isList = words.some(({ splits }) => splits);
    shell.state.positional = isGeneral || isList ? null : words.map(({ pieces }) => pieces);
    if (isGeneral) shell.state.forgetAll();
    follow(definition, frame, reader);
    shell.state.positional = before;
  }
}

function follow(definition: FunctionNode, frame: Frame, reader: Call['reader']): void {
  const locals: Locals = new Map();
  reader.running.push(definition);
  reader.locals.push(locals);
  const surrounding = { kind: 'function', name: definition.name, isCalled: true } as const;
  reader.budget.nested(() => reader.walk([definition.body], enclosed(frame, surrounding)));
  reader.locals.pop();
  reader.running.pop();
  const { state } = frame.shell;
  for (const [name, value] of locals) {
    const now = state.lookUp(name);
    state.assign(name, value === undefined || now === undefined ? null : joinValues(value, now));
  }
}
