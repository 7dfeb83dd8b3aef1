import { words } from '../../engine/values/text.ts';

/** Each begins with an ASCII sign, and the others look like it. Unicode itself handles compatibility forms. */
const lookalikes = words(`
  AАΑᎪꓮ BВΒᏴꓐ CСϹᏟꓚ EЕΕᎬꓰ GԌᏀꓖ HНΗᎻꓧ IІΙӀ JЈᎫꓙ KКΚᏦꓗ LᏞꓡⅬ MМΜᎷꓟ NΝꓠ OОΟՕꓳ PРΡᏢꓑ SЅՏᏚꓢ TТΤᎢꓔ WԜᎳꓪ XХΧꓫ
  YУҮΥꓬ ZΖᏃꓜ aаαɑ bЬƅ cсϲ dԁɗ eеҽ gɡց hһհ iіıι jјϳ kкκ lӏ mм nпո oоοօ pрρ qԛ rгɾ sѕ tтτ uսυ vѵν wԝա
  xхχ yуγ -‐‑‒–—―−﹣－ '‘’‚‛′＇ "“”„‟″＂ (（﹙❨ )）﹚❩ *∗⁎＊✱ |¦ǀ∣│｜ /⁄∕⧸／ :：꞉∶ ,，‚ _＿ .．․
`);
const blanks =
  '\u00a0\u1680\u2000\u2001\u2002\u2003\u2004\u2005\u2006\u2007\u2008\u2009\u200a\u202f\u205f\u3000';

const plainOf: ReadonlyMap<string, string> = new Map(
  [...lookalikes, ` ${blanks}`].flatMap(([plain = '', ...signs]) =>
    signs.map((sign) => [sign, plain] as const),
  ),
);

const unseen = /\p{Default_Ignorable_Code_Point}/u;

export function asPlain(text: string): string {
  return [...text]
    .map((sign) => (unseen.test(sign) ? '' : (plainOf.get(sign) ?? sign.normalize('NFKC'))))
    .join('');
}

/** A word of another script is allowed, except in names, which are all ASCII; a word of two scripts is not. */
export function disguise(text: string, isName = false): string | null {
  let last = '';
  for (const word of text.split(/(?<=[^\p{L}\p{N}])|(?=[^\p{L}\p{N}])/u)) {
    const hasLatin = /\p{Script=Latin}/u.test(word);
    for (const sign of word) {
      const before = last;
      last = sign;
      if (sign <= '\u007f') continue;
      if (unseen.test(sign) && before <= '\u007f') return `${codeOf(sign)}, which is invisible`;
      const plain = plainOf.get(sign) ?? compatible(sign);
      const isOrdinary = /\p{L}/u.test(sign) && (!hasLatin || /\p{Script=Latin}/u.test(sign));
      if (plain !== undefined && (isName || !isOrdinary)) return looks(sign, plain);
    }
  }
  return null;
}

function compatible(sign: string): string | undefined {
  const form = sign.normalize('NFKC');
  return form !== sign && /^[\x21-\x7e]+$/.test(form) ? form : undefined;
}

function looks(sign: string, plain: string): string {
  const name = { ' ': 'a blank', '"': 'a quote' }[plain] ?? `"${plain}"`;
  return `${codeOf(sign)}, which only looks like ${name}`;
}

function codeOf(sign: string): string {
  return `U+${(sign.codePointAt(0) ?? 0).toString(16).toUpperCase().padStart(4, '0')}`;
}
