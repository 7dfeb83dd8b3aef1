export const diskRules = String.raw`
disk.format deny
  catches Making file systems, changing partitions and volumes.
  why everything on the disk is lost
  instead Leave disks to a person.
  call mkfs|mkfs.ext2|mkfs.ext3|mkfs.ext4|mkfs.xfs|mkfs.btrfs|mkfs.vfat|mkfs.fat|mkfs.ntfs|mkfs.exfat|mkfs.f2fs|mkfs.minix|mkfs.cramfs|mkfs.bfs|mke2fs|mkntfs|mkdosfs text /\/dev\/|[$\x60*?]|^(?!(?:.*\s)?\S+\.(?:img|raw|ext[234])(?:\s|$))/
  call mkswap|newfs|blkdiscard|cfdisk|gparted|diskpart
  call badblocks with -w -n
  call format|format.com word /^[a-z]:/i
  call wipefs with -a --all -o --offset
  call fdisk|gdisk without -l --list
  call sgdisk without -p --print -i --info
  call sfdisk without -l --list -d --dump -J --json
  call parted text /\b(?:mklabel|mktable|mkpart|rm|resizepart|rescue|mkfs)\b/
  call mdadm text /--zero-superblock|--stop|--remove|--create/
  call lvreduce|lvresize|resize2fs
  call qemu-img text /\/dev\/(?:[shv]d|nvme|disk)/
  call diskutil text /\b(?:erase\w*|partitionDisk|zeroDisk|secureErase|apfs\s+delete\w*)\b/i
  call zfs|zpool|btrfs|lvm text /\b(?:destroy|delete|labelclear|rollback|lvremove|vgremove|pvremove)\b/
  call lvremove|vgremove|pvremove
  call cryptsetup text /\b(?:luksFormat|luksErase|erase|reencrypt)\b/
  call hdparm text /--security-erase|--trim/
  call nvme text /\b(?:format|sanitize)\b/
  stops mkfs.ext4 /dev/sda1 ¦ wipefs -a /dev/sdb ¦ fdisk /dev/sda ¦ zpool destroy tank
  passes fdisk -l ¦ lsblk ¦ df -h ¦ mkfs.ext4 disk.img
disk.write deny
  catches Writing to a disk directly.
  why everything on the disk is lost
  instead Write to a file.
  call dd word /^of=\/dev\/(?!null|zero|stdout|stderr|tty|fd)/
  writes /^\/dev\/(?:[shv]d[a-z]|nvme|mmcblk|disk|rdisk|mapper\/|md\d|loop\d)/
  stops dd if=/dev/zero of=/dev/sda ¦ cat image > /dev/sdb ¦ cp image /dev/sda
  passes dd if=/dev/zero of=disk.img bs=1M count=10 ¦ echo x > /dev/null
`;
