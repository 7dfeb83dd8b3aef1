import { type Fields, isObject } from '../../engine/values/shapes.ts';
import { messageOf, textOf } from '../../engine/values/text.ts';
import { errorText, judgedAnswer, refusedCall, withContext } from './answers.ts';
import {
  callMark,
  canBeAsked,
  isYes,
  type McpQuestion,
  questionKey,
  questionParams,
  type Round,
  type Rounds,
} from './approval.ts';
import {
  afterRound,
  answerIn,
  isCall,
  judgedMethods,
  openRequest,
  type Pending,
  rawInput,
  requestsIn,
  rewritten,
  type Sides,
  secretQuestion,
} from './calls.ts';
import { ClientQuestions } from './client-questions.ts';
import type { Judge } from './judge.ts';
import {
  errorLine,
  type Id,
  idKey,
  invalidRequest,
  type RpcMessage,
  readMessages,
  resultLine,
} from './message.ts';
import { offersSomething, siftedResult, whyWaiting } from './offers.ts';
import type { Pins } from './pins.ts';

export interface RelayOptions {
  readonly server: string;
  readonly judge: Judge;
  readonly rounds: Rounds;
  readonly pins: Pins | null;
  readonly tell: (text: string) => void;
}

type Step = { readonly to: keyof Sides; readonly line: string } | null;

/** More requests than any client has open at a time. */
const maxPending = 10_000;
/** A server that writes nonsense would fill the log. */
const maxTold = 20;

const declined = 'The person who was asked did not allow this call.';
const unasked =
  'The server asks for what looks like a secret. That needs the approval of a person, whom this client cannot ask.';
const tooLong = 'This needs the approval of a person, and is too long to be shown to one.';

/** One connection: judges what the policy is about, and passes everything else unchanged. */
export class Relay {
  readonly #options: RelayOptions;
  readonly #pending = new Map<string, Pending>();
  readonly #questions = new ClientQuestions();
  readonly #judging = new Set<Promise<unknown>>();
  #canAsk = false;
  /** After the handshake of the protocol until 2025-11-25. */
  #isStarted = false;
  #lastUse = 0;
  #dropped = 0;

  constructor(options: RelayOptions) {
    this.#options = options;
  }

  /** Settles when the line and what follows from it are sent. */
  async fromClient(line: string, sides: Sides): Promise<void> {
    const messages = readMessages(line);
    if ('problem' in messages)
      sides.toClient(errorLine(null, `hookline: ${messages.problem}`, messages.code));
    else await this.#sendAll(messages, sides, (message) => this.#routeToServer(message, sides));
  }

  async fromServer(line: string, sides: Sides): Promise<void> {
    const messages = readMessages(line);
    if ('problem' in messages) this.#drop(`a line of the server, since ${messages.problem}`, line);
    else await this.#sendAll(messages, sides, (message) => this.#routeToClient(message, sides));
  }

  offersChanged({ toClient: send }: Sides): void {
    if (!this.#isStarted) return;
    for (const what of ['tools', 'prompts', 'resources'])
      send(JSON.stringify({ jsonrpc: '2.0', method: `notifications/${what}/list_changed` }));
  }

  async settled(): Promise<void> {
    await Promise.all(this.#judging);
  }

  abandon(id: Id): void {
    const pending = this.#pending.get(idKey(id));
    this.#pending.delete(idKey(id));
    if (typeof pending?.question === 'string') this.#questions.withdraw(pending.question, pending.sides);
  }

  ended(why: string): void {
    for (const { id, sides } of this.#pending.values()) sides.toClient(errorLine(id, why));
    this.#pending.clear();
  }

  async #sendAll(
    messages: readonly RpcMessage[],
    sides: Sides,
    route: (message: RpcMessage) => Step | Promise<Step>,
  ): Promise<void> {
    const later: Promise<void>[] = [];
    for (const message of messages) {
      const step = route(message);
      if (step instanceof Promise) later.push(this.#sendLater(step, message, sides));
      else if (step !== null) sides[step.to](step.line);
    }
    await Promise.all(later);
  }

  #sendLater(judged: Promise<Step>, message: RpcMessage, sides: Sides): Promise<void> {
    const sent = judged
      .catch((problem: unknown) => this.#failed(message, problem))
      .then((step) => {
        this.#judging.delete(sent);
        if (step !== null) sides[step.to](step.line);
      });
    this.#judging.add(sent);
    return sent;
  }

  /** An internal error: nothing passes, and the waiting side gets an answer. */
  #failed({ id, method }: RpcMessage, problem: unknown): Step {
    const why = `hookline failed: ${messageOf(problem)}`;
    this.#options.tell(why);
    if (id === null) return null;
    // Otherwise the server asked its client.
    const isOpen = this.#pending.delete(idKey(id));
    return isOpen || method === null ? toClient(errorLine(id, why)) : toServer(errorLine(id, why));
  }

  #routeToServer(message: RpcMessage, sides: Sides): Step | Promise<Step> {
    const { id, method, params, line } = message;
    if (method === null) return this.#questions.take(message) ? null : toServer(line);
    if (id === null) {
      if (method === 'notifications/cancelled') return this.#cancel(message);
      if (method === 'notifications/initialized') this.#isStarted = true;
      // The server may act on it, and no answer could report a refusal.
      return isCall(method) ? this.#drop(`${method} without an id`, line) : toServer(line);
    }
    if (this.#pending.has(idKey(id)))
      return toClient(errorLine(id, 'hookline: a request with this id is still open', invalidRequest));
    if (this.#pending.size >= maxPending)
      return toClient(errorLine(id, `hookline: more than ${maxPending} requests are open`));
    if (method === 'initialize') this.#canAsk = canBeAsked(params['capabilities']);
    const tool = isCall(method) ? this.#toolName(method, params) : null;
    const pending = openRequest(message, { id, tool, sides, canAsk: this.#canAsk });
    this.#pending.set(idKey(id), pending);
    return tool === null ? toServer(line) : this.#judgeCall(message, pending, tool);
  }

  async #judgeCall(message: RpcMessage, pending: Pending, tool: string): Promise<Step> {
    const { pins } = this.#options;
    const waits = pins === null ? null : whyWaiting(pins, message);
    if (waits !== null) return this.#refuse(pending, waits);
    const round = this.#roundOf(message);
    if (round === null)
      return this.#refuse(pending, 'hookline: this requestState was changed or used before');
    const isYesNow = isYes(answerIn(message));
    if (round?.held !== undefined) {
      if (!isYesNow) return this.#refuse(pending, declined);
      this.#pending.delete(idKey(pending.id));
      return toClient(resultLine(pending.id, round.held));
    }
    const sent = round === undefined ? message : afterRound(message, round);
    const event = pending.canAsk ? 'call-with-questions' : 'call';
    const verdict = await this.#options.judge.ask(event, this.#callFields(tool, rawInput(sent)));
    if (!this.#isOpen(pending)) return null;
    pending.context = verdict.context ?? '';
    if (verdict.deny !== undefined) return this.#refuse(pending, verdict.deny);
    pending.input = verdict.input ?? pending.input;
    if (verdict.ask !== undefined) {
      const question = { tool, input: pending.input, reason: verdict.ask };
      pending.isApproved = round?.call === callMark(tool, pending.input) && (round.isApproved || isYesNow);
      const step = pending.isApproved ? 'approved' : await this.#askPerson(sent, pending, question, round);
      if (step !== 'approved') return step;
    }
    pending.isSent = true;
    return toServer(verdict.input === undefined ? sent.line : rewritten(sent, verdict.input));
  }

  /** Undefined without a round of the proxy; null where it can't be opened. */
  #roundOf({ params: { requestState: state } }: RpcMessage): Round | null | undefined {
    return this.#options.rounds.isSealed(state) ? this.#options.rounds.open(state) : undefined;
  }

  async #askPerson(
    { params: { inputResponses, requestState } }: RpcMessage,
    pending: Pending,
    question: McpQuestion,
    round: Round | undefined,
  ): Promise<Step | 'approved'> {
    const params = questionParams(question);
    if (params === null) return this.#refuse(pending, withContext(question.reason, tooLong));
    const call = callMark(question.tool, question.input);
    // The person has answered about this call, with no.
    if (round?.call === call) return this.#refuse(pending, withContext(question.reason, declined));
    if (pending.isModern)
      return this.#askInResult(pending, params, {
        call,
        isApproved: false,
        forServer: { inputResponses, requestState },
      });
    pending.question = this.#questions.newId();
    const isAllowed = await this.#questions.ask(pending.question, params, pending.sides);
    if (!this.#isOpen(pending)) return null;
    return isAllowed ? 'approved' : this.#refuse(pending, withContext(question.reason, declined));
  }

  #askInResult(pending: Pending, params: Fields, round: Omit<Round, 'nonce'>): Step {
    this.#pending.delete(idKey(pending.id));
    return toClient(
      resultLine(pending.id, {
        resultType: 'input_required',
        inputRequests: { [questionKey]: { method: 'elicitation/create', params } },
        requestState: this.#options.rounds.seal(round),
      }),
    );
  }

  #refuse(pending: Pending, reason: string): Step {
    this.#pending.delete(idKey(pending.id));
    return toClient(refusedCall(pending, withContext(reason, pending.context)));
  }

  #routeToClient(message: RpcMessage, sides: Sides): Step | Promise<Step> {
    const { id, method, line } = message;
    if (method !== null) {
      const isJudged = id !== null && judgedMethods.has(method);
      return isJudged ? this.#judgeRequest(message, id, method, sides) : toClient(line);
    }
    const pending = id === null ? undefined : this.#pending.get(idKey(id));
    // A client could take it for the answer to another request.
    if (pending?.isSent !== true) return this.#drop('an answer of the server to no open request', line);
    const isList = offersSomething(pending.method);
    if (pending.tool === null && !isList) {
      this.#pending.delete(idKey(pending.id));
      return toClient(line);
    }
    pending.isSent = false;
    return isList
      ? this.#judgeOffers(message, pending)
      : this.#judgeAnswer(message, pending, pending.tool ?? '');
  }

  async #judgeRequest(
    { fields, params, line }: RpcMessage,
    id: Id,
    method: string,
    sides: Sides,
  ): Promise<Step> {
    const { refused, input } = await this.#judgeAsked(method, params);
    if (refused !== null) return toServer(errorLine(id, refused));
    const question = secretQuestion(this.#named(method), method, params);
    if (question !== null && !this.#canAsk) return toServer(errorLine(id, unasked));
    if (question !== null && !(await this.#questions.ask(this.#questions.newId(), question, sides)))
      return toServer(errorLine(id, declined));
    return toClient(input === undefined ? line : JSON.stringify({ ...fields, params: input }));
  }

  async #judgeAsked(
    method: string,
    params: Fields,
  ): Promise<{ readonly refused: string | null; readonly input?: Fields | undefined }> {
    const call = this.#callFields(this.#toolName(method, params), params);
    const { deny, ask, input } = await this.#options.judge.ask('call', call);
    return { refused: deny ?? ask ?? null, input };
  }

  async #judgeOffers({ fields, line }: RpcMessage, pending: Pending): Promise<Step> {
    const { judge, pins } = this.#options;
    const denied = async (tools: readonly string[]): Promise<ReadonlySet<string>> => {
      const found = new Set(await judge.denied(tools.map((tool) => this.#named(tool))));
      return new Set(tools.filter((tool) => found.has(this.#named(tool))));
    };
    const result = await siftedResult(pending.method, pending.params, fields['result'], { pins, denied });
    if (!this.#isOpen(pending)) return null;
    return this.#answer(pending, result === null ? line : JSON.stringify({ ...fields, result }));
  }

  async #judgeAnswer(message: RpcMessage, pending: Pending, tool: string): Promise<Step> {
    const { result, error } = message.fields;
    const call = this.#callFields(tool, pending.input);
    const verdict = await (error === undefined
      ? this.#options.judge.ask('result', { ...call, tool_response: result ?? null })
      : this.#options.judge.ask('failure', { ...call, error: errorText(error) }));
    const asked = isObject(result) && result['resultType'] === 'input_required' ? result : null;
    const refused = asked === null ? null : await this.#judgeAllAsked(asked);
    if (!this.#isOpen(pending)) return null;
    if (refused !== null) return this.#refuse(pending, refused);
    const context = [pending.context, verdict.context ?? ''].filter(Boolean).join('\n');
    const line = judgedAnswer(message, pending, verdict, asked === null ? context : '') ?? message.line;
    return asked === null ? this.#answer(pending, line) : this.#passRound(pending, line, tool);
  }

  #answer(pending: Pending, line: string): Step {
    this.#pending.delete(idKey(pending.id));
    return toClient(line);
  }

  /** Why the client must not be asked; null if it may. */
  async #judgeAllAsked(result: Fields): Promise<string | null> {
    for (const { method, params } of requestsIn(result)) {
      const { refused } = await this.#judgeAsked(method, params);
      if (refused !== null) return refused;
    }
    return null;
  }

  /** An approval counts for the next round of the call; a question for a secret waits for one. */
  #passRound(pending: Pending, line: string, tool: string): Step {
    const fields: Fields = JSON.parse(line);
    const { result } = fields;
    if (!isObject(result) || result['resultType'] !== 'input_required') return this.#answer(pending, line);
    const call = callMark(tool, pending.input);
    const forServer = { requestState: result['requestState'] };
    const passed = pending.isApproved
      ? { ...result, requestState: this.#options.rounds.seal({ call, isApproved: true, forServer }) }
      : result;
    for (const { method, params } of requestsIn(result)) {
      const question = secretQuestion(tool, method, params);
      if (question !== null && !pending.canAsk) return this.#refuse(pending, unasked);
      if (question !== null)
        return this.#askInResult(pending, question, { call, isApproved: false, forServer: {}, held: passed });
    }
    return this.#answer(pending, pending.isApproved ? JSON.stringify({ ...fields, result: passed }) : line);
  }

  /** A call that is still being judged never reaches the server. */
  #cancel({ params, line }: RpcMessage): Step {
    const { requestId: id } = params;
    const key = typeof id === 'string' || typeof id === 'number' ? idKey(id) : '';
    const pending = this.#pending.get(key);
    this.#pending.delete(key);
    if (pending === undefined || pending.isSent) return toServer(line);
    if (pending.question !== null) this.#questions.withdraw(pending.question, pending.sides);
    return null;
  }

  #isOpen(pending: Pending): boolean {
    return this.#pending.get(idKey(pending.id)) === pending;
  }

  #callFields(tool: string, input: unknown): Fields {
    this.#lastUse += 1;
    return { tool_name: tool, tool_input: input, tool_use_id: `mcp-${this.#lastUse}` };
  }

  #toolName(method: string, params: Fields): string {
    return this.#named(
      method === 'tools/call' ? textOf(params['name']) : (judgedMethods.get(method) ?? method),
    );
  }

  #named(tool: string): string {
    return `mcp__${this.#options.server}__${tool}`;
  }

  #drop(what: string, line: string): null {
    this.#dropped += 1;
    if (this.#dropped <= maxTold) this.#options.tell(`dropped ${what}: ${line.slice(0, 200)}`);
    return null;
  }
}

function toClient(line: string): Step {
  return { to: 'toClient', line };
}

function toServer(line: string): Step {
  return { to: 'toServer', line };
}
