/** Writes a text so that a shell reads it as this one word. */
export type Quoting = (text: string) => string;

export const single: Quoting = (text) => `'${text.replaceAll("'", `'\\''`)}'`;

export const double: Quoting = (text) => `"${text.replaceAll(/[$`"\\]/g, '\\$&')}"`;

export const ansi: Quoting = (text) => {
  const codes = [...Buffer.from(text)].map((byte) => `\\x${byte.toString(16).padStart(2, '0')}`);
  return `$'${codes.join('')}'`;
};

export const escaped: Quoting = (text) =>
  text === '' ? "''" : [...text].map((letter) => (letter === '\n' ? "$'\\n'" : `\\${letter}`)).join('');

export const halves: Quoting = (text) => single(text.slice(0, 1)) + double(text.slice(1));

export const continued: Quoting = (text) =>
  /^\w{2,}$/.test(text) ? `${text[0]}\\\n${text.slice(1)}` : single(text);

export const bare: Quoting = (text) => (/^[\w./=+-]+$/.test(text) ? text : single(text));
