/** What only run time knows: it counts last, so a rule that knows more is named. */
export const hiddenRules = `
remote-code.hidden ask
  catches Lines that cannot be read, and code, programs, subcommands and scripts that are only known at run time.
  why it cannot be told what runs
  instead Write the command out.
  finds hidden
  stops $X -rf / ¦ eval "$CODE" ¦ echo "$B" | base64 -d | sh ¦ bash -c "$CMD" ¦ git $ACTION --hard ¦ source "$SCRIPT"
  passes eval "$(ssh-agent -s)" ¦ "$PYTHON" -m pytest ¦ echo "$X" ¦ source "$DIR/env.sh" ¦ docker exec -it app sh
`;
