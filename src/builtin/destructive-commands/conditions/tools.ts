import { spelling } from '../../../shell/read/queries.ts';
import type { CallCondition } from '../rule.ts';

const verbs = new Set(
  'delete destroy purge drop reset wipe prune erase nuke terminate flush removeall delall deleteall dropall fresh'.split(
    ' ',
  ),
);
/** These count only for tools that manage a cloud or a database. */
const weakVerbs = /^(?:rm|remove|del|clean|clear|undeploy|force-?remove|decommission)$/;
const forced =
  /^(?:-f|-y|-fy|-yf|-rf|--force|--yes|--all|--no-?confirm|--confirm|--cascade|--assume-yes|--?auto-approve|--approve|--no-input|--no-prompts?|--non-interactive|--skip-confirm\w*|--force-\w+|--i-know\S*|--yes-i-\S+)(?:=.*)?$/i;
const verbOption =
  /^--(?:drop|delete|destroy|purge|wipe|reset|erase|nuke|delete-?all|drop-?all|force-reset|reset-offsets)$/i;
/** Words behind them are names, or are only looked at. */
const ends = new Set(
  'add create new make generate init get list ls show describe info view help status search find inspect plan diff log logs apply up run exec ssh deploy install set'.split(
    ' ',
  ),
);
const own =
  /^(?:caches?|config|configure|configurations?|contexts?|repos?|repositories|plugins?|completions?|auth|profiles?|telemetry|extensions?|transients?|rewrite|sessions?|previews?|logs?|tmp)$/;
/** What tools of clouds and databases keep. */
const nouns =
  /(?:^|[:_-])(?:app|application|backup|bucket|cluster|database|dataset|deployment|domain|droplet|index|instance|machine|namespace|organization|project|queue|release|server|service|site|snapshot|stack|storage|stream|tenant|topic|vm|volume|workspace|zone)(?:e?s)?(?:$|[:_-])|indices$/i;
const production = /(?:^|[^a-z])(?:prod|production|live)(?:$|[^a-z])/i;
const maxWords = 4;

/** The word that says so: `delete`, `db:reset`, `delete_queue`. */
function destructiveWord(words: readonly string[], isWeak: boolean): string | null {
  for (const word of words.filter((one) => !one.startsWith('-')).slice(0, maxWords)) {
    const parts = word.split(/[:_-]|(?<=[a-z])(?=[A-Z])/).map((part) => part.toLowerCase());
    if (own.test(word) || ends.has(word)) return null;
    const last = /\.(\w+)$/.exec(word)?.[1];
    const named = last === undefined ? [parts[0] ?? '', parts.at(-1) ?? ''] : [last];
    if (named.some((part) => verbs.has(part)) && !parts.some((part) => own.test(part))) return word;
    if (isWeak && weakVerbs.test(word)) return word;
  }
  return null;
}

function optionsOf(words: readonly string[]): readonly string[] {
  return words.filter((word) => word.startsWith('-'));
}

/** A tool that destroys something: one of a cloud or a database, or an unknown one that is forced to. */
export const destroys: CallCondition = ({ kind, card, program, words }, _, isNamed) => {
  if (kind !== 'program' && kind !== 'unknown') return null;
  const isManaging =
    card !== null && /^(?:cloud|database)$/.test(card.changes ?? '') && card.language === undefined;
  const mayManage = card === null || isManaging || card.changes === 'packages' || card.changes === 'services';
  if (!mayManage) return null;
  const texts = words.map(spelling);
  const options = optionsOf(texts);
  const operands = texts.filter((word) => !word.startsWith('-'));
  const option = isManaging && !isNamed ? options.find((word) => verbOption.test(word)) : undefined;
  // `npm prune --production` is the manager's own command, `npm run prune` a script.
  const named = card?.changes === 'packages' ? texts.filter((word) => !/^(?:run|prune)$/.test(word)) : texts;
  const verb = destructiveWord(named, isManaging && !isNamed) ?? option;
  if (verb === undefined) return null;
  const at = operands.indexOf(verb);
  const isAboutService = [operands[at - 1], verb, operands[at + 1]].some((word) => nouns.test(word ?? ''));
  const isForced = options.some((word) => forced.test(word));
  if (
    isManaging ||
    (card === null && (isForced || (isAboutService && program?.value?.includes('/') === false)))
  )
    return { why: `its command is ${verb}` };
  return texts.some((word) => !/\s/.test(word) && production.test(word))
    ? { why: `its command is ${verb}, for something called production` }
    : null;
};
