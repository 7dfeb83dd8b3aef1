import { randomNumbers } from '../support/seed.ts';

const letters = 'ABCDEFGHJKLMNPQRSTUVWXYZabcdefghjkmnpqrstuvwxyz23456789';
const number = randomNumbers();
const drawn = (length: number, from: string): string =>
  Array.from({ length }, () => from[Math.floor(number() * from.length)]).join('');
/** The rules take nothing for a token that has no digit. */
const random = (length: number): string => `${drawn(length - 4, letters)}7aB4`;
const hex = (length: number): string => `${drawn(length - 4, '0123456789abcdef')}7ab4`;

/** The kinds of tokens that the rules know, each with what it stands in. */
const kinds: readonly ((token: (secret: string) => string) => string)[] = [
  (token) => token(`ghp_${random(36)}`),
  (token) => token(`github_pat_${random(60)}`),
  (token) => token(`glpat-${random(20)}`),
  (token) => token(`sk-ant-api03-${random(40)}`),
  (token) => token(`sk-proj-${random(40)}`),
  (token) => token(`sk_live_${random(24)}`),
  (token) => token(`xoxb-${random(30)}`),
  (token) => token(`AIza${random(35)}`),
  (token) => token(`npm_${random(36)}`),
  (token) => token(`pypi-${random(60)}`),
  (token) => token(`SG.${random(22)}.${random(43)}`),
  (token) => token(`dop_v1_${hex(64)}`),
  (token) => token(`hvs.${random(30)}`),
  (token) => token(`gsk_${random(48)}`),
  (token) => `https://me:${token(random(14))}@db.example.org/x`,
  (token) => `API_KEY=${token(`${random(24)}7a9B`)}`,
  (token) => `Authorization: Bearer ${token(`${random(40)}9x`)}`,
  (token) => token(`-----BEGIN PRIVATE KEY-----\n${random(64)}\n${random(64)}\n-----END PRIVATE KEY-----`),
];

/** Secrets that a test hides, and looks for. */
export class PlantedSecrets {
  readonly all: string[] = [];

  /** A text with a new secret, of the kinds in turn. */
  plant(): string {
    const text = kinds[this.all.length % kinds.length]?.((secret) => {
      this.all.push(secret);
      return secret;
    });
    return text ?? '';
  }

  /** Those that are in a file, with what stands around them. */
  foundIn(file: Buffer): readonly string[] {
    const lines = this.all.flatMap((secret) =>
      secret.split('\n').filter((line) => !line.startsWith('-----')),
    );
    return lines
      .filter((secret) => file.includes(secret))
      .map((secret) => {
        const text = file.toString('utf8');
        const at = text.indexOf(secret);
        return text.slice(Math.max(0, at - 60), at + secret.length + 10);
      });
  }
}
