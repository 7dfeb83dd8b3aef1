/**
 * Secrets that nobody uses, put together here so that no file holds one as a whole: a guard that looks through this
 * repository finds nothing.
 */
const hex = (length: number): string => '9f3b7c1e0d5a48629bd17fe3'.repeat(8).slice(0, length);
const mixed = (length: number): string =>
  'q7RkZ2mVt9XbL4nWc8YpJ3dHs6GfA5eKu1Q0oTiB'.repeat(40).slice(0, length);
const upper = (length: number): string => 'Q7RKZ2MVT9XBL4NW'.repeat(8).slice(0, length);
const base64 = (length: number): string => 'Zk3+Qm/9xR2bVt7LpW4nYc8J'.repeat(60).slice(0, length);

const keyBody = Array.from({ length: 12 }, () => `MII${base64(61)}`).join('\n');
const pem = (kind: string): string =>
  `-----BEGIN ${kind}PRIVATE KEY-----\n${keyBody}\n-----END ${kind}PRIVATE KEY-----`;

/** One of each kind, and some in several forms. */
export const planted: Readonly<Record<string, string>> = {
  'Hugging Face, letters alone': `hf_${mixed(80).replaceAll(/\d/g, '').slice(0, 34)}`,
  'a token with letters that people also fill gaps with': `ghp_${mixed(14)}xXxX${mixed(18)}`,
  'another with a word in it': `ghp_${mixed(10)}XXXX${mixed(8)}yourK${mixed(9)}`,
  Grafana: `glsa_${mixed(32)}_${hex(8)}`,
  Heroku: `HRKU-${mixed(60)}`,
  Square: `sq0atp-${mixed(22)}`,
  'Square access': `EAAA${mixed(60)}`,
  Facebook: `EAACEdEose0cBA${mixed(100)}`,
  RubyGems: `rubygems_${hex(48)}`,
  Mailchimp: `${hex(32)}-us12`,
  'JDBC address': `jdbc:postgresql://db.example.io/x?user=a&password=${mixed(14)}`,
  'token behind a key of another name': `key: SERVICE_AUTH_TOKEN=${hex(32)}`,
  'AWS access key': `AKIA${upper(16)}`,
  'AWS temporary key': `ASIA${upper(16)}`,
  'AWS secret key': `aws_secret_access_key = ${base64(40)}`,
  'AWS secret in JSON': `{"SecretAccessKey": "${base64(40)}"}`,
  'GitHub classic': `ghp_${mixed(36)}`,
  'GitHub OAuth': `gho_${mixed(36)}`,
  'GitHub server': `ghs_${mixed(36)}`,
  'GitHub user': `ghu_${mixed(36)}`,
  'GitHub refresh': `ghr_${mixed(36)}`,
  'GitHub fine-grained': `github_pat_${mixed(22)}_${mixed(59)}`,
  GitLab: `glpat-${mixed(20)}`,
  'GitLab deploy': `gldt-${mixed(20)}`,
  Anthropic: `sk-ant-api03-${mixed(93)}AA`,
  'OpenAI project': `sk-proj-${mixed(48)}`,
  'OpenAI old': `sk-${mixed(48)}`,
  OpenRouter: `sk-or-v1-${hex(64)}`,
  'Stripe live': `sk_live_${mixed(24)}`,
  'Stripe restricted': `rk_live_${mixed(24)}`,
  'Stripe webhook': `whsec_${mixed(32)}`,
  'Slack bot': `xoxb-${'173'.repeat(4)}-${'295'.repeat(4)}-${mixed(24)}`,
  'Slack user': `xoxp-${'173'.repeat(4)}-${mixed(24)}`,
  'Slack app': `xapp-1-A0${upper(9)}-${'295'.repeat(4)}-${hex(64)}`,
  'Slack webhook': `https://hooks.slack.com/services/T${upper(8)}/B${upper(10)}/${mixed(24)}`,
  'Google key': `AIza${mixed(35)}`,
  'Google OAuth': `ya29.${mixed(60)}`,
  'Google client': `GOCSPX-${mixed(28)}`,
  npm: `npm_${mixed(36)}`,
  npmrc: `//registry.npmjs.org/:_authToken=${mixed(40)}`,
  PyPI: `pypi-AgEIcHlwaS5vcmc${mixed(70)}`,
  'Hugging Face': `hf_${mixed(34)}`,
  SendGrid: `SG.${mixed(22)}.${mixed(43)}`,
  Twilio: `SK${hex(32)}`,
  Mailgun: `key-${hex(32)}`,
  Telegram: `${'8173920465'}:AA${mixed(33)}`,
  'Discord webhook': `https://discord.com/api/webhooks/${'173'.repeat(6)}/${mixed(68)}`,
  'Discord bot': `M${mixed(23)}.${mixed(6)}.${mixed(27)}`,
  DigitalOcean: `dop_v1_${hex(64)}`,
  Shopify: `shpat_${hex(32)}`,
  Linear: `lin_api_${mixed(40)}`,
  Notion: `ntn_${mixed(46)}`,
  Databricks: `dapi${hex(32)}`,
  Docker: `dckr_pat_${mixed(27)}`,
  Terraform: `${mixed(14)}.atlasv1.${mixed(67)}`,
  Vault: `hvs.${mixed(24)}`,
  Doppler: `dp.pt.${mixed(43)}`,
  'New Relic': `NRAK-${upper(27)}`,
  Sentry: `sntrys_${mixed(60)}`,
  Postman: `PMAK-${hex(24)}-${hex(34)}`,
  Figma: `figd_${mixed(40)}`,
  Airtable: `pat${mixed(14)}.${hex(64)}`,
  Groq: `gsk_${mixed(52)}`,
  Replicate: `r8_${mixed(37)}`,
  Supabase: `sbp_${hex(40)}`,
  PlanetScale: `pscale_tkn_${mixed(43)}`,
  Atlassian: `ATATT3xFfGF0${mixed(180)}`,
  'Azure storage': `DefaultEndpointsProtocol=https;AccountName=shop;AccountKey=${base64(86)}==;EndpointSuffix=core.windows.net`,
  age: `AGE-SECRET-KEY-1${upper(58)}`,
  JWT: `eyJhbGciOiJIUzI1NiJ9.eyJyb2xlIjoic2VydmljZSIsInJlZiI6${mixed(30)}.${mixed(43)}`,
  'Bearer header': `Authorization: Bearer ${mixed(40)}`,
  'Basic header': `Authorization: Basic ${mixed(32)}`,
  'named value': `SHOP_API_KEY=${mixed(32)}`,
  'named value in YAML': `client_secret: "${mixed(40)}"`,
  'named hexadecimal': `SESSION_SECRET=${hex(64)}`,
  'PostgreSQL address': `postgres://shop:${mixed(16)}@db.shop.internal:5432/shop`,
  'MySQL address': `mysql://root:${mixed(14)}@10.0.0.4/shop`,
  'MongoDB address': `mongodb+srv://shop:${mixed(18)}@cluster0.mongodb.net/shop`,
  'Redis address': `rediss://:${mixed(20)}@cache.shop.internal:6379`,
  'git remote': `https://deploy:${mixed(20)}@git.shop.internal/shop.git`,
  'SQL Server': `Server=tcp:db.shop.internal;Database=shop;User ID=app;Password=${mixed(16)};`,
  'RSA key': pem('RSA '),
  'EC key': pem('EC '),
  'PKCS 8 key': pem(''),
  'OpenSSH key': pem('OPENSSH '),
  'encrypted key': pem('ENCRYPTED '),
  'key in JSON': JSON.stringify({ type: 'service_account', private_key: pem('') }),
  'key cut off': pem('RSA ').slice(0, 300),
};

/** The part of a planted text that must never be seen again: a stretch from its middle that no form reads as its mark. */
export function coreOf(text: string): string {
  const best = text
    .match(/[A-Za-z0-9+/]{12,}/g)
    ?.reduce((long, one) => (one.length > long.length ? one : long), '');
  const run = best ?? text;
  const middle = Math.floor(run.length / 2);
  return run.slice(middle - 4, middle + 6);
}
