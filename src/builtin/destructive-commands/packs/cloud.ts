import { calls, type DangerRule, either } from '../rule.ts';

export const cloud: readonly DangerRule[] = [
  {
    id: 'cloud.delete',
    severity: 'deny',
    catches: 'Deleting and terminating resources by the command lines of clouds.',
    why: 'what is deleted there costs data and money',
    instead: 'Look with list and describe, and let a person delete.',
    test: calls(
      {
        program: 'aws',
        text: /(?:^|\s)(?:delete|terminate|deregister|purge|remove|stop|schedule-key)-[a-z-]+|\bs3\s+rb\b|\bs3\s+rm\b.*--recursive|\bs3\s+sync\b.*--delete/,
      },
      { program: 'gcloud bq', text: /\b(?:delete|destroy|remove)\b|\brm\b/ },
      { program: 'gsutil', text: /\b(?:rm|rb)\b|\brsync\b.*\s-d\b/ },
      { program: 'az', text: /\b(?:delete|purge|remove)\b/ },
      {
        program: 'doctl hcloud linode-cli vultr-cli ibmcloud oci',
        text: /\b(?:delete|destroy|terminate|rm)\b/,
      },
      {
        program: 'heroku fly flyctl vercel netlify wrangler firebase supabase railway',
        text: /\b(?:apps:destroy|hosting:disable|destroy|pg:reset|delete|remove|rm|projects:delete|firestore:delete|sites:delete)\b/,
      },
      {
        program: 'gh glab',
        text: /\b(?:repo|release|secret|variable|environment|run|cache|gist)\s+delete\b|\bapi\b.*(?:-X|--method)[= ]?DELETE/i,
      },
      { program: 'railway', text: /^down\b/ },
      { program: 'vault consul nomad', text: /\b(?:delete|destroy|purge|disable)\b/ },
      { program: 'gh', sub: ['workflow disable', 'repo archive'] },
      { program: 'rclone', text: /\b(?:delete|purge|cleanup|sync|rmdirs)\b/ },
      { program: 's3cmd mc', text: /\b(?:del|rb|rm)\b/ },
      { program: 'npm pnpm yarn', sub: ['unpublish', 'deprecate'] },
      { program: 'cargo', sub: ['yank'] },
      { program: 'gem', sub: ['yank'] },
    ),
    stops: [
      'aws s3 rb s3://b --force',
      'aws ec2 terminate-instances --instance-ids i-1',
      'gcloud projects delete p',
      'az group delete -n g',
      'gh repo delete o/r',
    ],
    passes: ['aws s3 ls', 'gcloud config list', 'az account show', 'gh pr list', 'npm publish --dry-run'],
  },
  {
    id: 'cloud.destroy',
    severity: 'deny',
    catches: 'Destroying what infrastructure as code has made; asks for changing it without a question.',
    why: 'whole environments are lost',
    instead: 'Look with plan, and let a person apply it.',
    test: either(
      calls(
        { program: 'terraform tofu terragrunt', sub: ['destroy'] },
        { program: 'terragrunt', text: /\brun-all\s+destroy\b/ },
        {
          program: 'terraform tofu',
          sub: ['state push', 'state rm', 'force-unlock', 'workspace delete', 'taint'],
        },
        { program: 'terraform tofu terragrunt', sub: ['apply'], text: /-destroy\b/ },
        { program: 'terraform tofu terragrunt', sub: ['state'], text: /\bstate\s+rm\b/ },
        { program: 'terraform tofu', sub: ['workspace'], text: /\bworkspace\s+delete\b/ },
        { program: 'pulumi', text: /\b(?:destroy|stack\s+rm)\b/ },
        {
          program: 'cdk sam serverless sls eb copilot amplify',
          text: /\b(?:destroy|delete|remove|terminate)\b/,
        },
        { program: 'ansible ansible-playbook', text: /state=absent/ },
        { program: 'vagrant', text: /\bdestroy\b/ },
      ),
      (command, place) => {
        const found = calls({ program: 'terraform tofu terragrunt', sub: ['apply'], text: /-auto-approve/ })(
          command,
          place,
        );
        return found === null ? null : { ...found, severity: 'ask' };
      },
    ),
    stops: [
      'terraform destroy',
      'terraform apply -destroy',
      'pulumi destroy',
      'terraform -chdir=a destroy -auto-approve',
      'cdk destroy',
    ],
    passes: ['terraform plan', 'terraform init', 'pulumi preview', 'cdk diff'],
  },
];
