import { readFileSync } from 'node:fs';
import { validateHeaderName, validateHeaderValue } from 'node:http';
import { resolve } from 'node:path';
import type { Effect, Reply } from '../../engine/outcome/effects.ts';
import { HookFailure } from '../../engine/outcome/failure.ts';
import { HooklineError } from '../../engine/values/errors.ts';
import { checkOptions, type OptionChecks } from '../../engine/values/options.ts';
import { words } from '../../engine/values/text.ts';
import type { Protocol, WireCall } from '../../protocols/protocol.ts';
import {
  defineHandler,
  type HandlerKind,
  type HandlerSetting,
  type HookFunction,
  hookFunction,
  jsonText,
  salvage,
  traceFields,
} from '../handler.ts';
import { countCheck, filledTextCheck, namesWithTextCheck, textOrTextsCheck } from '../option-checks.ts';
import { type Posted, post } from './post.ts';

export interface HttpOptions {
  readonly handler: string;
  readonly headers?: Readonly<Record<string, string>>;
  readonly allowedEnvVars?: readonly string[];
  readonly ca?: string;
  /** Maximum size of a reply, in bytes. Default: 1 MiB. */
  readonly maxReplyBytes?: number;
}

const checks: OptionChecks<HttpOptions> = {
  handler: filledTextCheck,
  headers: namesWithTextCheck,
  allowedEnvVars: textOrTextsCheck,
  ca: filledTextCheck,
  maxReplyBytes: countCheck,
};

/** A request ends at once, but the part of its reply that has arrived is read first. */
const graceMs = 200;

export const httpHandler: HandlerKind<HttpOptions> = defineHandler({
  type: 'http',
  summary: 'An endpoint that gets the event by POST and answers in JSON.',
  create(options: HttpOptions, { protocol, directory }: HandlerSetting): HookFunction {
    checkOptions('an http handler', options, checks, ['handler']);
    const { headers = {}, allowedEnvVars = [], maxReplyBytes: limit = 1024 * 1024 } = options;
    const url = readAddress(options.handler);
    checkHeaders(headers);
    const allowed = new Set([allowedEnvVars].flat());
    const readCertificates = certificates(options.ca, directory);
    return hookFunction(protocol, graceMs, async (call) => {
      const { signal } = call.context;
      const posted = await post({
        url,
        headers: { ...fillHeaders(headers, allowed), ...traceFields(call.context) },
        body: Buffer.from(jsonText(() => protocol.encode(call))),
        ca: readCertificates(),
        limit,
        signal,
      });
      return read(posted, call, protocol, url.origin);
    });
  },
});

function readAddress(text: string): URL {
  const url = URL.canParse(text) ? new URL(text) : null;
  if (url !== null && (url.protocol === 'http:' || url.protocol === 'https:')) return url;
  // The text may contain a secret, so only its start is shown.
  const start = text.slice(0, 12);
  throw new HooklineError(
    'option-invalid',
    `an http handler takes an address such as https://example.com/hook, not ${JSON.stringify(start)}…`,
  );
}

function certificates(ca: string | undefined, directory: string): () => string | undefined {
  if (ca === undefined || ca.includes('-----BEGIN')) return () => ca;
  const file = resolve(directory, ca);
  let text: string | undefined;
  return () => {
    try {
      text ??= readFileSync(file, 'utf8');
      return text;
    } catch (error) {
      throw new HookFailure('missing', `the certificates in ${file} cannot be read: ${String(error)}`);
    }
  };
}

function read(posted: Posted, call: WireCall, protocol: Protocol, origin: string): Reply {
  const { status, problem } = posted;
  if (problem !== null) throw problem.carrying(effectsIn(posted, call, protocol));
  call.context.progress({ exitCode: status ?? 0 });
  if (status === null || status < 200 || status > 299) {
    throw new HookFailure('exit', `${origin} answered ${status}`, effectsIn(posted, call, protocol));
  }
  if (posted.body.trim() === '') {
    if (posted.isDelimited) return undefined;
    throw new HookFailure(
      'exit',
      `${origin} closed the connection before any reply; an empty one needs status 204 or content-length: 0`,
    );
  }
  const value = tryJson(posted.body);
  if (value === undefined) throw new HookFailure('invalid', `${origin} answered something that is not JSON`);
  return value === null ? undefined : protocol.readValue(value, call);
}

function effectsIn({ body }: Posted, call: WireCall, protocol: Protocol): readonly Effect[] {
  const value = tryJson(body);
  return value === undefined || value === null ? [] : salvage(protocol, value, call);
}

function tryJson(text: string): unknown {
  try {
    return JSON.parse(text.trim());
  } catch {
    return undefined;
  }
}

type Headers = Readonly<Record<string, string>>;

const own = new Set(
  words(`
  connection content-length content-type expect keep-alive te trailer transfer-encoding upgrade
`),
);

/** Refuses headers that cannot be sent. The message never shows a value: it may be a secret. */
function checkHeaders(headers: Headers): void {
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

function fillHeaders(headers: Headers, allowed: ReadonlySet<string>): Record<string, string> {
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
