/** Programs that manage clouds and deployments. `card.ts` describes the format. */
export const cloudCards = String.raw`
aws|awslocal|aws2
  --profile: --region: --output: --endpoint-url: --query: --ca-bundle: --cli-read-timeout: --cli-connect-timeout: --color: --debug --no-verify-ssl
  --no-paginate --no-sign-request --no-cli-pager --cli-binary-format:
  depth 2; changes cloud; dryRun /^(?:--dryrun|--dry-run|help)$/
  = aws iam list-users → change cloud
gcloud
  -q --project: --account: --configuration: --format: --verbosity: --quiet --impersonate-service-account: --log-http --billing-project:
  --flags-file: --flatten: --user-output-enabled: --zone: --region:
  depth 4; changes cloud
  = gcloud projects list → change cloud
aws s3 cp|aws s3 sync: read… write
  --exclude: --include: --acl: --storage-class: --sse? --recursive --delete --quiet --only-show-errors --no-progress --follow-symlinks
  like aws; deep; except --exclude; does syncs
  = aws s3 cp a s3://b → read a/**, send b, change cloud
aws s3 mv: read… write
  like aws s3 cp; deep; deletes; except --exclude; does syncs
  = aws s3 mv a s3://b → read a/**, delete a/**, send b, change cloud
gsutil cp|gsutil rsync|gcloud storage cp|gcloud storage rsync|azcopy copy|azcopy cp|azcopy sync|s3cmd put|s3cmd sync|s4cmd put|s4cmd dsync|s5cmd cp|s5cmd sync|mc cp|mc mirror|mc put|b2 sync: read… write
  -acdenprRuUvzZjJFP -x: -s: --recursive --delete --exclude: --include: --no-clobber --preserve-acl
  deep; except -x --exclude; does syncs
  = gsutil cp a gs://b → read a/**, send b, change cloud
gsutil mv|gcloud storage mv|s3cmd mv|s5cmd mv|mc mv: read… write
  like gsutil cp; deep; deletes; does syncs
  = gsutil mv a gs://b → read a/**, delete a/**, send b, change cloud
az storage blob upload-batch|az storage file upload-batch: read…
  -s@ --source@ -d: --destination: --account-name: --account-key: --pattern:
  deep; here; talks send
  = az storage blob upload-batch -s a -d b → read a/./**, change cloud
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
