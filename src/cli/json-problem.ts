/** Where a text stops being JSON, and what was expected there. */
export interface JsonProblem {
  readonly offset: number;
  readonly message: string;
}

/** What may come next. */
type Expectation = 'value' | 'first value' | 'name' | 'first name' | 'colon' | 'after value';

/**
 * Finds the place where a text stops being JSON; null when it is JSON. `JSON.parse` tells it only sometimes, and in
 * other words in every version of Node.
 */
export function findJsonProblem(text: string): JsonProblem | null {
  const open: ('{' | '[')[] = [];
  let expected: Expectation = 'value';
  let offset = 0;
  while (true) {
    offset = endOf(/[ \t\r\n]*/y, text, offset) ?? offset;
    const sign = text[offset];
    const inner = open.at(-1);
    if (expected === 'after value' && inner === undefined) {
      return sign === undefined ? null : { offset, message: 'expected nothing after the value' };
    }
    if (sign === undefined)
      return { offset, message: `the text ends where ${wanted(expected, inner)} is expected` };
    const isClosing = sign === (inner === '{' ? '}' : ']') && /first|after/.test(expected);
    let end: number | null = null;
    if (isClosing) {
      open.pop();
      expected = 'after value';
      end = offset + 1;
    } else if (expected === 'after value' && sign === ',') {
      expected = inner === '{' ? 'name' : 'value';
      end = offset + 1;
    } else if (expected === 'colon' && sign === ':') {
      expected = 'value';
      end = offset + 1;
    } else if (expected.endsWith('name') && sign === '"') {
      end = endOfString(text, offset);
      if (end === null) return unclosed(offset);
      expected = 'colon';
    } else if (expected.endsWith('value') && expected !== 'after value') {
      if (sign === '{' || sign === '[') {
        open.push(sign);
        expected = sign === '{' ? 'first name' : 'first value';
        end = offset + 1;
      } else {
        end = sign === '"' ? endOfString(text, offset) : endOf(word, text, offset);
        if (end === null && sign === '"') return unclosed(offset);
        expected = 'after value';
        if (end === null)
          return { offset, message: `expected ${wanted('value', inner)}, not ${JSON.stringify(sign)}` };
      }
    }
    if (end === null)
      return { offset, message: `expected ${wanted(expected, inner)}, not ${JSON.stringify(sign)}` };
    offset = end;
  }
}

const word = /(?:true|false|null|-?(?:0|[1-9]\d*)(?:\.\d+)?(?:[eE][+-]?\d+)?)(?![\w.+-])/y;

function endOf(pattern: RegExp, text: string, offset: number): number | null {
  pattern.lastIndex = offset;
  return pattern.test(text) ? pattern.lastIndex : null;
}

/** By hand, since an expression would need as much stack as the text is long. */
function endOfString(text: string, start: number): number | null {
  for (let offset = start + 1; offset < text.length; offset += 1) {
    const sign = text[offset] ?? '';
    if (sign === '"') return offset + 1;
    if (sign < ' ') return null;
    if (sign !== '\\') continue;
    const end = endOf(/\\(?:["\\/bfnrt]|u[\da-fA-F]{4})/y, text, offset);
    if (end === null) return null;
    offset = end - 1;
  }
  return null;
}

function unclosed(offset: number): JsonProblem {
  return {
    offset,
    message: 'this text is not closed, or has something in it that must be written with a backslash',
  };
}

function wanted(expected: Expectation, inner: '{' | '[' | undefined): string {
  switch (expected) {
    case 'value':
      return 'a value';
    case 'first value':
      return 'a value or "]"';
    case 'name':
      return 'a name in double quotes';
    case 'first name':
      return 'a name in double quotes or "}"';
    case 'colon':
      return 'a colon';
    default:
      return inner === '{' ? 'a comma or "}"' : 'a comma or "]"';
  }
}
