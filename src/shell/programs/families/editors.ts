/** Programs that edit and debug. `card.ts` describes the format. */
export const editorCards = String.raw`
vim|vi|nvim|view|gvim|gview|vimdiff|rvim|rview|vimx|neovim|elvis|nvi|vile: read…
  -AbCdDeEFgHlLmMnNoOpqrRsvVwxXyZ -c$ -S* -u* -U* -s* -W> -w> -i< -T: -t: -P: --cmd$ --noplugin --clean --headless --startuptime> --remote
  --servername: --listen:
  language vim; reach machine; startFiles /^(?:\.vimrc|\.exrc|init\.(?:vim|lua))$/; readsInput
  writes
  = vim a → read a, write a
  = vim +5 a → read a, write a
emacs|emacsclient|xemacs|mg|jove|zile: read…
  -e$ -f$ -l* --eval$ --execute$ --funcall$ -/eval$ --load* --script* -/batch -nw -t -c -n -q -Q --no-window-system --create-frame
  --alternate-editor!
  language elisp; reach machine
  writes
  = emacs a → read a, write a
nano|pico|micro|joe|jmacs|ne|helix|hx|kak|amp|kibi|tilde|mcedit|dte|e3|levee: read…
  -ABcDEFGHIKLMNPRSTUVWXYZaijklmnpqrstuvwxyz -b: -C> -o: -Q: -s: -e$ --backup --rcfile< --readonly
  reach machine
  writes
  = nano a → read a, write a
code|code-insiders|codium|cursor|windsurf|zed|subl|atom|gedit|kate|kwrite|mate|mousepad|notepad|notepad++|pluma|geany|idea|pycharm|webstorm|goland|fleet|xed|bbedit|TextEdit|leafpad|featherpad: read…
  -nrwgadv --wait --new-window --reuse-window --goto --diff --add --install-extension: --user-data-dir> --extensions-dir>
  writes
  = code a → read a, write a
crudini|augtool|ini-file|git-config-editor|visudo|vipw|vigr|sudoedit|sensible-editor|select-editor|editor: read…
  reach machine
  writes
  = sudoedit a → read a, write a
gdb|cgdb|rust-gdb|gdb-multiarch: read…
  -bewnq -c: -d: -p: -s< -x* -/ex$ -/iex$ -/ix* -/batch --eval-command$ --command* --batch --core: --cd@ --args -/args
  runs debugged; language gdb; reach machine; startFiles /^\.gdbinit$/; readsInput
  = gdb a → read a
  = gdb --args rm a → read rm, read a, delete a
lldb|rust-lldb
  -bewxXQP -a: -c: -f: -k: -K: -l: -n: -o$ -O: -p: -r? -s* -S: --arch: --attach-name: --attach-pid: --batch --core: --file: --no-lldbinit
  --no-use-colors --one-line$ --one-line-before-file: --one-line-on-crash: --source* --source-before-file: --source-quietly
  wraps plain; idle -p -n -P --attach-pid --attach-name; language gdb; reach machine; readsInput
  = lldb -- rm a → delete a
`;
