import type { Hooks } from '../../engine/hooks/hooks.ts';
import { oneLine } from '../../gateway/answer/visible.ts';
import type { Terminal } from './terminal.ts';

const afterMs = 300;
const everyMs = 100;

interface Running {
  readonly hook: string;
  readonly start: number;
  line: string;
}

export function watching(terminal: Terminal): (hooks: Hooks) => void {
  return (hooks) => showProgress(hooks, terminal);
}

export function showProgress(hooks: Hooks, terminal: Terminal): void {
  if (!terminal.showsStatus) return;
  const running = new Map<string | null, Running>();
  let timer: NodeJS.Timeout | null = null;
  const draw = (): void => {
    const [first, ...others] = running.values();
    const isLong = first !== undefined && performance.now() - first.start > afterMs;
    terminal.status(isLong ? statusLine(first, others.length) : null);
    if (first !== undefined || timer === null) return;
    clearInterval(timer);
    timer = null;
  };
  hooks.intercept({
    started(_, { id, hook }) {
      running.set(id, { hook, start: performance.now(), line: '' });
      timer ??= setInterval(draw, everyMs).unref();
    },
    progress(_, { id }, { stdout, stderr }) {
      const run = running.get(id);
      const lines = `${stdout ?? ''}\n${stderr ?? ''}`.split('\n').filter((line) => line.trim() !== '');
      if (run !== undefined) run.line = lines.at(-1) ?? run.line;
    },
    finished(_, { id }) {
      running.delete(id);
      draw();
    },
  });
}

function statusLine({ hook, start, line }: Running, others: number): string {
  const seconds = ((performance.now() - start) / 1000).toFixed(1);
  const more = others === 0 ? '' : ` (and ${others} more)`;
  return `… ${oneLine(hook)}${more} ${seconds} s  ${oneLine(line)}`;
}
