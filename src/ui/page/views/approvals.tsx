import { signal } from '@preact/signals';
import { useState } from 'preact/hooks';
import { messageOf } from '../../../engine/values/text.ts';
import type { PageState, WaitingCall } from '../../wire.ts';
import { tellServer } from '../net.ts';
import { Button, bound, ProblemText } from '../parts/controls.tsx';
import { dateTimeText, durationText, timeText, visibleText } from '../parts/format.ts';
import { pageTime } from '../state/range.ts';
import { state } from '../state/view.ts';

const problem = signal('');
const approvalCode = signal('');
const maxLines = 12;

export function Approvals() {
  const { waiting } = state.value;
  return (
    <section class="waiting" aria-label="Approvals">
      {waiting.length === 0 && <p class="empty">No call is waiting for approval.</p>}
      <CallList calls={waiting} />
    </section>
  );
}

export function CallList({ calls }: { readonly calls: readonly WaitingCall[] }) {
  return (
    <>
      <ProblemText text={problem.value} />
      <ul class="calls">
        {calls.map((call) => (
          <li key={call.fingerprint} class={call.decision}>
            <Call call={call} />
          </li>
        ))}
      </ul>
    </>
  );
}

function Call({ call }: { readonly call: WaitingCall }) {
  const { code, fingerprint, at, expires, product, tool, preview, folder, hooks, reason, decision } = call;
  const { passesUntil, mayPassHere } = call;
  const lines = visibleText(preview).split('\n');
  const hidden = lines.length - maxLines;
  const [wasOpened, setOpen] = useState(false);
  const [isSure, setSure] = useState(false);
  const isOpen = wasOpened || hidden <= 0;
  const answer = async (does: 'approve' | 'deny'): Promise<void> => {
    try {
      problem.value = '';
      setSure(false);
      const told = { fingerprint, does, code: approvalCode.value };
      state.value = await tellServer<PageState>('answer', told);
    } catch (error) {
      problem.value = messageOf(error);
    }
  };
  const approve = (): void => {
    if (decision === 'deny' && !isSure) setSure(true);
    else void answer('approve');
  };
  const left = (until: number): string => durationText(Math.max(0, until - pageTime.value));
  return (
    <>
      <h3>
        {visibleText(tool)} <span class="muted">{code}</span>{' '}
        <span class={`badge ${decision}`}>{decision === 'ask' ? 'asks' : 'denied'}</span>
      </h3>
      <pre class="value">{(isOpen ? lines : lines.slice(0, maxLines)).join('\n')}</pre>
      {!isOpen && <Button onClick={() => setOpen(true)}>{hidden} more lines: review before approving</Button>}
      <p class="reason">{visibleText(reason)}</p>
      <p class="muted">
        {dateTimeText(at)} · {visibleText(product)} in {visibleText(folder)} · blocked by{' '}
        {visibleText(hooks.join(', '))}
        {passesUntil === null && ` · ${left(expires)} left`}
      </p>
      {passesUntil === null && !mayPassHere && (
        <p class="elsewhere">
          To allow it once, run <code>hookline allow {code}</code> in your own terminal. This page was started
          by a program or an agent.
        </p>
      )}
      {passesUntil !== null && (
        <p class="passes" role="status">
          Allowed once until {timeText(passesUntil)} ({left(passesUntil)} left). Tell the agent to try again.
        </p>
      )}
      {isSure && (
        <p class="reason" role="alert">
          The policy denies this call. Allow it once anyway?
        </p>
      )}
      <p class="answers">
        <Button onClick={() => void answer('deny')}>
          {passesUntil === null ? 'Keep it denied' : 'Revoke'}
        </Button>
        {passesUntil === null && mayPassHere && (
          <>
            <Button disabled={!isOpen || approvalCode.value === ''} onClick={approve}>
              {decision === 'ask' ? 'Allow once' : isSure ? 'Yes, allow once' : 'Allow once…'}
            </Button>
            <label class="muted">
              Code from the terminal that started this page{' '}
              <input inputMode="numeric" size={8} {...bound(approvalCode)} />
            </label>
          </>
        )}
      </p>
    </>
  );
}
