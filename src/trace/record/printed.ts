import type { Progress } from '../../engine/hooks/hook-context.ts';

/** More than is recorded: a secret that the limit would cut must be whole to be detected. */
const maxKept = 48 * 1024;

export class Printed {
  stdout = '';
  stderr = '';
  exitCode: number | null = null;

  add({ stdout = '', stderr = '', exitCode }: Progress): void {
    this.stdout = keep(this.stdout, stdout);
    this.stderr = keep(this.stderr, stderr);
    this.exitCode = exitCode ?? this.exitCode;
  }
}

function keep(before: string, more: string): string {
  return more === '' || before.length >= maxKept ? before : before + more.slice(0, maxKept - before.length);
}
