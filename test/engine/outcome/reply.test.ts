import { describe, expect, it } from 'vitest';
import { readReply } from '../../../src/engine/outcome/reply.ts';
import { copyJson, freezeCopy } from '../../../src/engine/values/json.ts';
import {
  allow,
  ask,
  deny,
  halt,
  inject,
  modify,
  notify,
  resume,
  suppress,
} from '../../../src/entries/index.ts';
import { fc, runs } from '../../support/seed.ts';

const throwing = {
  get type(): string {
    throw new Error('looked at');
  },
};
const { proxy, revoke } = Proxy.revocable([], {});
revoke();

describe('reading a reply', () => {
  it.each([
    ['nothing', undefined, []],
    ['null', null, []],
    ['one effect', deny('no'), [deny('no')]],
    ['an empty list', [], []],
    [
      'every effect',
      [
        allow('a'),
        deny(),
        ask('b'),
        modify({ a: [1, null, 'x', true] }),
        inject('text', { into: 'user_message' }),
        suppress(),
        resume('c'),
        halt(),
        notify('d', 'error'),
      ],
      9,
    ],
    [
      'a resume that counts',
      { ...resume('c'), countsUntilTool: true },
      [{ ...resume('c'), countsUntilTool: true }],
    ],
    [
      'effects written by hand',
      [{ type: 'inject', content: 'x' }, { type: 'notify', message: 'y' }, { type: 'deny' }],
      [inject('x'), notify('y'), deny()],
    ],
  ])('takes %s', (_, reply, effects) => {
    const answer = readReply(reply);
    expect(answer.failure).toBeNull();
    if (typeof effects === 'number') expect(answer.effects).toEqual(reply);
    else expect(answer.effects).toEqual(effects);
  });

  it.each([
    ['a boolean', false, 'invalid', 'answered false instead of an effect'],
    ['text', 'deny', 'invalid', 'answered "deny" instead of an effect'],
    ['long text', 'x'.repeat(100), 'invalid', '…" instead'],
    ['a function', () => deny(), 'invalid', 'answered a function'],
    ['a list in a list', [[deny('x')]], 'invalid', 'answered a list instead of an effect'],
    ['an object that says nothing', { a: 1 }, 'invalid', 'answered { a } instead of an effect'],
    [
      'a decision in other words',
      { decision: 'deny' },
      'unclear',
      'a decision is an effect such as deny("reason")',
    ],
    ['another system', { hookSpecificOutput: {} }, 'unclear', 'answered { hookSpecificOutput }'],
    ['an unknown type', { type: 'dney' }, 'unclear', 'unknown type "dney", did you mean "deny"?'],
    ['a type that is no text', { type: 1 }, 'unclear', 'unknown type 1'],
    ['a type of the prototype', { type: 'toString' }, 'unclear', 'unknown type "toString"'],
    [
      'inject without text',
      { type: 'inject', content: 5 },
      'invalid',
      'answered inject with content 5 instead of text',
    ],
    [
      'inject into nowhere',
      { type: 'inject', content: 'x', into: 'y' },
      'invalid',
      'it is one of system, tool_result',
    ],
    ['notify without text', { type: 'notify' }, 'invalid', 'answered notify with message undefined'],
    [
      'an allow with a bad reason',
      { type: 'allow', reason: 1 },
      'invalid',
      'gave a reason that is not text: 1',
    ],
    ['modify without a value', { type: 'modify' }, 'invalid', 'the value is missing'],
    ['modify with NaN', modify({ a: [Number.NaN] }), 'invalid', 'the value at a[0] is NaN'],
    ['modify with a function', modify({ a: { b: () => {} } }), 'invalid', 'the value at a.b is a function'],
    ['modify with a date', modify(new Date(0)), 'invalid', 'the value is not plain data'],
    [
      'modify with a prototype key',
      modify(JSON.parse('{"__proto__": {"a": 1}}')),
      'invalid',
      'at __proto__ would change',
    ],
    [
      'modify through a constructor',
      modify({ constructor: { prototype: {} } }),
      'invalid',
      'at constructor would',
    ],
    ['something that throws when looked at', throwing, 'invalid', 'looked at'],
    ['a revoked proxy', proxy, 'invalid', 'revoked'],
  ])('fails on %s', (_, reply, kind, message) => {
    const { effects, failure } = readReply(reply);
    expect(failure?.kind).toBe(kind);
    expect(failure?.message).toContain(message);
    expect(effects).toEqual([]);
  });

  it.each([
    ['a bad reason', { type: 'deny', reason: 7 }, [deny()]],
    ['garbage beside it', [deny('no'), 'garbage', allow()], [deny('no'), allow()]],
  ])('gives what could be read, with %s', (_, reply, readable) => {
    const { effects, failure } = readReply(reply);
    expect(failure?.kind).toBe('invalid');
    expect(effects).toEqual(readable);
  });

  it('never throws', () => {
    const anything = fc.anything({
      withBigInt: true,
      withDate: true,
      withMap: true,
      withNullPrototype: true,
    });
    fc.assert(
      fc.property(anything, (reply) => {
        expect(readReply(reply).effects).toBeInstanceOf(Array);
      }),
      { numRuns: runs(200) },
    );
  });
});

describe('copying JSON', () => {
  it('is the value again, frozen, and nobody else holds it', () => {
    fc.assert(
      fc.property(fc.jsonValue(), (value) => {
        fc.pre(!JSON.stringify(value).includes('__proto__'));
        const copy = copyJson(value);
        expect(copy).toEqual(JSON.parse(JSON.stringify(value)));
        expect(Object.isFrozen(copy)).toBe(true);
        if (typeof value === 'object' && value !== null) expect(copy).not.toBe(value);
      }),
    );
  });

  it('leaves out what is undefined, keeps a harmless constructor and an object without prototype', () => {
    expect(copyJson({ a: undefined, constructor: 'x' })).toEqual({ constructor: 'x' });
    expect(copyJson(Object.assign(Object.create(null), { b: 1 }))).toEqual({ b: 1 });
  });

  it('copies shared parts once, however often they are used', () => {
    let value: unknown = 'x';
    for (let level = 0; level < 60; level += 1) value = [value, value];
    expect(() => copyJson(value)).not.toThrow();
  });

  it('refuses what contains itself or is too deep', () => {
    const loop: unknown[] = [];
    loop.push(loop);
    expect(() => copyJson(loop)).toThrow('the value at [0] contains itself');
    let deep: unknown = 1;
    for (let level = 0; level < 1100; level += 1) deep = { deep };
    expect(() => copyJson(deep)).toThrow(/^the value at (deep\.){16}… is nested more than 1000 levels deep$/);
  });

  it("takes more of a host's value: what no hook can change stays as it is", () => {
    const value = { big: 1n, nan: Number.NaN, none: undefined, list: [undefined, { a: 1 }] };
    expect(freezeCopy(value)).toEqual(value);
    const odd = freezeCopy(JSON.parse('{"__proto__": {"bad": 1}, "a": 1}')) as object;
    expect(Object.getPrototypeOf(odd)).toBe(Object.prototype);
    expect(JSON.stringify(odd)).toBe('{"__proto__":{"bad":1},"a":1}');
    expect(() => freezeCopy({ date: new Date(0) })).toThrow('the value at date is not plain data');
    expect(() => freezeCopy({ run: () => {} })).toThrow('the value at run is a function');
  });

  it('is not fooled by a list that brings its own methods', () => {
    const box = { command: 'ls' };
    const list = Object.assign([{ command: 'ls' }], { map: () => [box] });
    expect(copyJson(list)).toEqual([{ command: 'ls' }]);
    expect((copyJson(list) as unknown[])[0]).not.toBe(box);
  });
});

describe('an effect and a decision in one object', () => {
  it.each([
    [{ type: 'allow', decision: 'deny', reason: 'no' }, [deny('no')]],
    [{ type: 'allow', allowed: false }, [deny()]],
    [{ type: 'deny', abort: true }, [deny(), deny()]],
    [{ type: 'deny', continue: true }, [deny()]],
    [{ type: 'allow', decision: 'allow' }, []],
  ])('%j is unclear, and what holds back in it counts', (reply, effects) => {
    expect(readReply(reply)).toMatchObject({ effects, failure: { kind: 'unclear' } });
  });
});
