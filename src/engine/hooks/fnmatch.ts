export interface Glob {
  readonly literal: string | null;
  readonly unclosed: boolean;
  matches(name: string): boolean;
}

interface CharacterClass {
  readonly negated: boolean;
  readonly ranges: readonly (readonly [low: number, high: number])[];
}

type Token = '*' | CharacterClass | number;

const asterisk = '*'.charCodeAt(0);
const questionMark = '?'.charCodeAt(0);
const openingBracket = '['.charCodeAt(0);
const closingBracket = ']'.charCodeAt(0);
const exclamationMark = '!'.charCodeAt(0);
const hyphen = '-'.charCodeAt(0);

const anyCharacter: CharacterClass = { negated: true, ranges: [] };

export function compileGlob(pattern: string): Glob {
  if (!/[*?[]/.test(pattern)) return literalGlob(pattern, false);
  const points = codePointsOf(pattern);
  const tokens: Token[] = [];
  let unclosed = false;
  let at = 0;
  for (let point = points[0]; point !== undefined; point = points[at]) {
    at += 1;
    if (point === asterisk) {
      if (tokens.at(-1) !== '*') tokens.push('*');
    } else if (point === questionMark) {
      tokens.push(anyCharacter);
    } else if (point === openingBracket) {
      // Behind one unclosed bracket none can be closed; searching again would make `[[[[…` quadratic.
      const end: number = unclosed ? -1 : endOfClass(points, at);
      unclosed = end < 0;
      tokens.push(unclosed ? point : parseClass(points.slice(at, end)));
      if (!unclosed) at = end + 1;
    } else {
      tokens.push(point);
    }
  }
  const literal = tokens.every((token) => typeof token === 'number');
  return literal ? literalGlob(pattern, unclosed) : wildcardGlob(tokens, unclosed);
}

// Two functions, so the closure of a literal does not keep the tokens alive.
function literalGlob(literal: string, unclosed: boolean): Glob {
  return { literal, unclosed, matches: (name) => name === literal };
}

function wildcardGlob(tokens: readonly Token[], unclosed: boolean): Glob {
  return { literal: null, unclosed, matches: (name) => matchTokens(tokens, name) };
}

function endOfClass(points: readonly number[], start: number): number {
  const first = points[start] === exclamationMark ? start + 1 : start;
  return points.indexOf(closingBracket, points[first] === closingBracket ? first + 1 : first);
}

// Python rewrites the class into a regular expression; what that makes of odd classes is part of the meaning.
function parseClass(body: readonly number[]): CharacterClass {
  const ranges: [low: number, high: number][] = [];
  let negated = false;
  let at = 0;
  for (let low = body[0]; low !== undefined; low = body[at]) {
    const canBeginRange = at > 0 || low !== exclamationMark;
    const high = canBeginRange && body[at + 1] === hyphen ? body[at + 2] : undefined;
    const reversed = high !== undefined && low > high;
    if (low === exclamationMark && !reversed && !negated && ranges.length === 0) {
      // A `!` that is first only because reversed ranges before it vanished negates too; a range it begins is `[^-z]`.
      negated = true;
      if (high !== undefined) ranges.push([hyphen, hyphen], [high, high]);
    } else if (!reversed) {
      ranges.push([low, high ?? low]);
    }
    at += high === undefined ? 1 : 3;
  }
  return { negated, ranges };
}

// Going back to the last star is enough, so the work is at most the pattern's length times the name's.
function matchTokens(tokens: readonly Token[], name: string): boolean {
  let current = 0;
  let at = 0;
  let star = -1;
  let afterStar = 0;
  for (let point = name.codePointAt(0); point !== undefined; point = name.codePointAt(at)) {
    const token = tokens[current];
    if (token === '*') {
      if (current === tokens.length - 1) return true;
      star = current;
      afterStar = at + unitsOf(point);
      current += 1;
    } else if (token !== undefined && accepts(token, point)) {
      at += unitsOf(point);
      current += 1;
    } else if (star >= 0) {
      at = afterStar;
      current = star;
    } else {
      return false;
    }
  }
  if (tokens[current] === '*') current += 1;
  return current === tokens.length;
}

function accepts(token: CharacterClass | number, point: number): boolean {
  if (typeof token === 'number') return token === point;
  return token.ranges.some(([low, high]) => low <= point && point <= high) !== token.negated;
}

function codePointsOf(text: string): number[] {
  const points: number[] = [];
  let at = 0;
  for (let point = text.codePointAt(0); point !== undefined; point = text.codePointAt(at)) {
    points.push(point);
    at += unitsOf(point);
  }
  return points;
}

function unitsOf(point: number): number {
  return point > 0xffff ? 2 : 1;
}
