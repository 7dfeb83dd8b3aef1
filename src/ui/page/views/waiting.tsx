import { signal } from '@preact/signals';
import type { WaitingCall } from '../../wire.ts';
import { tellServer } from '../net.ts';
import { exactTime, timeText, visibleText } from '../parts/format.ts';
import { waiting } from '../state/view.ts';

const problem = signal('');

/** The calls that were held back and wait for a person. */
export function Waiting() {
  return (
    <section class="waiting" aria-label="Waiting for you">
      {problem.value !== '' && (
        <p class="problem" role="alert">
          {problem.value}
        </p>
      )}
      {waiting.value.length === 0 && <p class="empty">Nothing waits for you.</p>}
      <ul>
        {waiting.value.map((call) => (
          <li key={call.fingerprint} class={call.decision}>
            <Call call={call} />
          </li>
        ))}
      </ul>
    </section>
  );
}

function Call({ call }: { readonly call: WaitingCall }) {
  const { code, fingerprint, at, product, tool, preview, folder, hooks, reason, passesUntil, mayPassHere } =
    call;
  const answer = async (does: 'approve' | 'deny'): Promise<void> => {
    try {
      problem.value = '';
      waiting.value = await tellServer<readonly WaitingCall[]>('answer', { fingerprint, does });
    } catch (error) {
      problem.value = error instanceof Error ? error.message : String(error);
    }
  };
  return (
    <>
      <h2>
        {visibleText(tool)} <span class="muted">{code}</span>
      </h2>
      <pre class="value">{visibleText(preview)}</pre>
      <p class="reason">{visibleText(reason)}</p>
      <p class="muted">
        {exactTime(at)} · {visibleText(product)} in {visibleText(folder)} · held back by{' '}
        {visibleText(hooks.join(', '))}
      </p>
      {passesUntil === null && !mayPassHere && (
        <p class="elsewhere">
          To let it pass once, run <code>hookline allow {code}</code> in a terminal of your own. This page was
          started by a program, or below an agent.
        </p>
      )}
      {passesUntil === null && mayPassHere && (
        <button type="button" class="main" onClick={() => void answer('approve')}>
          Let it pass once
        </button>
      )}
      {passesUntil !== null && (
        <p class="passes" role="status">
          Passes once until {timeText(passesUntil)}. Tell the agent to try again.
        </p>
      )}
      <button type="button" class="plain" onClick={() => void answer('deny')}>
        {passesUntil === null ? 'Keep it denied' : 'Take that back'}
      </button>
    </>
  );
}
