import { readFileSync } from 'node:fs';
import { resolve } from 'node:path';
import type { Effect, Reply } from '../../engine/outcome/effects.ts';
import { HookFailure } from '../../engine/outcome/failure.ts';
import { HooklineError } from '../../engine/values/errors.ts';
import { checkOptions, type OptionChecks } from '../../engine/values/options.ts';
import type { Protocol, WireCall } from '../../protocols/protocol.ts';
import { defineHandler, type HandlerKind, type HandlerSetting, type HookFunction } from '../handler.ts';
import { hookFunction, salvage } from '../hook-function.ts';
import { jsonText } from '../json-text.ts';
import { countCheck, filledTextCheck, namesWithTextCheck, textOrTextsCheck } from '../option-checks.ts';
import { traceFields } from '../trace-fields.ts';
import { checkHeaders, fillHeaders } from './headers.ts';
import { type Posted, post } from './post.ts';

export interface HttpOptions {
  /** The address to post to: `http://…` or `https://…`. */
  readonly handler: string;
  /** Further headers; `${NAME}` is a variable of the host's environment that `allowedEnvVars` lists. */
  readonly headers?: Readonly<Record<string, string>>;
  readonly allowedEnvVars?: readonly string[];
  /** Certificates to trust instead of the usual ones: as PEM text, or the file that has them. */
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

/** Gives the certificates; a file is read once, when it is first needed. */
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

/** The readable effects of a reply that is wrong elsewhere. */
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
