/** Programs that manage clouds and deployments. `card.ts` describes the format. */
export const cloudCards = String.raw`
aws|awslocal|aws2
  --profile: --region: --output: --endpoint-url: --query: --ca-bundle: --cli-read-timeout: --cli-connect-timeout: --color: --debug --no-verify-ssl
  --no-paginate --no-sign-request --no-cli-pager --cli-binary-format:
  depth 2; changes cloud; dryRun /^(?:--dryrun|--dry-run|help)$/
  = aws s3 cp a s3://b → read a, write a, read s3://b, write s3://b, change cloud
gcloud
  -q --project: --account: --configuration: --format: --verbosity: --quiet --impersonate-service-account: --log-http --billing-project:
  --flags-file: --flatten: --user-output-enabled: --zone: --region:
  depth 4; changes cloud
  = gcloud projects list → change cloud
gsutil
  -mqDi -o: -h: -u: --project_id: --location: --format:
  depth 1; changes cloud
  = gsutil ls gs://a → read gs://a, write gs://a, change cloud
bq
  -mqDi -o: -h: -u: --project_id: --location: --format:
  depth 1; language sql; changes cloud
  = bq ls → change cloud
az|func|bicep|azcopy
  -o: --output: --query: --subscription: --verbose --debug --only-show-errors
  depth 4; changes cloud
  = az group list → change cloud
terraform|tofu|terragrunt|terramate|cdktf|infracost
  -/chdir@ --terragrunt-working-dir@ --terragrunt-non-interactive -/help -/version -chdir?
  depth 1; groups state workspace providers; reach folder; changes cloud
  = terraform plan → change cloud
pulumi
  -C@ -s: --cwd@ --stack: --color: --non-interactive -v: --logtostderr
  depth 1; groups stack config state; reach folder; changes cloud; dryRun /^--preview-only$/
  = pulumi preview → change cloud
heroku|fly|flyctl|vercel|netlify|wrangler|firebase|doctl|linode-cli|hcloud|railway|render|amplify|eb|sam|serverless|sls|cdk|copilot|sst|scw|oci|ibmcloud|aliyun|exo|civo|vultr-cli|openstack|nova|swift-client|cf|oc-login|deployctl|surge|now|cloudctl|stripe|twilio|shopify|contentful|sanity|algolia|auth0|okta|okteto|porter|ngrok-api|tailscale|b2|s3cmd|s4cmd|s5cmd|mc|minio|koyeb|northflank|clever|platform|upsun|scalingo|nhost|appwrite|qovery|zeabur|devspace|rpk
  -a: -t: -c: --app: --token: --config: --cwd: --project: --context: --profile: --region: --stage: -s: --access-token:
  depth 2; reach folder; changes cloud
  = vercel list → change cloud
ansible-playbook: read…
  -i< --inventory< -e: -l: -m: -u: -t: -v -C --check --vault-password-file< -K -b --tags: --limit: --extra-vars: --user: --diff
  reach machine; changes cloud; dryRun /^(?:-C|--check)$/
  = ansible-playbook a → read a, change cloud
ansible|ansible-galaxy|ansible-pull|puppet|chef|chef-client|knife|salt-call|salt-ssh|cfengine|bolt
  -a! --args! -i< --inventory< -e: -l: -m: -u: -t: -C --check --vault-password-file<
  depth 1; reach machine; changes cloud; dryRun /^(?:-C|--check)$/
  = ansible a → change cloud
`;
