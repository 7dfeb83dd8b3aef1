/** What prints the folder of tools, or the path of one. */
const printed =
  /^"?\$\((?:(?:npm|yarn|pnpm) (?:bin|root|prefix)(?: -g)?|(?:which|command -v) [\w.-]+|go env GOPATH|brew --prefix(?: [\w@.-]+)?|git rev-parse --show-toplevel|pwd)(?: 2>\s?\/dev\/null)?\)"?(?:$|\/|\s)/;
const named =
  /^"?\$\{?\w*(?:PYTHON|NODE|NPM|PIP|GO|CARGO|JAVA|MAKE|CC|CXX|LD|SHELL|EDITOR|PAGER|GIT|DOCKER|COMPOSER|PHP|RUBY|PERL|BIN|VENV\w*)\d?\}?"?(?:$|\/|\s)/i;

/** Whether a program that only run time knows is written like a tool of the project or the user: `"$PYTHON"`, `$(npm bin)/x`. */
export function isPlainProgram(source: string): boolean {
  return printed.test(source) || named.test(source);
}
