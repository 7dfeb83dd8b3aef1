import { anthropicFrames, openaiFrames, type Says } from '../../support/servers/model-server.ts';
import { type Body, bodies, isBody, textsIn } from './body.ts';
import { geminiFrames } from './gemini-frames.ts';
import { responsesFrames } from './responses-frames.ts';

/** What one request showed the model. */
export interface Shown {
  /** Names of the tools that it may call. */
  readonly tools: readonly string[];
  /** What came from the user's side, the agent's own additions included. */
  readonly user: readonly string[];
  /** What tools gave back, oldest first. */
  readonly results: readonly string[];
}

/** One vendor's format: where its requests go, what they show, and how an answer streams. */
export interface Wire {
  readonly path: RegExp;
  shown(body: Body): Shown;
  frames(says: Says): readonly string[];
}

const messages: Wire = {
  path: /\/v1\/messages$/,
  shown: (body) => {
    const parts = bodies(body['messages'])
      .filter(({ role }) => role !== 'assistant')
      .flatMap(({ content }) => (typeof content === 'string' ? [{ text: content }] : bodies(content)));
    return {
      tools: namesIn(body['tools']),
      user: parts.filter(({ type }) => type !== 'tool_result').flatMap(textsIn),
      results: parts.filter(({ type }) => type === 'tool_result').map((part) => textsIn(part).join('\n')),
    };
  },
  frames: (says) => together(anthropicFrames(says)),
};

const chatCompletions: Wire = {
  path: /\/chat\/completions$/,
  shown: (body) => {
    const all = bodies(body['messages']);
    return {
      tools: bodies(body['tools']).flatMap(({ function: tool }) => namesIn([tool])),
      user: all.filter(({ role }) => role === 'user').flatMap(textsIn),
      results: all.filter(({ role }) => role === 'tool').map((message) => textsIn(message).join('\n')),
    };
  },
  frames: (says) => together(openaiFrames(says)),
};

const responses: Wire = {
  path: /\/v1\/responses$/,
  shown: (body) => {
    const items = bodies(body['input']);
    // Newer models get their tools as an item of the input, and some of them in groups.
    const tools = [body, ...items].flatMap((holder) => bodies(holder['tools']));
    const grouped = tools.flatMap((tool) => bodies(tool['tools']));
    return {
      tools: namesIn([...tools, ...grouped]),
      // A subagent's task is an item of a type of its own.
      user: items.filter(({ role, type }) => role !== 'assistant' && !isCall(type)).flatMap(textsIn),
      results: items
        .filter(({ type }) => typeof type === 'string' && type.endsWith('_output'))
        .map(({ output }) => textsIn(output).join('\n')),
    };
  },
  frames: responsesFrames,
};

const generateContent: Wire = {
  path: /\/models\/[^/]+:(?:streamG|g)enerateContent$/,
  shown: (body) => {
    const parts = bodies(body['contents'])
      .filter(({ role }) => role === 'user')
      .flatMap(({ parts }) => bodies(parts));
    return {
      tools: bodies(body['tools']).flatMap(({ functionDeclarations }) => namesIn(functionDeclarations)),
      user: parts.flatMap(({ text }) => textsIn(text)),
      results: parts
        .map(({ functionResponse }) => functionResponse)
        .filter(isBody)
        .map(({ response }) => textsIn(response).join('\n')),
    };
  },
  frames: geminiFrames,
};

export const wires: readonly Wire[] = [messages, chatCompletions, responses, generateContent];

/** Calls and their results. */
function isCall(type: unknown): boolean {
  return typeof type === 'string' && /_(?:call|output)$/.test(type);
}

function namesIn(tools: unknown): readonly string[] {
  return bodies(tools).flatMap(({ name }) => (typeof name === 'string' ? [name] : []));
}

function together({ said, end }: { said: readonly string[]; end: readonly string[] }): readonly string[] {
  return [...said, ...end];
}
