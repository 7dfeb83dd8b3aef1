import type { AfterCommand, Frame } from './frame.ts';
import type { Reader } from './reader.ts';
import { joinFolders } from './state.ts';

/** Follows each of several ways that a command may go from here; afterwards any of them may have been gone. */
export function followEach<T>(
  ways: readonly T[],
  frame: Frame,
  reader: Reader,
  follow: (way: T) => AfterCommand,
): AfterCommand {
  const [first, ...others] = ways;
  const { shell } = frame;
  if (first === undefined) return { failed: shell.state.folders, isEnd: false };
  if (others.length === 0) return follow(first);
  const before = shell.state;
  let failed: AfterCommand['failed'] | null = null;
  const ends = ways.map((way) => {
    reader.budget.spend(1 + before.size);
    shell.state = before.fork();
    const outcome = follow(way);
    failed = failed === null ? outcome.failed : joinFolders(failed, outcome.failed);
    return shell.state;
  });
  const [end = before, ...rest] = ends;
  for (const other of rest) end.join(other);
  shell.state = end;
  return { failed: failed ?? end.folders, isEnd: false };
}
