export function localTime(at: string, to: 'second' | 'millisecond' = 'second'): string {
  const time = new Date(at);
  if (Number.isNaN(time.getTime())) return at;
  const day = [time.getFullYear(), time.getMonth() + 1, time.getDate()].map(twoDigits).join('-');
  const clock = [time.getHours(), time.getMinutes(), time.getSeconds()].map(twoDigits).join(':');
  const rest = to === 'second' ? '' : `.${String(time.getMilliseconds()).padStart(3, '0')}`;
  return `${day} ${clock}${rest}`;
}

function twoDigits(number: number): string {
  return String(number).padStart(2, '0');
}
