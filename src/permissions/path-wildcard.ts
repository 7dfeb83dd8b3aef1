/** One step of a pattern: a letter, `?`, `*`, or one of the forms of `**`; `into` ends with a slash. */
type Step = { readonly letter: string } | 'one' | 'part' | 'any' | 'skip' | 'into';

/**
 * Compiles a pattern of paths: `*` and `?` stay within one part of a path, `**` crosses parts, and a `**` with its slash
 * may also stand for nothing. All places in the pattern that a text may have reached are followed at once, so that no
 * text takes longer than its length times that of the pattern.
 */
export function compilePathWildcard(pattern: string): (path: string) => boolean {
  const steps = stepsOf(pattern);
  return (path) => {
    let places = spread(steps, new Set([0]));
    for (const letter of path) {
      const next = new Set<number>();
      for (const place of places) advance(steps[place], place, letter, next);
      if (next.size === 0) return false;
      places = spread(steps, next);
    }
    return places.has(steps.length);
  };
}

function stepsOf(pattern: string): readonly Step[] {
  return pattern.split(/(\*\*\/|\*\*|\*|\?)/).flatMap((part): readonly Step[] => {
    if (part === '**/') return ['skip', 'into'];
    if (part === '**') return ['any'];
    if (part === '*') return ['part'];
    return part === '?' ? ['one'] : [...part].map((letter) => ({ letter }));
  });
}

/** Steps that may stand for nothing let the next one begin at the same letter. */
function spread(steps: readonly Step[], places: Set<number>): Set<number> {
  for (const place of places) {
    const step = steps[place];
    if (step === 'any' || step === 'part') places.add(place + 1);
    else if (step === 'skip') places.add(place + 1).add(place + 2);
  }
  return places;
}

function advance(step: Step | undefined, place: number, letter: string, next: Set<number>): void {
  if (step === undefined || step === 'skip') return;
  if (step === 'any') next.add(place);
  else if (step === 'into') {
    next.add(place);
    if (letter === '/') next.add(place + 1);
  } else if (step === 'part') {
    if (letter !== '/') next.add(place);
  } else if (step === 'one') {
    if (letter !== '/') next.add(place + 1);
  } else if (step.letter === letter) next.add(place + 1);
}
