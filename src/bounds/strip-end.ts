/** The text without the letters at its end that are this one. As an expression, `x+$` looks at each run of them again. */
export function stripEnd(text: string, letter: string): string {
  let end = text.length;
  while (end > 0 && text[end - 1] === letter) end -= 1;
  return text.slice(0, end);
}
