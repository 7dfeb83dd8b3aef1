import { spelling } from '../../../shell/queries.ts';
import type { ShellCommand, ShellWord } from '../../../shell/reading.ts';
import { calls, type DangerRule, either, type Finding, type LinePlace, sourceOf } from '../rule.ts';

export const disk: readonly DangerRule[] = [
  {
    id: 'disk.format',
    severity: 'deny',
    catches: 'Making file systems, changing partitions and volumes.',
    why: 'everything on the disk is lost',
    instead: 'Leave disks to a person.',
    test: either(
      formatted,
      calls(
        { program: 'mkswap newfs blkdiscard cfdisk gparted diskpart' },
        { program: 'badblocks', flags: ['-w', '-n'] },
        { program: 'format format.com', word: /^[a-z]:/i },
        { program: 'wipefs', flags: ['-a', '--all', '-o', '--offset'] },
        { program: 'fdisk gdisk', without: ['-l', '--list'] },
        { program: 'sgdisk', without: ['-p', '--print', '-i', '--info'] },
        { program: 'sfdisk', without: ['-l', '--list', '-d', '--dump', '-J', '--json'] },
        { program: 'parted', text: /\b(?:mklabel|mktable|mkpart|rm|resizepart|rescue|mkfs)\b/ },
        { program: 'mdadm', text: /--zero-superblock|--stop|--remove|--create/ },
        { program: 'lvreduce lvresize resize2fs', text: /^/ },
        { program: 'qemu-img', text: /\/dev\/(?:[shv]d|nvme|disk)/ },
        {
          program: 'diskutil',
          text: /\b(?:erase\w*|partitionDisk|zeroDisk|secureErase|apfs\s+delete\w*)\b/i,
        },
        {
          program: 'zfs zpool btrfs lvm',
          text: /\b(?:destroy|delete|labelclear|rollback|lvremove|vgremove|pvremove)\b/,
        },
        { program: 'lvremove vgremove pvremove' },
        { program: 'cryptsetup', text: /\b(?:luksFormat|luksErase|erase|reencrypt)\b/ },
        { program: 'hdparm', text: /--security-erase|--trim/ },
        { program: 'nvme', text: /\b(?:format|sanitize)\b/ },
      ),
    ),
    stops: ['mkfs.ext4 /dev/sda1', 'wipefs -a /dev/sdb', 'fdisk /dev/sda', 'zpool destroy tank'],
    passes: ['fdisk -l', 'lsblk', 'df -h', 'mkfs.ext4 disk.img'],
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
          ...(/^(?:tee|shred)$/.test(command.name) ? command.words : []).map(({ value }) => value ?? ''),
          ...(/^(?:cp|mv)$/.test(command.name) ? lastWords(command.words) : []).map(
            ({ value }) => value ?? '',
          ),
        ].some((path) => /^\/dev\/(?:[shv]d[a-z]|nvme|mmcblk|disk|rdisk|mapper\/|md\d|loop\d)/.test(path))
          ? { about: reading.text.slice(command.span.start, command.span.end) }
          : null,
    ),
    stops: ['dd if=/dev/zero of=/dev/sda', 'cat image > /dev/sdb', 'cp image /dev/sda'],
    passes: ['dd if=/dev/zero of=disk.img bs=1M count=10', 'echo x > /dev/null'],
  },
];

/** Making a file system; in a file of the project, nothing else is lost. */
function formatted(command: ShellCommand, { reading }: LinePlace): Finding | null {
  if (!/^(?:mkfs(?:\.\w+)?|mke2fs|mkntfs|mkdosfs)$/.test(command.name)) return null;
  const isImage = command.words.some(({ value }) =>
    /^(?!\/dev\/).+\.(?:img|raw|ext[234])$/.test(value ?? ''),
  );
  const isDevice = command.words.some((word) => /\/dev\/|[$`*?]/.test(spelling(word)));
  return isImage && !isDevice ? null : { about: sourceOf(command, reading) };
}

/** The last word, and those before it where it may vanish. */
function lastWords(words: readonly ShellWord[]): readonly ShellWord[] {
  return words.at(-1)?.value === null ? words : words.slice(-1);
}
