import type { ShellWord } from '../read/reading.ts';

/** What options of these names mean in any program, also in one without a card. */

/** A file that the program loads for itself: a key to sign in with, or variables. */
const loading =
  /^--?(?:env-?_?file|dotenv|envfile|from-env-file|secret-file|identity-file|private-key|ssl-?(?:key|cert|ca)(?:file)?|tls-?(?:key|cert|cacert)|(?:ca|client-)?(?:cert|key)(?:ificate)?(?:-?file)?|keyout|kubeconfig|netrc-file|userconfig)$/;
/** It changes what it is given. */
const writing =
  /^(?:-[a-zA-Z]*(?:[iwo]|i\..*)|--(?:write|fix|in-place|inplace|output|out|force|overwrite|save|update).*)$/;
/** Code, or `-`: it reads code from its input. */
const coding = /^-(?:[a-zA-Z]{0,3}[cepE]|-eval|-print)?(?:=|$)/;
/** The name of what it runs, which is no code. */
const naming = /^-m$/;

export function isLoadingOption(option: string): boolean {
  return loading.test(option);
}

export function isWritingOption(option: string): boolean {
  return writing.test(option);
}

/** Whether the words of an unknown program may hold code. */
export function mayHoldCode(words: readonly ShellWord[]): boolean {
  return !naming.test(words[0]?.value ?? '') && words.some(({ value }) => coding.test(value ?? ''));
}
