import { addressKinds } from './address-kinds.ts';
import { looksMixed, looksRandom, type SecretKind } from './kind.ts';

/** Tokens that begin with their service's own mark. */
const tokenRows: readonly (readonly [id: string, what: string, marks: string, form: RegExp])[] = [
  [
    'aws-access-key',
    'an AWS access key',
    'AKIA ASIA',
    /(?<![A-Za-z0-9])(?:AKIA|ASIA)[A-Z0-9]{16}(?![A-Za-z0-9])/g,
  ],
  [
    'github-token',
    'a GitHub token',
    'ghp_ gho_ ghu_ ghs_ ghr_ github_pat_',
    /(?<![A-Za-z0-9])(?:gh[pousr]_[A-Za-z0-9]{36,255}|github_pat_[A-Za-z0-9_]{50,255})/g,
  ],
  [
    'gitlab-token',
    'a GitLab token',
    'gl',
    /(?<![A-Za-z0-9])gl(?:pat|dt|rt|cbt|ptt|ft|soat|imt|agent)-[A-Za-z0-9_-]{20,255}/g,
  ],
  [
    'anthropic-key',
    'an Anthropic key',
    'sk-ant-',
    /(?<![A-Za-z0-9])sk-ant-[a-z0-9]{3,10}-[A-Za-z0-9_-]{20,255}/g,
  ],
  [
    'openai-key',
    'an OpenAI key',
    'sk-',
    /(?<![A-Za-z0-9_-])sk-(?:(?:proj|svcacct|admin|or-v1)-[A-Za-z0-9_-]{20,255}|[A-Za-z0-9]{32,64}(?![A-Za-z0-9_-]))/g,
  ],
  [
    'stripe-key',
    'a Stripe key',
    'k_live_ k_test_ whsec_',
    /(?<![A-Za-z0-9])(?:[sr]k_(?:live|test)_[A-Za-z0-9]{20,255}|whsec_[A-Za-z0-9+/=]{32,255})/g,
  ],
  [
    'slack-token',
    'a Slack token',
    'xox xapp-',
    /(?<![A-Za-z0-9])(?:xox[abeoprs]-[A-Za-z0-9-]{20,255}|xapp-\d-[A-Za-z0-9-]{20,255})/g,
  ],
  [
    'slack-webhook',
    'the address of a Slack webhook',
    'hooks.slack.com/',
    /hooks\.slack\.com\/(?:services|workflows)\/[A-Za-z0-9]{6,40}\/[A-Za-z0-9]{6,40}\/[A-Za-z0-9/]{16,80}/g,
  ],
  [
    'google-key',
    'a Google key',
    'AIza ya29. GOCSPX-',
    /(?<![A-Za-z0-9])(?:AIza[A-Za-z0-9_-]{35}(?![A-Za-z0-9_-])|ya29\.[A-Za-z0-9_-]{40,2048}|GOCSPX-[A-Za-z0-9_-]{24,40})/g,
  ],
  [
    'npm-token',
    'an npm token',
    'npm_ _authToken=',
    /(?<![A-Za-z0-9])npm_[A-Za-z0-9]{36}(?![A-Za-z0-9])|_authToken=(?<secret>[A-Za-z0-9_+/=-]{20,255})/dg,
  ],
  ['pypi-token', 'a PyPI token', 'pypi-', /(?<![A-Za-z0-9])pypi-[A-Za-z0-9_-]{50,512}/g],
  [
    'hugging-face-token',
    'a Hugging Face token',
    'hf_',
    /(?<![A-Za-z0-9_])hf_[A-Za-z0-9]{30,64}(?![A-Za-z0-9_])/g,
  ],
  [
    'sendgrid-key',
    'a SendGrid key',
    'SG.',
    /(?<![A-Za-z0-9])SG\.[A-Za-z0-9_-]{20,24}\.[A-Za-z0-9_-]{39,50}/g,
  ],
  ['twilio-key', 'a Twilio key', 'SK', /(?<![A-Za-z0-9])SK[0-9a-f]{32}(?![A-Za-z0-9])/g],
  ['mailgun-key', 'a Mailgun key', 'key-', /(?<![A-Za-z0-9])key-[0-9a-f]{32}(?![A-Za-z0-9])/g],
  [
    'telegram-token',
    'a Telegram token',
    ':AA',
    /(?<![A-Za-z0-9])\d{8,10}:AA[A-Za-z0-9_-]{33}(?![A-Za-z0-9_-])/g,
  ],
  [
    'discord-webhook',
    'the address of a Discord webhook',
    '/api/webhooks/',
    /discord(?:app)?\.com\/api\/webhooks\/\d{16,20}\/[A-Za-z0-9_-]{50,90}/g,
  ],
  [
    'discord-token',
    'a Discord token',
    '.',
    /(?<![A-Za-z0-9._-])[MNO][A-Za-z0-9_-]{23,25}\.[A-Za-z0-9_-]{6}\.[A-Za-z0-9_-]{27,38}(?![A-Za-z0-9._-])/g,
  ],
  ['digitalocean-token', 'a DigitalOcean token', '_v1_', /(?<![A-Za-z0-9])do[opr]_v1_[a-f0-9]{64}/g],
  ['shopify-token', 'a Shopify token', 'shp', /(?<![A-Za-z0-9])shp(?:at|ca|pa|ss)_[A-Za-z0-9]{32,64}/g],
  ['linear-key', 'a Linear key', 'lin_', /(?<![A-Za-z0-9])lin_(?:api|oauth)_[A-Za-z0-9]{32,128}/g],
  [
    'notion-token',
    'a Notion token',
    'secret_ ntn_',
    /(?<![A-Za-z0-9_])(?:secret_[A-Za-z0-9]{43}|ntn_[A-Za-z0-9]{40,60})(?![A-Za-z0-9_])/g,
  ],
  ['databricks-token', 'a Databricks token', 'dapi', /(?<![A-Za-z0-9])dapi[a-f0-9]{32}(?![A-Za-z0-9])/g],
  ['docker-token', 'a Docker token', 'dckr_', /(?<![A-Za-z0-9])dckr_[po]at_[A-Za-z0-9_-]{24,64}/g],
  ['terraform-token', 'a Terraform token', '.atlasv1.', /[A-Za-z0-9]{14}\.atlasv1\.[A-Za-z0-9_=-]{60,90}/g],
  ['vault-token', 'a Vault token', 'hvs. hvb. hvr.', /(?<![A-Za-z0-9])hv[sbr]\.[A-Za-z0-9_-]{24,300}/g],
  [
    'doppler-token',
    'a Doppler token',
    'dp.',
    /(?<![A-Za-z0-9])dp\.(?:pt|st|ct|sa|scim|audit)\.[A-Za-z0-9._-]{40,80}/g,
  ],
  ['new-relic-key', 'a New Relic key', 'NRAK-', /(?<![A-Za-z0-9])NRAK-[A-Z0-9]{27}/g],
  ['sentry-token', 'a Sentry token', 'sntry', /(?<![A-Za-z0-9])sntry[su]_[A-Za-z0-9+/=_-]{40,400}/g],
  ['postman-key', 'a Postman key', 'PMAK-', /(?<![A-Za-z0-9])PMAK-[a-f0-9]{24}-[a-f0-9]{34}/g],
  ['figma-token', 'a Figma token', 'figd_', /(?<![A-Za-z0-9])figd_[A-Za-z0-9_-]{38,60}/g],
  ['airtable-token', 'an Airtable token', 'pat', /(?<![A-Za-z0-9])pat[A-Za-z0-9]{14}\.[a-f0-9]{64}/g],
  [
    'model-key',
    'a key of a model provider',
    'gsk_ r8_ pplx- xai-',
    /(?<![A-Za-z0-9])(?:gsk_[A-Za-z0-9]{40,60}|r8_[A-Za-z0-9]{37}|pplx-[A-Za-z0-9]{40,60}|xai-[A-Za-z0-9]{60,90})(?![A-Za-z0-9])/g,
  ],
  [
    'supabase-key',
    'a Supabase key',
    'sbp_ sb_secret_',
    /(?<![A-Za-z0-9])(?:sbp_[a-f0-9]{40}|sb_secret_[A-Za-z0-9_-]{20,60})/g,
  ],
  [
    'planetscale-token',
    'a PlanetScale token',
    'pscale_',
    /(?<![A-Za-z0-9])pscale_(?:tkn|pw|oauth)_[A-Za-z0-9_=.-]{32,64}/g,
  ],
  ['atlassian-token', 'an Atlassian token', 'ATATT3', /(?<![A-Za-z0-9])ATATT3[A-Za-z0-9_=-]{100,250}/g],
  [
    'azure-key',
    'an Azure key',
    'AccountKey= SharedAccessKey= Q~',
    /(?:AccountKey|SharedAccessKey)=(?<secret>[A-Za-z0-9+/]{40,90}={0,2})|(?<![A-Za-z0-9_~.-])[A-Za-z0-9_~.-]{3}\dQ~[A-Za-z0-9_~.-]{31,34}/dg,
  ],
  ['age-key', 'an age key', 'AGE-SECRET-KEY-', /AGE-SECRET-KEY-1[A-Z0-9]{50,60}/g],
  [
    'grafana-token',
    'a Grafana token',
    'glsa_ glc_',
    /(?<![A-Za-z0-9])(?:glsa_[A-Za-z0-9]{32}_[A-Fa-f0-9]{8}|glc_[A-Za-z0-9+/=]{32,400})/g,
  ],
  ['heroku-key', 'a Heroku key', 'HRKU-', /(?<![A-Za-z0-9])HRKU-[A-Za-z0-9_-]{36,80}/g],
  [
    'square-token',
    'a Square token',
    'sq0 EAAA',
    /(?<![A-Za-z0-9])(?:sq0(?:atp|csp)-[A-Za-z0-9_-]{22,60}|EAAA[A-Za-z0-9_-]{60}(?![A-Za-z0-9_-]))/g,
  ],
  ['facebook-token', 'a Facebook token', 'EAA', /(?<![A-Za-z0-9])EAA[A-Za-z0-9]{90,400}(?![A-Za-z0-9+/=])/g],
  ['rubygems-key', 'a RubyGems key', 'rubygems_', /(?<![A-Za-z0-9])rubygems_[a-f0-9]{48}/g],
  ['mailchimp-key', 'a Mailchimp key', '-us', /(?<![A-Za-z0-9])[0-9a-f]{32}-us\d{1,2}(?![A-Za-z0-9])/g],
  ['one-password-token', 'a 1Password token', 'ops_ey', /(?<![A-Za-z0-9])ops_ey[A-Za-z0-9_=-]{100,1200}/g],
];

const namedSecret =
  /(?:key|secret|token|password|passwd)["']?[ \t]{0,5}(?:=>|[:=])[ \t]{0,5}["']?(?<secret>[A-Za-z0-9_+/=.~!@#%^*-]{16,512})(?![A-Za-z0-9_+/=.~!@#%^*(-])/dgi;
/** A key of a table is no secret; a key for an interface is. */
const secretKeyName = /(?:api|secret|access|private|auth|service|encryption|signing|account|master)[_-]?$/i;

export const secretKinds: readonly SecretKind[] = [
  ...tokenRows.map(([id, what, marks, form]) => ({
    id,
    what,
    marks: marks.split(' '),
    form,
    // Some services make tokens of letters alone.
    isReal: id === 'hugging-face-token' ? looksMixed : looksRandom,
  })),
  {
    id: 'jwt',
    what: 'a signed token (JWT)',
    marks: ['eyJ'],
    form: /(?<![A-Za-z0-9_-])eyJ[A-Za-z0-9_-]{10,4096}\.eyJ[A-Za-z0-9_-]{10,16384}\.[A-Za-z0-9_-]{20,1024}/g,
    // The token that the page about the format shows, with the subject 1234567890.
    isReal: (secret) => !secret.includes('.eyJzdWIiOiIxMjM0NTY3ODkwIi'),
  },
  {
    id: 'bearer-token',
    what: 'a token in an Authorization header',
    marks: ['earer ', 'EARER ', 'asic '],
    form: /(?<![A-Za-z0-9])(?:bearer[ \t]{1,3}|authorization["']?[ \t]{0,3}[:=][ \t]{0,3}["']?basic[ \t]{1,3})(?<secret>[A-Za-z0-9._~+/=-]{20,4096})/dgi,
    isReal: (secret) => looksRandom(secret) && !/^[a-z]+(?:[._-][a-z]+)*\d?$/i.test(secret.slice(0, 200)),
  },
  {
    id: 'named-secret',
    what: 'a value that is named as a secret',
    marks: ['=', ':'],
    form: namedSecret,
    isReal: (secret, { 0: match, index = 0, input = '' }) =>
      looksLikeValue(secret) &&
      (!/^key/i.test(match) || secretKeyName.test(input.slice(Math.max(0, index - 20), index))),
  },
  ...addressKinds,
];

/** Behind a name, only what no person would write as a word or as code: all of letters, digits and more than one case, or hexadecimal. */
function looksLikeValue(secret: string): boolean {
  if (!looksRandom(secret) || /^(?:sha\d{1,3}|md5)[-:=]/i.test(secret)) return false;
  if (/^[0-9a-f-]+$/i.test(secret)) return secret.length >= 32;
  // Names and paths in code: process.env.API_KEY2, config/v1/token.
  if (/[A-Za-z]{2}[./][A-Za-z]{2}/.test(secret) || /^[A-Za-z]+(?:[_-][A-Za-z]+)+\d*$/.test(secret))
    return false;
  const digits = secret.replace(/\D/g, '').length;
  return digits >= 2 && /[a-z]/.test(secret) && /[A-Z]/.test(secret) && new Set(secret).size >= 10;
}

/** Every kind by name, with those that are found by other means than a form. */
export const secretKindRows: readonly Pick<SecretKind, 'id' | 'what'>[] = [
  ...secretKinds,
  { id: 'private-key', what: 'a private key' },
  { id: 'environment-variable', what: 'the value of a secret environment variable' },
];
