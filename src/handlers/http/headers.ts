import { validateHeaderName, validateHeaderValue } from 'node:http';
import { HookFailure } from '../../engine/outcome/failure.ts';
import { HooklineError } from '../../engine/values/errors.ts';

type Headers = Readonly<Record<string, string>>;

const own = new Set([
  'connection',
  'content-length',
  'content-type',
  'expect',
  'keep-alive',
  'te',
  'trailer',
  'transfer-encoding',
  'upgrade',
]);

/** Refuses headers that cannot be sent. The message never shows a value: it may be a secret. */
export function checkHeaders(headers: Headers): void {
  for (const [name, value] of Object.entries(headers)) {
    if (own.has(name.toLowerCase())) refuse(name, 'is set by hookline itself');
    try {
      validateHeaderName(name);
      validateHeaderValue(name, value);
    } catch {
      refuse(name, 'cannot be sent: its name or value has a character that headers may not have');
    }
  }
}

function refuse(name: string, problem: string): never {
  throw new HooklineError('option-invalid', `the header ${JSON.stringify(name)} ${problem}`);
}

/** Replaces `${VARIABLE}` by the host's variable if that is allowed. Otherwise it is empty. */
export function fillHeaders(headers: Headers, allowed: ReadonlySet<string>): Record<string, string> {
  const filled: Record<string, string> = {};
  for (const [name, template] of Object.entries(headers)) {
    const value = template.replaceAll(/\$\{([^}]*)\}/g, (_, variable: string) =>
      allowed.has(variable) ? (process.env[variable] ?? '') : '',
    );
    try {
      validateHeaderValue(name, value);
    } catch {
      throw new HookFailure('missing', `the header "${name}" cannot be sent with the value that it has now`);
    }
    filled[name] = value;
  }
  return filled;
}
