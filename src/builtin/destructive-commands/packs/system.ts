import { spelling } from '../../../shell/queries.ts';
import { calls, type DangerRule, either, sourceOf, type Test } from '../rule.ts';

export const system: readonly DangerRule[] = [
  {
    id: 'system.power',
    severity: 'deny',
    catches: 'Shutting down or restarting the machine.',
    why: 'everything that runs is ended',
    instead: 'Leave that to a person.',
    test: calls(
      { program: 'shutdown', without: ['-c', '-k'] },
      { program: 'reboot halt poweroff telinit' },
      { program: 'init', word: /^[06]$/ },
      {
        program: 'systemctl',
        sub: [
          'poweroff',
          'reboot',
          'halt',
          'kexec',
          'suspend',
          'hibernate',
          'isolate',
          'emergency',
          'rescue',
        ],
      },
    ),
    stops: ['shutdown -h now', 'sudo reboot', 'systemctl poweroff'],
    passes: ['uptime', 'systemctl status nginx'],
  },
  {
    id: 'system.services',
    severity: 'ask',
    catches: 'Stopping, disabling and masking services.',
    why: 'others may need them',
    instead: 'Look with systemctl status, and ask a person.',
    test: calls(
      { program: 'systemctl', sub: ['stop', 'disable', 'mask', 'kill', 'revert'] },
      { program: 'service', text: /\bstop\b/ },
      { program: 'update-rc.d chkconfig', text: /\b(?:remove|disable|off|--del)\b/ },
      { program: 'loginctl', text: /\b(?:kill|terminate)-/ },
      { program: 'launchctl', text: /\b(?:unload|remove|bootout|disable)\b/ },
      { program: 'pm2', text: /\b(?:delete|kill)\s*(?:all)?\b/ },
    ),
    stops: ['systemctl stop nginx', 'sudo systemctl disable ssh'],
    passes: ['systemctl restart app', 'systemctl list-units'],
  },
  {
    id: 'system.processes',
    severity: 'deny',
    catches: 'Ending all processes, or those of the system.',
    why: 'everything that runs is ended',
    instead: 'End the process that you started, by its number.',
    test: calls(
      { program: 'kill', text: /\s-?1(?:\s|$)|^1(?:\s|$)/ },
      { program: 'pkill killall', flags: ['-u', '--uid', '--user'] },
      {
        program: 'pkill killall',
        word: /^(?:systemd|init|sshd|launchd|dbus.*|Xorg|gnome.*|WindowServer|loginwindow)$/,
      },
      { program: 'killall5' },
    ),
    stops: ['kill -9 -1', 'pkill -u root', 'killall -9 sshd'],
    passes: ['kill 1234', 'pkill -f vite', 'killall node'],
  },
  {
    id: 'system.accounts',
    severity: 'deny',
    catches: 'Changing accounts, passwords and who may become another.',
    why: 'people may be locked out, or let in',
    instead: 'Leave that to a person.',
    test: either(
      calls(
        {
          program:
            'userdel deluser groupdel delgroup usermod chpasswd visudo gpasswd vipw chsh useradd adduser',
        },
        { program: 'passwd', without: ['-S', '--status'] },
        { program: 'dscl', text: /-delete|-passwd/ },
        { program: 'crontab', flags: ['-r'] },
        { program: 'crontab', word: /[^-]/, without: ['-l', '-u'] },
      ),
      writesTo(
        /^(?:\/etc\/(?:passwd|shadow|sudoers|group|ssh\/)|.*\/\.ssh\/authorized_keys$|\/etc\/sudoers\.d\/)/,
      ),
    ),
    stops: [
      'userdel me',
      'passwd root',
      'crontab -r',
      'echo "a ALL=(ALL) NOPASSWD: ALL" | sudo tee /etc/sudoers.d/a',
    ],
    passes: ['whoami', 'id', 'crontab -l'],
  },
  {
    id: 'system.network',
    severity: 'deny',
    catches: 'Switching firewalls off, and taking network interfaces down.',
    why: 'the machine may be open to everyone, or out of reach',
    instead: 'Leave that to a person.',
    test: calls(
      { program: 'iptables ip6tables', flags: ['-F', '-X', '--flush', '--delete-chain'] },
      { program: 'iptables ip6tables', text: /-P\s+\w+\s+(?:ACCEPT|DROP)/ },
      { program: 'nft', text: /\bflush\b|\bdelete\b/ },
      { program: 'ufw', text: /\b(?:disable|reset)\b/ },
      { program: 'ifconfig ip', text: /\bdown\b|\baddr\s+flush\b|\blink\s+delete\b|\broute\s+(?:flush|del)/ },
      { program: 'setenforce', word: /^0$/ },
      { program: 'firewall-cmd', text: /--panic-on|--remove|--complete-reload/ },
    ),
    stops: ['iptables -F', 'ufw disable', 'ip link set eth0 down', 'setenforce 0'],
    passes: ['iptables -L', 'ip addr', 'ufw status'],
  },
  {
    id: 'system.packages',
    severity: 'ask',
    catches: 'Removing packages of the system.',
    why: 'other programs may need them',
    instead: 'Install into the project, and leave the system to a person.',
    test: calls(
      { program: 'apt apt-get aptitude', sub: ['remove', 'purge', 'autoremove', 'autopurge'] },
      { program: 'dnf yum zypper microdnf', sub: ['remove', 'erase', 'autoremove', 'rm'] },
      { program: 'pacman', text: /(?:^|\s)-R/ },
      { program: 'apk', sub: ['del'] },
      { program: 'brew', sub: ['uninstall', 'remove', 'rm'], flags: ['--force', '-f', '--zap'] },
      { program: 'dpkg', flags: ['-r', '-P', '--remove', '--purge'] },
      { program: 'rpm', flags: ['-e', '--erase'] },
      { program: 'snap', text: /\bremove\b/ },
      { program: 'pip pip3', text: /\buninstall\b.*(?:\s-r\b|<\(|\$\()/ },
    ),
    stops: ['apt-get remove python3', 'sudo apt purge git', 'dnf remove bash', 'pacman -Rns sudo'],
    passes: ['apt-get install jq', 'brew install jq', 'pip uninstall -y x', 'npm uninstall x'],
  },
  {
    id: 'system.kernel',
    severity: 'deny',
    catches: 'Changing the kernel, its modules, mounts and swap, and letting programs run as their owner.',
    why: 'the machine may stop, or anyone may become its owner',
    instead: 'Leave that to a person.',
    test: either(
      calls(
        { program: 'sysctl', flags: ['-w', '--write'] },
        { program: 'rmmod kexec swapoff' },
        { program: 'modprobe', flags: ['-r', '--remove'] },
        { program: 'umount', flags: ['-f', '-l', '-a', '--force', '--lazy', '--all'] },
        { program: 'umount', word: /^\/$/ },
        { program: 'mount', text: /\bremount\b/ },
        { program: 'chattr', word: /^[-+=][a-zA-Z]*i/ },
        { program: 'chattr', text: /(?:^|\s)[-+=][a-zA-Z]*i/ },
        { program: 'chmod', text: /(?:^|\s)(?:[ugo]*[+=][rwxt]*s|[2467][0-7]{3}\s)/ },
        { program: 'setcap' },
        { program: 'csrutil', word: /^disable$/ },
        { program: 'spctl', text: /--(?:master|global)-disable/ },
        { program: 'bcdedit', word: /^\/(?:set|delete\w*)$/i },
      ),
      writesTo(/^\/proc\/(?:sysrq-trigger|sys\/)|^\/sys\/(?!fs\/cgroup)/),
    ),
    stops: ['echo b > /proc/sysrq-trigger', 'sysctl -w kernel.panic=1', 'chmod u+s /bin/bash', 'swapoff -a'],
    passes: ['sysctl -a', 'mount', 'chmod 0755 run.sh', 'chmod +x run.sh', 'umount /mnt/usb'],
  },
  {
    id: 'system.fork-bomb',
    severity: 'deny',
    catches: 'A function that calls itself twice, in the background.',
    why: 'it starts processes until nothing else can run',
    instead: 'Do not run it.',
    test: (command, { reading }) => {
      if (command.kind !== 'function') return null;
      const isIn = command.inside.some((one) => one.kind === 'function' && one.name === command.name);
      const isMany = command.inside.some(({ kind }) => kind === 'background' || kind === 'pipe');
      return isIn && isMany ? { about: sourceOf(command, reading) } : null;
    },
    stops: [':(){ :|:& };:', 'f() { f | f & }; f'],
    passes: ['f() { echo a; }; f', 'f() { sleep 1 & }; f'],
  },
  {
    id: 'system.history',
    severity: 'ask',
    catches: 'Removing logs and the history of the shell.',
    why: 'nobody can see any more what was done',
    instead: 'Leave them.',
    test: either(
      calls(
        { program: 'history', flags: ['-c', '-d'] },
        { program: 'journalctl', text: /--vacuum|--rotate/ },
        { program: 'wevtutil', text: /\bcl\b/ },
      ),
      writesTo(/\.(?:bash|zsh|sh)_history$/),
    ),
    stops: ['history -c', 'journalctl --vacuum-time=1s', '> ~/.bash_history'],
    passes: ['history', 'journalctl -u app'],
  },
];

function writesTo(path: RegExp): Test {
  return (command, { reading }) => {
    const targets = command.redirections
      .filter(({ operator }) => operator.includes('>'))
      .map(({ target }) => target);
    const words = /^(?:tee|cp|mv|install|dd|sponge)$/.test(command.name) ? command.words : [];
    const isWritten = [...targets, ...words].some((word) => word !== null && path.test(spelling(word)));
    return isWritten ? { about: sourceOf(command, reading) } : null;
  };
}
