import { calls, type DangerRule, either } from '../rule.ts';

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
        sub: ['system prune', 'volume prune', 'container prune', 'network prune', 'pod prune', 'pod rm'],
      },
      {
        program: 'docker podman nerdctl',
        sub: ['image prune', 'builder prune', 'buildx prune'],
        flags: ['-a', '--all'],
      },
      { program: 'crictl', flags: ['--prune', '-a', '--all'], sub: ['rmi', 'rm', 'rmp'] },
      { program: 'docker podman nerdctl', sub: ['volume rm', 'volume remove'] },
      {
        program: 'docker podman nerdctl',
        sub: ['compose down', 'compose rm'],
        flags: ['-v', '--volumes', '--rmi'],
      },
      { program: 'docker-compose podman-compose', sub: ['down', 'rm'], flags: ['-v', '--volumes', '--rmi'] },
      {
        program: 'docker podman nerdctl',
        sub: ['rm', 'container rm'],
        flags: ['-v', '--volumes', '-a', '--all'],
      },
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
    test: either(
      calls(
        {
          program: 'docker podman nerdctl',
          sub: ['rm', 'rmi', 'kill', 'stop', 'container rm', 'image rm'],
          text: /\$\(|`|\$\{?\w/,
        },
        {
          program: 'docker podman nerdctl',
          sub: ['rmi', 'image rm'],
          flags: ['-f', '--force', '-a', '--all'],
        },
      ),
      (command, place) => {
        const isListed = command.words.some((word) =>
          word.pieces.some((piece) => piece.kind === 'unknown' && /^(?:input|found)$/.test(piece.from)),
        );
        const sub = ['rm', 'rmi', 'kill', 'stop', 'container rm', 'image rm'];
        return isListed ? calls({ program: 'docker podman nerdctl', sub })(command, place) : null;
      },
    ),
    stops: ['docker rm -f $(docker ps -aq)', 'docker rmi $(docker images -q)'],
    passes: ['docker rm -f web', 'docker stop web'],
  },
  {
    id: 'containers.host',
    severity: 'ask',
    catches: 'Giving a container the whole file system of the machine.',
    why: 'what runs in the container can change everything on the machine',
    instead: 'Give it only the folder that it needs: -v "$PWD":/app.',
    test: calls(
      {
        program: 'docker podman nerdctl',
        sub: ['run', 'create', 'container run', 'container create'],
        text: /(?:^|\s)(?:-v|--volume)[= ]?["']?\/:|--mount[= ]\S*(?:source|src)=\/(?:,|\s|$)/,
      },
      { program: 'nsenter', flags: ['-t', '--target'] },
    ),
    stops: ['docker run -v /:/host alpine sh', 'docker run --privileged -v /:/mnt alpine chroot /mnt'],
    passes: ['docker run -v /tmp/data:/data alpine ls', 'docker run --rm alpine ls /'],
  },
];
