import { readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { dirname, join, resolve } from 'node:path';
import { isNode, LineCounter, parseDocument } from 'yaml';
import { z } from 'zod';
import { HooklineError } from '../../../engine/values/errors.ts';
import { isObject } from '../../../engine/values/shapes.ts';
import { messageOf } from '../../../engine/values/text.ts';
import { once } from '../../once.ts';
import { type OwnRule, ownRule, tryExamples } from './own-rules.ts';

const pack = once(() => z.strictObject({ rules: z.array(ownRule()).min(1) }));

/** As eslint finds shareable configurations: `@acme/strict` is `@acme/hookline-config-strict`. */
export function packageName(name: string): string {
  const [scope, own] = name.startsWith('@')
    ? [name.split('/', 1)[0] ?? '', name.split('/').slice(1).join('/')]
    : ['', name];
  const prefix = scope === '' ? '' : `${scope}/`;
  if (own === '') return `${prefix}hookline-config`;
  return /^hookline-config(?:-|$)/.test(own) ? name : `${prefix}hookline-config-${own}`;
}

export function includedRules(include: string, directory: string): readonly OwnRule[] {
  const file = include.startsWith('npm:')
    ? packageFile(include.slice(4), directory)
    : resolve(directory, include);
  let text: string;
  try {
    text = readFileSync(file, 'utf8');
  } catch (problem) {
    throw new HooklineError(
      'option-invalid',
      `include "${include}": ${file} cannot be read: ${messageOf(problem)}`,
    );
  }
  return readRules(text, file);
}

function packageFile(name: string, directory: string): string {
  const full = packageName(name);
  let manifest: string;
  try {
    manifest = createRequire(join(directory, 'hookline.yaml')).resolve(`${full}/package.json`);
  } catch {
    throw new HooklineError(
      'option-invalid',
      `include "npm:${name}": the package "${full}" is not installed here; try: npm install --save-dev ${full}`,
    );
  }
  const content: unknown = JSON.parse(readFileSync(manifest, 'utf8'));
  const named = isObject(content) ? content['hookline'] : undefined;
  return join(dirname(manifest), typeof named === 'string' ? named : 'rules.yaml');
}

function readRules(text: string, file: string): readonly OwnRule[] {
  const lines = new LineCounter();
  const document = parseDocument(text, { lineCounter: lines, prettyErrors: false, logLevel: 'error' });
  const fail = (offset: number, message: string): never => {
    const { line, col } = lines.linePos(offset);
    throw new HooklineError('option-invalid', `${file}:${line}:${col}: ${message}`);
  };
  const [broken] = document.errors;
  if (broken !== undefined) return fail(broken.pos[0], broken.message);
  const offsetOf = (path: readonly PropertyKey[]): number => {
    for (let length = path.length; length > 0; length -= 1) {
      const node: unknown = document.getIn(path.slice(0, length), true);
      if (isNode(node) && node.range) return node.range[0];
    }
    return 0;
  };
  const read = pack().safeParse(document.toJS({ maxAliasCount: 100 }));
  const [issue] = read.error?.issues ?? [];
  if (issue !== undefined)
    return fail(offsetOf(issue.path), `${issue.path.map(String).join('.')}: ${issue.message}`);
  const rules = read.data?.rules ?? [];
  rules.forEach((rule, at) => {
    for (const { path, message } of tryExamples(rule))
      fail(offsetOf(['rules', at, ...path]), `${rule.id}: ${message}`);
  });
  return rules;
}
