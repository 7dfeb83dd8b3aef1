import { isObject } from '../../../engine/values/shapes.ts';
import { servePage } from '../../../ui/server/page-server.ts';
import { type CommandRun, wrongCall } from '../../command.ts';
import { requireNoAgent, whyNoPerson } from '../people/person.ts';
import { ApprovalCode } from './approval-code.ts';
import { pageSource } from './page-source.ts';

const pageFolder = new URL('../ui/', import.meta.url);

export const runUi: CommandRun = async ({ arguments: traces, options, terminal, signal }) => {
  const port = options['port'] === undefined ? 0 : Number(options['port']);
  if (!Number.isInteger(port) || port < 0 || port > 65_535)
    throw wrongCall(`--port takes a number from 0 to 65535, not "${String(options['port'])}"`);
  requireNoAgent('hookline ui');
  // At the start: the terminal may be gone later.
  const notPerson = whyNoPerson('hookline ui');
  const approval = new ApprovalCode();
  const source = pageSource(traces, signal, notPerson, approval);
  // Reports a trace that doesn't exist, before the page opens.
  await source.files();
  const page = await servePage({ source, folder: pageFolder, port }).catch((problem: unknown) => {
    if (!isObject(problem) || problem['code'] !== 'EADDRINUSE') throw problem;
    throw wrongCall(`port ${port} is taken; without --port, hookline takes a free one`);
  });
  terminal.print(page.address);
  const { port: taken } = new URL(page.address);
  terminal.tell(
    `Open it in a browser. Ctrl-C ends it. From another machine: ssh -L ${taken}:127.0.0.1:${taken} THIS-MACHINE, and open it there.`,
  );
  if (notPerson === null)
    terminal.tell(`To approve a call on the page, enter this code there: ${approval.text}`);
  await new Promise<void>((resolve) => signal.addEventListener('abort', () => resolve(), { once: true }));
  await page.close();
  return 0;
};
