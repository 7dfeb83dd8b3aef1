import type { HookOutput } from '../show/hook-output.ts';

/** What programs say when they end with 2 because they cannot work, and not to refuse. */
const signs: readonly RegExp[] = [
  /syntax error|SyntaxError|unexpected (?:EOF|end of file|token)|unterminated|parse error/i,
  /can't open file|cannot open|can't open|No such file or directory|Permission denied|Is a directory/i,
  /command not found|: not found$/m,
  /^usage: |unrecognized (?:option|argument)|invalid option|unknown option|the following arguments are required|missing operand/im,
  /^Traceback \(most recent call last\)|^\w*Error: |: error: /m,
  /integer expression expected|unary operator expected|binary operator expected|Illegal number|bad substitution|parameter not set|unbound variable|bad number/,
  /^(?:grep|egrep|rg|awk|gawk|mawk|sed|jq|find|test|\[|ls|sort|diff|make|curl): /m,
];

/** The line by which a program tells that it is broken; null when its exit code means what it says. */
export function brokenBecause({ stderr, exitCode }: HookOutput): string | null {
  if (exitCode !== 2) return null;
  const sign = signs.find((one) => one.test(stderr));
  if (sign === undefined) return null;
  const line = stderr.split('\n').find((text) => sign.test(text)) ?? stderr;
  return line.trim().slice(0, 200);
}
