export const cloudRules = String.raw`
cloud.delete deny
  catches Deleting and terminating resources by the command lines of clouds.
  why what is deleted there costs data and money
  instead Look with list and describe, and let a person delete.
  call aws text /(?:^|\s)(?:delete|terminate|deregister|purge|remove|stop|schedule-key)-[a-z-]+|\bs3\s+rb\b|\bs3\s+rm\b.*--recursive|\bs3\s+sync\b(?!(?:\s+--?\S+)*\s+\S*(?:dist|build|out|public|site|www|html|static|output|target|docs)[\/.]*\s).*--delete/
  call gcloud|bq text /\b(?:delete|destroy|remove)\b|\brm\b/
  call gsutil text /\b(?:rm|rb)\b|\brsync\b.*\s-d\b/
  call az word /^(?:delete|purge|remove)(?:-[a-z-]+)?$/
  call doctl|hcloud|linode-cli|vultr-cli|ibmcloud|oci text /\b(?:delete|destroy|terminate|rm)\b/
  call heroku|fly|flyctl|vercel|netlify|wrangler|firebase|supabase|railway text /\b(?:apps:destroy|hosting:disable|destroy|pg:reset|delete|remove|rm|projects:delete|firestore:delete|sites:delete)\b/
  call gh|glab text /\b(?:repo|release|secret|variable|environment|run|cache|gist)\s+delete\b|\bapi\b.*(?:-X|--method)[= ]?DELETE/i
  call railway text /^down\b/
  call vault|consul|nomad text /\b(?:delete|destroy|purge|disable)\b/
  call hub word /^delete$/
  call gh: workflow disable, repo archive
  call rclone text /\b(?:delete|purge|cleanup|sync|rmdirs)\b/
  call s3cmd|mc text /\b(?:del|rb|rm)\b/
  call npm|pnpm|yarn: unpublish, deprecate
  call cargo: yank
  call gem: yank
  stops aws s3 rb s3://b --force ¦ aws ec2 terminate-instances --instance-ids i-1 ¦ gcloud projects delete p ¦ az group delete -n g
  stops gh repo delete o/r
  passes aws s3 ls ¦ gcloud config list ¦ az account show ¦ gh pr list ¦ npm publish --dry-run
  call aws text /\bbatch-delete-|\brelease-address\b|"Action"\s*:\s*"DELETE"|--desired-c(?:ount|apacity)[= ]0\b/
  call netlify|vercel text /\benv:?\s*(?:unset|rm)\b/
  call heroku text /\bpg:copy\b|\b(?:addons|domains|pipelines):(?:destroy|remove)\b/
  call curl|http|https|xh|wget text /mutation[\s\S]*\b\w*(?:delete|destroy|remove|purge|drop|wipe)/i
cloud.backups ask
  catches Deleting backups and their history: restic forget, borg delete, velero backup delete, snapshots.
  why they are what everything else could be restored from
  instead Look with list or --dry-run, and let a person delete.
  call restic|rustic: forget, prune, key remove
  call borg|borgmatic|attic: delete, prune, compact, repo-delete
  call kopia|duplicacy|tarsnap text /\b(?:delete|prune|remove|wipe)\b|--nuke\b|(?:^|\s)-d\b/
  call duplicity|rdiff-backup text /\bremove-\S+|--remove-older-than\b/
  call velero|ark text /\bdelete\b/
  call timeshift text /--delete/
  call snapper text /\b(?:delete|rm)\b/
  call tmutil text /\bdelete\w*/
  call vssadmin|wbadmin|diskshadow text /\b(?:delete|resize)\b/i
  call wmic text /\bshadowcopy\s+delete\b/i
  call pgbackrest|barman|wal-g|wal-e|pg_probackup|btrbk|sanoid|zfs-prune-snapshots text /\b(?:delete|expire|clean|remove|stanza-delete|purge)\b/
  stops restic forget --keep-last 1 --prune ¦ borg delete repo::archive ¦ velero backup delete daily ¦ vssadmin delete shadows /all
  passes restic backup src ¦ borg list repo ¦ velero backup get ¦ restic forget --keep-last 1 --dry-run
cloud.destroy deny
  catches Destroying what infrastructure as code has made; asks for changing it without a question.
  why whole environments are lost
  instead Look with plan, and let a person apply it.
  call terraform|tofu|terragrunt: destroy
  call terragrunt text /\brun-all\s+destroy\b/
  call terraform|tofu: state push, state rm, force-unlock, workspace delete, taint
  call terraform|tofu|terragrunt: apply text /-destroy\b/
  call terraform|tofu|terragrunt: state text /\bstate\s+rm\b/
  call terraform|tofu: workspace text /\bworkspace\s+delete\b/
  call pulumi text /\b(?:destroy|stack\s+rm|state\s+delete)\b/
  call terragrunt text /\b(?:destroy|apply)-all\b/
  call sst|cdktf|kpt text /\b(?:remove|destroy)\b/
  ask call pulumi text /\bup(?:date)?\b.*(?:--yes|-y\b|--skip-preview)|\bcancel\b/
  call cdk|sam|serverless|sls|eb|copilot|amplify text /\b(?:destroy|delete|remove|terminate)\b/
  call ansible|ansible-playbook text /state=absent/
  call puppet text /\bensure=absent\b/
  call vagrant text /\bdestroy\b/
  ask call terraform|tofu|terragrunt: apply text /-auto-approve/
  stops terraform destroy ¦ terraform apply -destroy ¦ pulumi destroy ¦ terraform -chdir=a destroy -auto-approve ¦ cdk destroy
  passes terraform plan ¦ terraform init ¦ pulumi preview ¦ cdk diff
`;
