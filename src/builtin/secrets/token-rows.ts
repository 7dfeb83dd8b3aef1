import { isOfWebApp, looksMixed, looksOfAllCases, looksRandom, type SecretKind } from './kind.ts';

/**
 * Tokens with a form of their own: their id, what they are, literal texts of which one is in each, and the form. Behind an id, `!` asks
 * for small and capital letters and digits, and `~` lets letters alone be enough.
 */
const rows = String.raw`
aws-access-key ¦ an AWS access key ¦ AKIA ASIA ¦ (?:AKIA|ASIA)[A-Z0-9]{16}(?![A-Za-z0-9])
github-token ¦ a GitHub token ¦ ghp_ gho_ ghu_ ghs_ ghr_ github_pat_ ¦ (?:gh[pousr]_[A-Za-z0-9]{36,255}|github_pat_[A-Za-z0-9_]{50,255})
gitlab-token ¦ a GitLab token ¦ gl ¦ gl(?:pat|dt|rt|cbt|ptt|ft|soat|imt|agent)-[A-Za-z0-9_-]{20,255}
anthropic-key ¦ an Anthropic key ¦ sk-ant- ¦ sk-ant-[a-z0-9]{3,10}-[A-Za-z0-9_-]{20,255}
openai-key ¦ an OpenAI key ¦ sk- ¦ (?<![A-Za-z0-9_-])sk-(?:(?:proj|svcacct|admin|or-v1)-[A-Za-z0-9_-]{20,255}|[A-Za-z0-9]{32,64}(?![A-Za-z0-9_-]))
stripe-key ¦ a Stripe key ¦ k_live_ k_test_ whsec_ ¦ (?:[sr]k_(?:live|test)_[A-Za-z0-9]{20,255}|whsec_[A-Za-z0-9+/=]{32,255})
slack-token ¦ a Slack token ¦ xox xapp- ¦ (?:xox[abeoprs]-[A-Za-z0-9-]{20,255}|xapp-\d-[A-Za-z0-9-]{20,255})
slack-webhook ¦ the address of a Slack webhook ¦ hooks.slack.com/ ¦ hooks\.slack\.com/(?:services|workflows)/[A-Za-z0-9]{6,40}/[A-Za-z0-9]{6,40}/[A-Za-z0-9/]{16,80}
google-key ¦ a Google key ¦ AIza ya29. GOCSPX- ¦ (?:AIza[A-Za-z0-9_-]{35}(?![A-Za-z0-9_-])|ya29\.[A-Za-z0-9_-]{40,2048}|GOCSPX-[A-Za-z0-9_-]{24,40})
npm-token ¦ an npm token ¦ npm_ _authToken= ¦ npm_[A-Za-z0-9]{36}(?![A-Za-z0-9])|_authToken=(?<secret>[A-Za-z0-9_+/=-]{20,255})
pypi-token ¦ a PyPI token ¦ pypi- ¦ pypi-[A-Za-z0-9_-]{50,512}
hugging-face-token~ ¦ a Hugging Face token ¦ hf_ ¦ (?<![A-Za-z0-9_])hf_[A-Za-z0-9]{30,64}(?![A-Za-z0-9_])
sendgrid-key ¦ a SendGrid key ¦ SG. ¦ SG\.[A-Za-z0-9_-]{20,24}\.[A-Za-z0-9_-]{39,50}
twilio-key ¦ a Twilio key ¦ SK ¦ SK[0-9a-f]{32}(?![A-Za-z0-9])
mailgun-key ¦ a Mailgun key ¦ key- ¦ key-[0-9a-f]{32}(?![A-Za-z0-9])
telegram-token ¦ a Telegram token ¦ :AA ¦ \d{8,10}:AA[A-Za-z0-9_-]{33}(?![A-Za-z0-9_-])
discord-webhook ¦ the address of a Discord webhook ¦ /api/webhooks/ ¦ discord(?:app)?\.com/api/webhooks/\d{16,20}/[A-Za-z0-9_-]{50,90}
discord-token ¦ a Discord token ¦ . ¦ (?<![A-Za-z0-9._-])[MNO][A-Za-z0-9_-]{23,25}\.[A-Za-z0-9_-]{6}\.[A-Za-z0-9_-]{27,38}(?![A-Za-z0-9._-])
digitalocean-token ¦ a DigitalOcean token ¦ _v1_ ¦ do[opr]_v1_[a-f0-9]{64}
shopify-token ¦ a Shopify token ¦ shp ¦ shp(?:at|ca|pa|ss)_[A-Za-z0-9]{32,64}
linear-key ¦ a Linear key ¦ lin_ ¦ lin_(?:api|oauth)_[A-Za-z0-9]{32,128}
notion-token ¦ a Notion token ¦ secret_ ntn_ ¦ (?<![A-Za-z0-9_])(?:secret_[A-Za-z0-9]{43}|ntn_[A-Za-z0-9]{40,60})(?![A-Za-z0-9_])
databricks-token ¦ a Databricks token ¦ dapi ¦ dapi[a-f0-9]{32}(?![A-Za-z0-9])
docker-token ¦ a Docker token ¦ dckr_ ¦ dckr_[po]at_[A-Za-z0-9_-]{24,64}
terraform-token ¦ a Terraform token ¦ .atlasv1. ¦ [A-Za-z0-9]{14}\.atlasv1\.[A-Za-z0-9_=-]{60,90}
vault-token ¦ a Vault token ¦ hvs. hvb. hvr. ¦ hv[sbr]\.[A-Za-z0-9_-]{24,300}
doppler-token ¦ a Doppler token ¦ dp. ¦ dp\.(?:pt|st|ct|sa|scim|audit)\.[A-Za-z0-9._-]{40,80}
new-relic-key ¦ a New Relic key ¦ NRAK- ¦ NRAK-[A-Z0-9]{27}
sentry-token ¦ a Sentry token ¦ sntry ¦ sntry[su]_[A-Za-z0-9+/=_-]{40,400}
postman-key ¦ a Postman key ¦ PMAK- ¦ PMAK-[a-f0-9]{24}-[a-f0-9]{34}
figma-token ¦ a Figma token ¦ figd_ ¦ figd_[A-Za-z0-9_-]{38,60}
airtable-token ¦ an Airtable token ¦ pat ¦ pat[A-Za-z0-9]{14}\.[a-f0-9]{64}
model-key ¦ a key of a model provider ¦ gsk_ r8_ pplx- xai- ¦ (?:gsk_[A-Za-z0-9]{40,60}|r8_[A-Za-z0-9]{37}|pplx-[A-Za-z0-9]{40,60}|xai-[A-Za-z0-9]{60,90})(?![A-Za-z0-9])
supabase-key ¦ a Supabase key ¦ sbp_ sb_secret_ ¦ (?:sbp_[a-f0-9]{40}|sb_secret_[A-Za-z0-9_-]{20,60})
planetscale-token ¦ a PlanetScale token ¦ pscale_ ¦ pscale_(?:tkn|pw|oauth)_[A-Za-z0-9_=.-]{32,64}
atlassian-token ¦ an Atlassian token ¦ ATATT3 ¦ ATATT3[A-Za-z0-9_=-]{100,250}
azure-key ¦ an Azure key ¦ AccountKey= SharedAccessKey= Q~ ¦ (?:AccountKey|SharedAccessKey)=(?<secret>[A-Za-z0-9+/]{40,90}={0,2})|(?<![A-Za-z0-9_~.-])[A-Za-z0-9_~.-]{3}\dQ~[A-Za-z0-9_~.-]{31,34}
age-key ¦ an age key ¦ AGE-SECRET-KEY- ¦ AGE-SECRET-KEY-1[A-Z0-9]{50,60}
grafana-token ¦ a Grafana token ¦ glsa_ glc_ ¦ (?:glsa_[A-Za-z0-9]{32}_[A-Fa-f0-9]{8}|glc_[A-Za-z0-9+/=]{32,400})
heroku-key ¦ a Heroku key ¦ HRKU- ¦ HRKU-[A-Za-z0-9_-]{36,80}
square-token ¦ a Square token ¦ sq0 EAAA ¦ (?:sq0(?:atp|csp)-[A-Za-z0-9_-]{22,60}|EAAA[A-Za-z0-9_-]{60}(?![A-Za-z0-9_-]))
facebook-token ¦ a Facebook token ¦ EAA ¦ EAA[A-Za-z0-9]{90,400}(?![A-Za-z0-9+/=])
rubygems-key ¦ a RubyGems key ¦ rubygems_ ¦ rubygems_[a-f0-9]{48}
mailchimp-key ¦ a Mailchimp key ¦ -us ¦ [0-9a-f]{32}-us\d{1,2}(?![A-Za-z0-9])
one-password-token ¦ a 1Password token ¦ ops_ey ¦ ops_ey[A-Za-z0-9_=-]{100,1200}
cloudflare-token ¦ a Cloudflare token ¦ cfut_ cfat_ cfk_ v1.0- ¦ (?:cf(?:ut|at|k)_[A-Za-z0-9_-]{40,60}|v1\.0-[a-f0-9]{24}-[a-f0-9]{146})
render-key ¦ a Render key ¦ rnd_ ¦ rnd_[A-Za-z0-9]{24,40}(?![A-Za-z0-9_])
neon-key ¦ a Neon key ¦ napi_ ¦ napi_[a-z0-9]{48,64}(?![A-Za-z0-9])
nuget-key ¦ a NuGet key ¦ oy2 ¦ oy2[a-z0-9]{43}(?![A-Za-z0-9])
twitter-token ¦ a token of X (Twitter) ¦ AAAAAAAAAA - ¦ (?:A{18,22}(?<secret>(?!A)[A-Za-z0-9%]{30,110})(?![A-Za-z0-9%])|[1-9]\d{8,19}-[A-Za-z0-9]{40,45}(?![A-Za-z0-9_-]))
asana-token ¦ an Asana token ¦ 1/ 2/ 0/ ¦ [012]/\d{12,20}(?:/\d{12,20})?:[0-9a-f]{32}(?![A-Za-z0-9])
braintree-token ¦ a Braintree token ¦ access_token$ ¦ access_token\$(?:production|sandbox)\$[0-9a-z]{16}\$[0-9a-f]{32}
honeycomb-key ¦ a Honeycomb key ¦ hc ¦ hc[a-z](?:ik|ic|lk|mk)_[A-Za-z0-9]{26,80}(?![A-Za-z0-9])
posthog-key ¦ a PostHog key ¦ phx_ phs_ ¦ ph[xs]_[A-Za-z0-9]{32,64}(?![A-Za-z0-9])
langsmith-key ¦ a LangSmith key ¦ lsv2_ ls__ ¦ (?:lsv2_(?:pt|sk)_[a-f0-9]{32}_[a-f0-9]{10}|ls__[a-f0-9]{32})(?![A-Za-z0-9])
sonar-token ¦ a Sonar token ¦ squ_ sqp_ sqa_ ¦ sq[upa]_[a-f0-9]{40}(?![A-Za-z0-9])
pulumi-token ¦ a Pulumi token ¦ pul- ¦ pul-[a-f0-9]{40}(?![A-Za-z0-9])
one-password-key ¦ a secret key of 1Password ¦ A3- ¦ A3-[A-Z0-9]{6}-(?:[A-Z0-9]{11}|[A-Z0-9]{6}-[A-Z0-9]{5})(?:-[A-Z0-9]{5}){3}(?![A-Z0-9])
elevenlabs-key ¦ an ElevenLabs key ¦ sk_ ¦ sk_[a-f0-9]{48}(?![A-Za-z0-9])
cerebras-key ¦ a Cerebras key ¦ csk- ¦ csk-[a-z0-9]{40,56}(?![A-Za-z0-9])
buildkite-token ¦ a Buildkite token ¦ bk ¦ bk(?:ua|ct|aj|at|pat|ps)_[A-Za-z0-9_-]{32,64}(?![A-Za-z0-9])
easypost-key ¦ an EasyPost key ¦ EZAK EZTK ¦ EZ[AT]K[A-Za-z0-9]{54}(?![A-Za-z0-9])
frameio-token ¦ a Frame.io token ¦ fio-u- ¦ fio-u-[A-Za-z0-9_=-]{60,68}
prefect-key ¦ a Prefect key ¦ pnu_ pnb_ ¦ pn[ub]_[A-Za-z0-9]{36}(?![A-Za-z0-9])
readme-key ¦ a ReadMe key ¦ rdme_ ¦ rdme_[a-z0-9]{64,80}(?![A-Za-z0-9])
scalingo-token ¦ a Scalingo token ¦ tk-us- ¦ tk-us-[A-Za-z0-9_-]{48}(?![A-Za-z0-9_-])
shippo-token ¦ a Shippo token ¦ shippo_ ¦ shippo_(?:live|test)_[a-fA-F0-9]{40}(?![A-Za-z0-9])
typeform-token ¦ a Typeform token ¦ tfp_ ¦ tfp_[A-Za-z0-9_.=-]{40,64}
yandex-key ¦ a Yandex key ¦ AQVN YC y0_ t1. ¦ (?:AQVN[A-Za-z0-9_-]{35,38}|YC[A-Za-z0-9_-]{38}|y[0-6]_[A-Za-z0-9_-]{55,60}|t1\.[A-Za-z0-9_-]{10,400}={0,2}\.[A-Za-z0-9_-]{86}={0,2})(?![A-Za-z0-9_-])
vercel-token! ¦ a Vercel token ¦ vcp_ vck_ vci_ vca_ vcr_ vercel_blob_rw_ ¦ (?:vc[pkiar]_[A-Za-z0-9_-]{24,64}|vercel_blob_rw_[A-Za-z0-9]{16}_[A-Za-z0-9]{24,40})(?![A-Za-z0-9])
netlify-token ¦ a Netlify token ¦ nfp_ nfc_ nfo_ nfb_ nfu_ ¦ nf[pcobu]_[A-Za-z0-9]{36,44}(?![A-Za-z0-9])
fly-token ¦ a Fly.io token ¦ fo1_ fm1 fm2_ ¦ (?:fo1_[A-Za-z0-9_-]{43}|fm[12][ra]?_[A-Za-z0-9+/=,_-]{40,2000})
crates-token! ¦ a crates.io token ¦ cio ¦ cio[A-Za-z0-9]{32}(?![A-Za-z0-9])
jfrog-key ¦ a JFrog key ¦ AKCp cmVmdGtu ¦ (?:AKCp[A-Za-z0-9]{69}|cmVmdGtu[A-Za-z0-9]{56})(?![A-Za-z0-9])
resend-key! ¦ a Resend key ¦ re_ ¦ re_[A-Za-z0-9]{8}_[A-Za-z0-9]{20,28}(?![A-Za-z0-9_])
brevo-key ¦ a Brevo key ¦ xkeysib- xsmtpsib- ¦ x(?:key|smtp)sib-[a-f0-9]{64}-[A-Za-z0-9]{16}(?![A-Za-z0-9])
pinecone-key ¦ a Pinecone key ¦ pcsk_ ¦ pcsk_[A-Za-z0-9]{5,8}_[A-Za-z0-9]{50,72}(?![A-Za-z0-9])
together-key ¦ a Together key ¦ tgp_v1_ ¦ tgp_v1_[A-Za-z0-9_-]{40,48}
fireworks-key! ¦ a Fireworks key ¦ fw_ ¦ fw_[A-Za-z0-9]{20,40}(?![A-Za-z0-9_])
voyage-key! ¦ a Voyage key ¦ pa- ¦ pa-[A-Za-z0-9_-]{40,46}(?![A-Za-z0-9_-])
circleci-token ¦ a CircleCI token ¦ CCIPAT_ CCIPRJ_ ¦ CCIP(?:AT|RJ)_[A-Za-z0-9]{20,24}_[a-f0-9]{40}(?![A-Za-z0-9])
tailscale-key ¦ a Tailscale key ¦ tskey- ¦ tskey-[a-z]{3,10}-[A-Za-z0-9]{8,24}-[A-Za-z0-9]{20,40}
dynatrace-token ¦ a Dynatrace token ¦ dt0c01. ¦ dt0[a-z]\d{2}\.[A-Z0-9]{24}\.[A-Z0-9]{64}
contentful-token ¦ a Contentful token ¦ CFPAT- ¦ CFPAT-[A-Za-z0-9_-]{43}
bitbucket-password ¦ a Bitbucket password ¦ ATBB ¦ ATBB[A-Za-z0-9]{28,36}(?![A-Za-z0-9])
hubspot-token ¦ a HubSpot token ¦ pat-na pat-eu ¦ pat-(?:na|eu|ap)\d-[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12}
plaid-token ¦ a Plaid token ¦ access- ¦ access-(?:sandbox|development|production)-[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12}
nvidia-key ¦ an NVIDIA key ¦ nvapi- ¦ nvapi-[A-Za-z0-9_-]{60,70}
tavily-key ¦ a Tavily key ¦ tvly- ¦ tvly-(?:dev-|prod-)?[A-Za-z0-9]{24,40}(?![A-Za-z0-9])
e2b-key ¦ an E2B key ¦ e2b_ ¦ e2b_[a-f0-9]{40}(?![A-Za-z0-9])
firecrawl-key ¦ a Firecrawl key ¦ fc- ¦ fc-[a-f0-9]{32}(?![A-Za-z0-9])
jina-key ¦ a Jina key ¦ jina_ ¦ jina_[a-f0-9]{32}[A-Za-z0-9_-]{28}
langfuse-key ¦ a Langfuse key ¦ sk-lf- ¦ sk-lf-[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12}
sourcegraph-token ¦ a Sourcegraph token ¦ sgp_ ¦ sgp_(?:[a-fA-F0-9]{16}_|local_)?[a-fA-F0-9]{40}(?![A-Za-z0-9])
openshift-token ¦ an OpenShift token ¦ sha256~ ¦ sha256~[A-Za-z0-9_-]{43}(?![A-Za-z0-9_-])
mapbox-token ¦ a secret token of Mapbox ¦ sk.eyJ ¦ sk\.eyJ[A-Za-z0-9_-]{40,120}\.[A-Za-z0-9_-]{20,40}
alibaba-key! ¦ an Alibaba key ¦ LTAI ¦ LTAI[A-Za-z0-9]{17,21}(?![A-Za-z0-9])
dropbox-token ¦ a Dropbox token ¦ sl. ¦ sl\.(?:u\.)?[A-Za-z0-9_-]{130,1400}
duffel-token ¦ a Duffel token ¦ duffel_ ¦ duffel_(?:live|test)_[A-Za-z0-9_=-]{43}
octopus-key ¦ an Octopus Deploy key ¦ API- ¦ API-[A-Z0-9]{26}(?![A-Za-z0-9])
mailersend-key ¦ a MailerSend key ¦ mlsn. ¦ mlsn\.[a-f0-9]{64}
adafruit-key ¦ an Adafruit key ¦ aio_ ¦ aio_[A-Za-z0-9]{28}(?![A-Za-z0-9])
clojars-token ¦ a Clojars token ¦ CLOJARS_ ¦ CLOJARS_[a-f0-9]{60}
infracost-key ¦ an Infracost key ¦ ico- ¦ ico-[A-Za-z0-9]{32}(?![A-Za-z0-9])
harness-token ¦ a Harness token ¦ pat. sat. ¦ [ps]at\.[A-Za-z0-9_-]{22}\.[0-9a-f]{24}\.[A-Za-z0-9]{20}(?![A-Za-z0-9])
rootly-key ¦ a Rootly key ¦ rootly_ ¦ rootly_[a-f0-9]{64}
google-refresh-token ¦ a refresh token of Google ¦ 1//0 ¦ 1//0[A-Za-z0-9_-]{40,512}
azure-devops-token ¦ an Azure DevOps token ¦ AZDO JQQJ99 ¦ [A-Za-z0-9]{52}JQQJ99[A-Za-z0-9]{18}AZDO[A-Za-z0-9]{4}(?![A-Za-z0-9])
trigger-key ¦ a Trigger.dev key ¦ tr_prod_ tr_dev_ tr_pat_ ¦ tr_(?:prod|dev|stg|pat)_[A-Za-z0-9]{20,40}(?![A-Za-z0-9])
inngest-key ¦ a signing key of Inngest ¦ signkey- ¦ signkey-(?:prod|test|branch)-[a-f0-9]{32,64}
flutterwave-key ¦ a Flutterwave key ¦ FLWSECK ¦ FLWSECK(?:_TEST)?-[a-zA-Z0-9]{12,40}(?:-X)?
runpod-key ¦ a RunPod key ¦ rpa_ ¦ rpa_[A-Z0-9]{40,50}[a-z0-9]{0,6}(?![A-Za-z0-9])
modal-token! ¦ a Modal token ¦ ak- as- ¦ a[ks]-[A-Za-z0-9]{22}(?![A-Za-z0-9_-])
`;

export const tokenKinds: readonly SecretKind[] = rows
  .trim()
  .split('\n')
  .map((row) => {
    const [name = '', what = '', marks = '', form = ''] = row.split(' ¦ ');
    const isReal = name.endsWith('!') ? looksOfAllCases : name.endsWith('~') ? looksMixed : looksRandom;
    return {
      id: name.replace(/[!~]$/, ''),
      what,
      marks: marks.split(' '),
      form: new RegExp(`(?<![A-Za-z0-9])(?:${form})`, 'dg'),
      isReal: (secret, match) => isReal(secret) && !isOfWebApp(secret, match),
    };
  });
