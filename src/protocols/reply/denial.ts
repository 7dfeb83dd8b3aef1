/** Whether that value of that field refuses, on whichever wire it is at home. */
export function isDenial(name: string, value: unknown): boolean {
  switch (name) {
    case 'allowed':
      return value === false;
    case 'abort':
      return value === true;
    case 'decision':
    case 'permissionDecision':
    case 'behavior':
      return value === 'deny' || value === 'block';
    case 'hookSpecificOutput':
      return (Array.isArray(value) ? value : [value]).some(
        (part: unknown) =>
          isDenial('decision', part) || isDenialWithin(part, ['permissionDecision', 'decision', 'behavior']),
      );
    default:
      return false;
  }
}

function isDenialWithin(value: unknown, names: readonly string[]): boolean {
  if (typeof value !== 'object' || value === null) return false;
  return names.some((name) => {
    const inner: unknown = Object.hasOwn(value, name) ? (value as Record<string, unknown>)[name] : undefined;
    return isDenial(name, inner) || (name === 'decision' && isDenialWithin(inner, ['behavior']));
  });
}
