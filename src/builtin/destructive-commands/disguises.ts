import { spelling, subcommandOf } from '../../shell/queries.ts';
import type { ShellCommand } from '../../shell/reading.ts';

/** Programs that only show or look for their words. */
const showing =
  /^(?:command|builtin|echo|printf|say|cowsay|figlet|man|info|tldr|which|type|last|lastb|whereis|whatis|apropos|help|hash|alias|unalias|test|\[|expr|basename|dirname|e?f?grep|zgrep|rg|ag|ack|logger|log|notify-send|export|declare|local|readonly|unset|set|read|trap|shift|let|yes|seq|ls|cat|cp|mv|mkdir|touch|cd|wc|head|tail|less|more|vim?|nano|code|open|rm|rm-safe|trash|gio|chmod|chown|ln|stat|file|du|diff|cmp|sed|awk|jq|yq|sort|kill|pkill|killall|pgrep|dpkg|hookline|claude|codex|gemini)$/;

const dangerous =
  /^(?:rm|git|dd|mkfs(?:\.\w+)?|shred|find|terraform|tofu|kubectl|docker|helm|aws|gcloud|az|psql|mysql|dropdb|redis-cli|mongosh|prisma|rails|systemctl|shutdown|reboot|chmod|chown|truncate|wipefs|npm|npx)$/;

/**
 * What a command may be that hides behind another: behind a program that nobody knows, as `chronic git reset --hard`, or
 * behind a variable that is called as a program, as `$GIT reset --hard`.
 */
export function disguised(command: ShellCommand): readonly ShellCommand[] {
  if (command.kind === 'unknown') {
    const name = /^"?\$\{?([A-Za-z_]+?)(?:_?(?:BIN|CMD|EXE|PATH))?\}?"?$/.exec(
      command.program?.source ?? '',
    )?.[1];
    const own =
      name === undefined ? [] : [{ ...command, kind: 'program' as const, name: name.toLowerCase() }];
    return [...own, ...behind(command)];
  }
  if (command.kind !== 'program' || command.wraps !== null || showing.test(command.name)) return [];
  const isOwn = subcommandOf(command) !== null && command.name !== 'wsl';
  return !isOwn && command.code.length === 0 ? behind(command) : [];
}

function behind(command: ShellCommand): readonly ShellCommand[] {
  const at = command.words.findIndex((word) => !/^-/.test(spelling(word)));
  const name = (command.words[at]?.value ?? '').replace(/^.*\//, '');
  if (!dangerous.test(name)) return [];
  return [
    {
      ...command,
      kind: 'program',
      name,
      program: command.words[at] ?? null,
      words: command.words.slice(at + 1),
    },
  ];
}
