/** Commands that print nothing but settings for the shell that reads them. */
const printers =
  'ssh-agent|gpg-agent|direnv (?:hook|export)|(?:[\\w./-]*/)?brew shellenv|(?:pyenv|rbenv|nodenv|goenv|jenv|plenv)(?: init| virtualenv-init)|' +
  'fnm env|mise (?:activate|env)|rtx activate|asdf \\w+|conda shell\\.\\w+ hook|micromamba shell hook|opam env|starship init|' +
  'zoxide init|atuin init|dircolors|luarocks path|docker-machine env|minikube docker-env|nodenv init|volta setup|thefuck|' +
  'lesspipe|resize|keychain|(?:kubectl|helm|gh|npm|pip|pip3|poetry|deno|rustup|docker|minikube|k3d|kind|flux|hookline) completion';

const printing = new RegExp(`^(?:\\$\\(|\`|<\\()\\s*(?:${printers})(?:\\s+[\\w./=:+-]+)*\\s*[)\`]$`);

/** Whether a substitution, as it is written, runs such a command and nothing else. */
export function printsEnvironment(source: string): boolean {
  return source.length < 200 && printing.test(source);
}
