export const filesystemRules = String.raw`
filesystem.remove deny
  catches Removing the project, its history, a home, a system folder or anything outside the project; asks for other folders.
  why what it removes is gone for good
  instead Remove single files, or a folder that can be rebuilt, by name within the project.
  finds removed
  stops rm -rf / ¦ rm -rf ~ ¦ rm -rf . ¦ rm -rf .git ¦ rm -rf src ¦ rm /etc/hosts ¦ rm -rf "$DIR"
  passes rm -rf node_modules ¦ rm -rf dist build ¦ rm a.txt ¦ rm -rf /tmp/scratch ¦ rm -f *.log
filesystem.find-delete deny
  catches find -delete outside the project, or of what cannot be rebuilt.
  why it removes whatever the search finds
  instead Search within the project by name, look at the list, then remove the files.
  finds foundAndRemoved
  stops find / -name "*.log" -delete ¦ find . -delete ¦ find . -name "*.ts" -delete ¦ find src -type f -delete ¦ find / ! -name -exec -delete
  passes find . -name "*.pyc" -delete ¦ find /tmp -name "x-*" -delete ¦ find . -name "*.log" -not -path "./a/*" -delete ¦ find dist -type f -delete ¦ find . -name "*.ts"
filesystem.lose ask
  catches Moving files to /dev/null, moving the project away, writing or unpacking over files of the system, and mirroring onto other folders.
  why what was there before is lost
  instead Move it to a folder with a name, or copy it first.
  finds lost
  stops mv src /dev/null ¦ mv . /tmp/gone ¦ echo x > /etc/hosts ¦ sudo cp a.conf /etc/hosts ¦ rsync -a --delete a/ ~/ ¦ tar -xzf a.tgz -C /
  passes mv a.txt b.txt ¦ echo x > a.txt ¦ npm test > /dev/null 2>&1
filesystem.permissions deny
  catches Changing owner or mode of everything below a folder outside the project, or opening or closing the project to everyone; asks for files of the system.
  why who may read and change what cannot be restored
  instead Change the mode of the files that need it: chmod +x FILE.
  finds opened
  stops chmod -R 777 / ¦ chown -R me /usr ¦ chmod -R 777 . ¦ chmod 777 /etc/shadow
  stops chmod -R 777 /data/x ¦ chown -R me /app
  passes chmod +x run.sh ¦ chmod -R u+w dist ¦ chown me a.txt ¦ chown -R node:node /app/dist
filesystem.truncate ask
  catches Emptying and overwriting files that keep their names: truncate, shred, dd, cp /dev/null, > FILE.
  why what was in them is lost
  instead Empty logs only, or keep a copy first.
  finds emptied
  call truncate with -s --size word /[*?]/
  call trash-empty
  call gio text /\btrash\b.*--empty/
  call robocopy text /\/(?:mir|purge|move)\b/i
  call asr text /--erase/
  stops truncate -s 0 *.db ¦ shred -u notes.md ¦ dd if=/dev/zero of=src/a.ts ¦ find . -type f -exec truncate -s 0 {} + ¦ cp /dev/null package.json
  stops > package.json
  passes truncate -s 0 debug.log ¦ > out.txt ¦ : > /tmp/a.log ¦ dd if=/dev/zero of=disk.img bs=1M count=10 ¦ echo "{}" > package.json
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
