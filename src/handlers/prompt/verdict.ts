import { type Effect, notify, type Reply } from '../../engine/outcome/effects.ts';
import { HookFailure } from '../../engine/outcome/failure.ts';
import { isObject } from '../../engine/values/shapes.ts';
import type { Protocol, WireCall } from '../../protocols/protocol.ts';
import { blockEffects } from '../../protocols/reply/block.ts';
import { readWritten } from '../../protocols/reply/json-reply.ts';
import { reasonIn } from '../../protocols/reply/process-reply.ts';
import { show } from '../../protocols/reply/reply-reader.ts';
import type { Said } from './ask-judge.ts';

/** How a judge's no is put into effect. */
export interface Refusing {
  readonly protocol: Protocol;
  readonly endsTurn: boolean;
}

/**
 * What the model's answer comes to: nothing, or the point's block. An answer that is not one object with `ok` is unclear, but
 * a no within it counts.
 */
export function readVerdict({ text, failure }: Said, call: WireCall, refusing: Refusing): Reply {
  const written = readWritten(withoutFence(text.trim()));
  const values = written.kind === 'json' ? [written.value] : written.kind === 'text' ? written.found : [];
  const objects = values.filter(isObject);
  const no = objects.find(({ ok }) => ok === false);
  const effects = no === undefined ? [] : refusal(no, call, refusing);
  if (failure !== null) throw failure.carrying(effects);
  if (written.kind === 'json' && objects.some(({ ok }) => typeof ok === 'boolean')) return effects;
  const wanted = '{"ok": true} or {"ok": false, "reason": "…"}';
  throw new HookFailure('unclear', `the model answered ${show(text.trim())} instead of ${wanted}`, effects);
}

function refusal(
  { reason, impossible }: Readonly<Record<string, unknown>>,
  { point }: WireCall,
  { protocol, endsTurn }: Refusing,
): readonly Effect[] {
  const said = typeof reason === 'string' ? reasonIn(reason) : undefined;
  // Nothing that the agent could still do would help.
  if (point.block === 'resume' && impossible === true)
    return said === undefined ? [] : [notify(said, 'warning')];
  return protocol.refuse?.(point, said, endsTurn) ?? blockEffects(point, said);
}

/** Models like to put JSON between lines of backticks. */
function withoutFence(text: string): string {
  const firstEnd = text.indexOf('\n');
  const isFenced = /^```(?:json)?\s*$/i.test(text.slice(0, Math.max(firstEnd, 0))) && text.endsWith('\n```');
  return isFenced ? text.slice(firstEnd + 1, -4) : text;
}
