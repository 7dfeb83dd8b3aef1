export const lockFiles: readonly string[] = [
  'package-lock.json npm-shrinkwrap.json yarn.lock pnpm-lock.yaml bun.lock bun.lockb deno.lock Cargo.lock poetry.lock',
  'uv.lock pdm.lock Pipfile.lock Gemfile.lock composer.lock go.sum mix.lock pubspec.lock Podfile.lock',
  'flake.lock .terraform.lock.hcl gradle.lockfile',
].flatMap((row) => row.split(' '));
