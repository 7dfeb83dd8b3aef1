import { calls, code, type DangerRule, either } from '../rule.ts';

export const disk: readonly DangerRule[] = [
  {
    id: 'disk.format',
    severity: 'deny',
    catches: 'Making file systems, changing partitions and volumes.',
    why: 'everything on the disk is lost',
    instead: 'Leave disks to a person.',
    test: calls(
      {
        program:
          'mkfs mkfs.ext4 mkfs.ext3 mkfs.ext2 mkfs.xfs mkfs.btrfs mkfs.vfat mke2fs mkswap mkntfs newfs wipefs blkdiscard sgdisk',
      },
      { program: 'fdisk sfdisk cfdisk gdisk parted gparted', without: ['-l', '--list'] },
      { program: 'diskutil', text: /\b(?:erase\w*|partitionDisk|zeroDisk|secureErase|apfs\s+delete\w*)\b/i },
      {
        program: 'zfs zpool btrfs lvremove vgremove pvremove lvm',
        text: /\b(?:destroy|delete|lvremove|vgremove|pvremove)\b|^/,
      },
      { program: 'cryptsetup', text: /\b(?:luksFormat|luksErase|erase|reencrypt)\b/ },
      { program: 'hdparm', text: /--security-erase|--trim/ },
      { program: 'nvme', text: /\b(?:format|sanitize)\b/ },
    ),
    stops: ['mkfs.ext4 /dev/sda1', 'wipefs -a /dev/sdb', 'fdisk /dev/sda', 'zpool destroy tank'],
    passes: ['fdisk -l', 'lsblk', 'df -h'],
  },
  {
    id: 'disk.write',
    severity: 'deny',
    catches: 'Writing to a disk directly.',
    why: 'everything on the disk is lost',
    instead: 'Write to a file.',
    test: either(
      calls({ program: 'dd', word: /^of=\/dev\/(?!null|zero|stdout|stderr|tty|fd)/ }),
      (command, { reading }) =>
        [
          ...command.redirections.map(({ target }) => target?.value ?? ''),
          ...(/^(?:cp|tee|cat|shred|pv)$/.test(command.name)
            ? command.words.map(({ value }) => value ?? '')
            : []),
        ].some((path) => /^\/dev\/(?:[shv]d[a-z]|nvme|mmcblk|disk|rdisk|mapper\/|md\d|loop\d)/.test(path))
          ? { about: reading.text.slice(command.span.start, command.span.end) }
          : null,
    ),
    stops: ['dd if=/dev/zero of=/dev/sda', 'cat image > /dev/sdb', 'cp image /dev/sda'],
    passes: ['dd if=/dev/zero of=disk.img bs=1M count=10', 'echo x > /dev/null'],
  },
];

const dropping =
  /\b(?:drop\s+(?:table|database|schema|view|index|user|role|tablespace|column|keyspace|collection)|truncate\s+(?:table\s+)?\w|delete\s+from\s+[\w."`]+\s*(?:;|$|where\s+(?:1\s*=\s*1|true)\b)|alter\s+table\s+\S+\s+drop\b|update\s+[\w."`]+\s+set\s+(?:(?!where)[\s\S])*$)/i;

export const database: readonly DangerRule[] = [
  {
    id: 'database.drop',
    severity: 'deny',
    catches:
      'SQL that drops or empties tables, schemas or databases, or deletes and updates rows without a condition.',
    why: 'the data is lost',
    instead: 'Make a backup first, or let a person do it.',
    test: either(
      code(['sql'], dropping),
      calls({
        program: 'psql mysql mariadb sqlite3 duckdb sqlcmd mssql-cli clickhouse-client cockroach bq snowsql',
        text: dropping,
      }),
      // A statement that another command prints into the client.
      (command, { reading }) =>
        /^(?:psql|mysql|mariadb|sqlite3|sqlcmd)$/.test(command.name) && dropping.test(command.input ?? '')
          ? { about: reading.text.slice(command.span.start, command.span.end) }
          : null,
    ),
    stops: [
      'psql -c "DROP TABLE users"',
      'mysql -e "drop database shop"',
      'sqlite3 app.db "DELETE FROM users;"',
      'echo "drop table a" | psql',
    ],
    passes: [
      'psql -c "SELECT 1"',
      'sqlite3 app.db "DELETE FROM users WHERE id = 3"',
      'grep -r "DROP TABLE" migrations',
    ],
  },
  {
    id: 'database.admin',
    severity: 'deny',
    catches: 'Commands that drop or reset a whole database.',
    why: 'the data is lost',
    instead: 'Make a backup first, or let a person do it.',
    test: either(
      calls(
        { program: 'dropdb dropuser' },
        { program: 'mysqladmin', text: /\bdrop\b/ },
        { program: 'redis-cli valkey-cli', text: /\b(?:flushall|flushdb|shutdown)\b/i },
        {
          program: 'mongo mongosh',
          text: /dropDatabase|\.drop\(|deleteMany\(\s*\{\s*\}\s*\)|remove\(\s*\{\s*\}\s*\)/,
        },
        { program: 'prisma', text: /\bmigrate\s+reset\b|\bdb\s+push\b.*--(?:force-reset|accept-data-loss)/ },
        {
          program: 'rails rake bin/rails',
          text: /\bdb:(?:drop|reset|purge|truncate_all|migrate:reset|schema:load)\b/,
        },
        { program: 'php artisan', text: /\bmigrate:(?:fresh|reset|refresh)\b|\bdb:wipe\b/ },
        { program: 'python python3', text: /\bmanage\.py\s+(?:flush|reset_db)\b/ },
        { program: 'manage.py django-admin', text: /\b(?:flush|reset_db)\b/ },
        { program: 'alembic', text: /\bdowngrade\s+base\b/ },
        {
          program: 'sequelize sequelize-cli knex typeorm',
          text: /\bdb:drop\b|\brollback\s+--all\b|\bschema:drop\b|undo:all\b/,
        },
        { program: 'supabase', text: /\bdb\s+reset\b/ },
        { program: 'dynamodb', text: /delete-table/ },
        { program: 'influx curl', text: /\bdrop\s+(?:database|measurement)\b/i },
      ),
    ),
    stops: [
      'dropdb shop',
      'redis-cli FLUSHALL',
      'npx prisma migrate reset',
      'rails db:drop',
      'php artisan migrate:fresh',
      'mongosh --eval "db.dropDatabase()"',
    ],
    passes: ['createdb shop', 'redis-cli GET a', 'npx prisma migrate dev', 'rails db:migrate'],
  },
];

export const containers: readonly DangerRule[] = [
  {
    id: 'containers.prune',
    severity: 'deny',
    catches: 'Removing all unused containers, images and volumes.',
    why: 'volumes hold data that is nowhere else',
    instead: 'Remove what you made by name: docker rm NAME.',
    test: calls(
      {
        program: 'docker podman nerdctl',
        sub: [
          'system prune',
          'volume prune',
          'image prune',
          'container prune',
          'builder prune',
          'network prune',
          'buildx prune',
        ],
      },
      { program: 'docker podman nerdctl', sub: ['volume rm', 'volume remove'] },
      {
        program: 'docker podman nerdctl',
        sub: ['compose down', 'compose rm'],
        flags: ['-v', '--volumes', '--rmi'],
      },
      { program: 'docker-compose podman-compose', sub: ['down', 'rm'], flags: ['-v', '--volumes', '--rmi'] },
      { program: 'docker', sub: ['swarm leave', 'stack rm', 'service rm', 'secret rm', 'node rm'] },
      { program: 'podman', sub: ['system reset', 'machine reset', 'machine rm'] },
    ),
    stops: [
      'docker system prune -af',
      'docker volume rm data',
      'docker compose down -v',
      'docker-compose down --volumes',
    ],
    passes: ['docker ps', 'docker compose up -d', 'docker compose down', 'docker rm test', 'docker build .'],
  },
  {
    id: 'containers.remove-all',
    severity: 'ask',
    catches: 'Removing or stopping every container or image.',
    why: 'others may need them',
    instead: 'Name what you mean.',
    test: calls({
      program: 'docker podman nerdctl',
      sub: ['rm', 'rmi', 'kill', 'stop', 'container rm', 'image rm'],
      text: /\$\(|`|\$\{?\w/,
    }),
    stops: ['docker rm -f $(docker ps -aq)', 'docker rmi $(docker images -q)'],
    passes: ['docker rm -f web', 'docker stop web'],
  },
];

export const kubernetes: readonly DangerRule[] = [
  {
    id: 'kubernetes.delete',
    severity: 'deny',
    catches: 'Deleting resources, draining nodes, and the like, with kubectl and helm.',
    why: 'what runs there stops, and its data may be lost',
    instead: 'Look with kubectl get and --dry-run=client, and let a person delete.',
    test: calls(
      { program: 'kubectl oc k', sub: ['delete', 'drain', 'cordon', 'taint'], without: ['--dry-run'] },
      { program: 'kubectl oc k', sub: ['replace'], flags: ['--force'] },
      { program: 'kubectl oc k', sub: ['apply'], text: /--prune/ },
      { program: 'kubectl oc k', sub: ['scale'], text: /--replicas[= ]0\b/ },
      { program: 'helm', sub: ['uninstall', 'delete', 'del', 'un'], without: ['--dry-run'] },
      { program: 'helmfile', text: /\b(?:destroy|delete)\b/ },
      { program: 'kind minikube k3d', text: /\bdelete\b/ },
      { program: 'argocd flux', text: /\b(?:delete|uninstall)\b/ },
      { program: 'eksctl', text: /\bdelete\b/ },
    ),
    stops: [
      'kubectl delete ns prod',
      'kubectl -n prod delete pod web',
      'helm uninstall web',
      'kubectl drain node1',
    ],
    passes: [
      'kubectl get pods',
      'kubectl apply -f a.yaml',
      'helm list',
      'kubectl delete pod a --dry-run=client',
    ],
  },
];

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
        text: /\b(?:delete|terminate|deregister|purge|remove)-[a-z-]+|\bs3\s+(?:rb|rm)\b|\bs3\s+sync\b.*--delete/,
        without: ['--dryrun', '--dry-run'],
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
        text: /\b(?:apps:destroy|destroy|pg:reset|delete|remove|rm|projects:delete|firestore:delete|sites:delete)\b/,
      },
      {
        program: 'gh glab',
        text: /\b(?:repo|release|secret|variable|environment|run|cache|gist)\s+delete\b|\bapi\b.*(?:-X|--method)[= ]?DELETE/i,
      },
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
        { program: 'terraform tofu terragrunt', sub: ['apply'], text: /-destroy\b/ },
        { program: 'terraform tofu terragrunt', sub: ['state'], text: /\bstate\s+rm\b/ },
        { program: 'terraform tofu', sub: ['workspace'], text: /\bworkspace\s+delete\b/ },
        { program: 'pulumi', text: /\b(?:destroy|stack\s+rm)\b/ },
        { program: 'cdk sam serverless sls eb copilot', text: /\b(?:destroy|delete|remove|terminate)\b/ },
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
