const forbidden =
  /^(?:system|getline|close|ARGV|ARGC|ARGIND|SYMTAB|FUNCTAB|ENVIRON|PROCINFO|include|load|namespace)$/;

const token =
  /(?<blank>[ \t\r\\]+|#[^\n]*)|(?<text>"(?:\\[\s\S]|[^"\\\n])*")|(?<name>[A-Za-z_]\w*)|(?<number>[\d.]+)|(?<sign>>>|>=|\|\||\|&|[\s\S])/y;
const regular = /\/(?:\\[^\n]|[^\\/[\n]|\[\^?\]?[^\]\n/]*\])+\//y;

/** Whether an awk program reads nothing but its input, and writes and runs nothing. */
export function isHarmlessAwk(program: string): boolean {
  let at = 0;
  /** Whether what came before can be divided, so that a slash is no regular expression. */
  let isValue = false;
  let depth = 0;
  /** How deep the parentheses were where a statement began that prints. */
  let printing: number | null = null;
  while (at < program.length) {
    if (program[at] === '/' && !isValue) {
      regular.lastIndex = at;
      if (!regular.test(program)) return false;
      at = regular.lastIndex;
      isValue = true;
      continue;
    }
    token.lastIndex = at;
    const groups = token.exec(program)?.groups;
    if (groups === undefined) return false;
    at = token.lastIndex;
    const { text, name, number, sign } = groups;
    if (name !== undefined) {
      if (forbidden.test(name)) return false;
      if (/^printf?$/.test(name)) printing = depth;
      isValue = !/^(?:printf?|return|in|case|else|do)$/.test(name);
    } else if (text !== undefined || number !== undefined) isValue = true;
    else if (sign !== undefined) {
      if (/^(?:@|\||\|&|>>|"|`)$/.test(sign)) return false;
      if (sign === '>' && printing === depth) return false;
      if (sign === '(') depth += 1;
      else if (sign === ')') depth -= 1;
      else if (/^[;}\n{]$/.test(sign)) printing = null;
      isValue = /^[)\]$]$/.test(sign);
    }
  }
  return true;
}
