import { execFile } from 'node:child_process';
import { writeFile } from 'node:fs/promises';
import { join, resolve } from 'node:path';
import { promisify } from 'node:util';
import manifest from '../../package.json' with { type: 'json' };
import { projectFolder } from '../support/pages.ts';
import { Scratch } from '../support/scratch.ts';

/** A project of a user's own, which has installed the package. */
export interface Consumer {
  readonly folder: string;
  /** Where the package lies. */
  readonly installed: string;
}

export async function install(): Promise<Consumer> {
  const folder = new Scratch().path;
  await writeFile(join(folder, 'package.json'), JSON.stringify({ private: true, type: 'module' }));
  // Packs it, as for the registry, and installs the pack.
  const options = ['--install-links', '--prefer-offline', '--no-audit', '--no-fund'];
  await run('npm', ['install', ...options, projectFolder], folder);
  return {
    folder,
    installed: join(folder, 'node_modules', manifest.name),
  };
}

export async function run(command: string, args: readonly string[], cwd: string): Promise<string> {
  try {
    const { HOOKLINE_NPM_CERTIFICATES: certificates } = process.env;
    const env = { ...process.env, ...(certificates && { NODE_EXTRA_CA_CERTS: certificates }) };
    return (await promisify(execFile)(command, args, { cwd, env, maxBuffer: 2 ** 26 })).stdout;
  } catch (error) {
    const { stdout = '', stderr = '' } = error as { stdout?: string; stderr?: string };
    throw new Error(`${command} ${args.join(' ')} failed in ${cwd}\n${stdout}${stderr}`, { cause: error });
  }
}

/**
 * Compiles these files as a user would, with strict options, each to JavaScript beside it. Gives what the compiler says of them
 * and of all that they import, each with its file first.
 */
export async function compile(files: readonly string[], folder: string): Promise<readonly string[]> {
  const compilerOptions = {
    strict: true,
    exactOptionalPropertyTypes: true,
    skipLibCheck: false,
    target: 'es2022',
    lib: ['es2023'],
    module: 'nodenext',
    typeRoots: [join(projectFolder, 'node_modules/@types')],
    types: ['node'],
  };
  const config = join(folder, 'tsconfig.json');
  await writeFile(config, JSON.stringify({ files, compilerOptions }));
  const compiler = join(projectFolder, 'node_modules/typescript-native/bin/tsc');
  const said = await run(process.execPath, [compiler, '-p', config, '--pretty', 'false'], folder).catch(
    ({ message }: Error) => message,
  );
  return said
    .split('\n')
    .filter((line) => /error TS\d+:/.test(line))
    .map((line) => (/^\S+\(\d+,\d+\): /.test(line) ? resolve(folder, line) : line));
}
