/**
 * Lines for a shell that is about to become a command: somebody in the command's group waits for the end of descriptor 3,
 * which comes only when the host is gone, and ends the group then. A killed host can do so no more. A request to end does
 * not end the waiting one: those who do not heed it may outlive the host as well.
 */
export const guardLines = `trap '' TERM
{ read -r _ <&3; kill -KILL 0; } </dev/null >/dev/null 2>&1 &
trap - TERM`;
