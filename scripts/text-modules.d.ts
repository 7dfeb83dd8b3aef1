/** The text of a program in another language. `scripts/text-modules.mjs` gives it. */
declare module '*.py' {
  const text: string;
  export default text;
}

declare module '*.sh' {
  const text: string;
  export default text;
}

/** The same for a program of ours, in one text with what it imports. */
declare module '*?program' {
  const text: string;
  export default text;
}

declare module '*?module' {
  const text: string;
  export default text;
}
