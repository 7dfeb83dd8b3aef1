import { useLayoutEffect } from 'preact/hooks';
import { rowCount } from '../state/rows.ts';
import { otherScheme, scheme } from '../state/scheme.ts';
import { connection, helpShown, opened, type View, view, views, waiting } from '../state/view.ts';
import { EventList } from './event-list.tsx';
import { EventPanel } from './event-panel.tsx';
import { FilterBar } from './filter-bar.tsx';
import { Help } from './help.tsx';
import { pressKey } from './keys.ts';
import { Latency } from './latency.tsx';
import { Policy } from './policy.tsx';
import { Sessions } from './sessions.tsx';
import { TimelineView } from './timeline.tsx';
import { Waiting } from './waiting.tsx';

const connections: Readonly<Record<typeof connection.value, string>> = {
  connecting: 'connecting…',
  live: 'live',
  lost: 'connection lost, trying again',
  ended: 'hookline ui has ended',
};

export function App() {
  useLayoutEffect(() => {
    addEventListener('keydown', pressKey);
    return () => removeEventListener('keydown', pressKey);
  }, []);
  return (
    <>
      <header class="top">
        <h1>hookline</h1>
        <Tabs />
        <span class={`connection ${connection.value}`} role="status">
          {connections[connection.value]}
        </span>
        <button type="button" class="plain" title="Light or dark   t" onClick={otherScheme}>
          {scheme.value === 'dark' ? 'Light' : 'Dark'}
        </button>
        <button
          type="button"
          class="plain"
          title="Keys   ?"
          onClick={() => {
            helpShown.value = true;
          }}
        >
          Keys
        </button>
      </header>
      <Sessions />
      <main class={opened.value === null ? '' : 'with-detail'}>
        {view.value !== 'waiting' && <FilterBar />}
        <div class={`view of-${view.value}`}>{body(view.value)}</div>
        {opened.value !== null && <EventPanel row={opened.value} />}
      </main>
      {helpShown.value && <Help />}
    </>
  );
}

function body(shown: View) {
  if (shown === 'waiting') return <Waiting />;
  if (rowCount.value === 0) {
    return (
      <p class="empty">
        Nothing is recorded yet. Set <code>trace: true</code> in hookline.yaml and let an agent work; it shows
        here at once.
      </p>
    );
  }
  if (shown === 'latency') return <Latency />;
  if (shown === 'policy') return <Policy />;
  return (
    <>
      <TimelineView />
      <EventList />
    </>
  );
}

function Tabs() {
  const unanswered = waiting.value.filter(({ passesUntil }) => passesUntil === null).length;
  return (
    <nav class="tabs" aria-label="Views">
      {views.map(({ id, title }, index) => (
        <button
          key={id}
          type="button"
          aria-current={view.value === id ? 'page' : undefined}
          title={`${title}   ${index + 1}`}
          onClick={() => {
            view.value = id;
          }}
        >
          {title}
          {id === 'waiting' && unanswered > 0 && <span class="badge ask">{unanswered}</span>}
        </button>
      ))}
    </nav>
  );
}
