/** Programs that ask about or change the machine. `card.ts` describes the format. */
export const systemCards = String.raw`
date|gdate: text…
  -juR -I? -d: -f< -r< -s: -v: --date: --file< --reference< --set: --utc --universal --iso-8601? --rfc-3339: --rfc-email --debug
  counts /^g?date \+%s(?:%N)?$/; prints name; nameWords /^(?:-u|--utc|\+(?=[\w.:-]*%)(?:%-?[YmdHMSsFTjyNZ]|[\w.:-])+)$/
  = date +%s → nothing
  = date -r a → read a
whoami|gwhoami|id|gid|uname|guname|hostname|ghostname|nproc|gnproc: text…
  -aAdfFgGiImnoprsuvyzZ --all --kernel-name --nodename --machine --user --group --groups --name --real --zero --short --fqdn --domain --ignore:
  counts /^(?:g?nproc|g?id -[ug])$/; prints name; nameWords /^-[munrs]{1,2}$/
  = uname -s → nothing
pwd|gpwd|uptime|guptime|ps|free|tput|clear|reset|tty|gtty|stty|gstty|garch|groups|ggroups|logname|glogname|users|gusers|who|gwho|w|last|lastlog|lastb|finger|vmstat|iostat|mpstat|sar|dmesg|lscpu|lsmem|lspci|lsusb|lshw|lsmod|dmidecode|sw_vers|system_profiler|neofetch|fastfetch|inxi|top|htop|btop|atop|glances|nvtop|nvidia-smi|pgrep|pidof|pstree|pidstat|pmap|procs|ldconfig|ldd|getent|sleep|gsleep|tzselect|hostid|ghostid|lsb_release|banner|fortune|watchman|notify-send|write|mesg|xsel|pbcopy|pbpaste|wl-copy|wl-paste|clip|xdotool|xrandr|xset|setxkbmap|loadkeys|tabs|infocmp|toe|tset: text…
  -abcdefghijklmnopqrstuvwxyzABCDEGHIJKLMNOPQRSTUVWXYZ -/file< --file< -r< --reference< -F< --date: --utc --iso-8601? --rfc-3339: --rfc-email
  --short --pidfile< -/format: -o: --format: --sort: --no-headers --all --name --user --group
  counts /^tput (?:cols|lines)$/
  = ps → nothing
say|espeak|espeak-ng|festival: text…
  -f< -o> -w> -v: -r: -s: -p: --input-file< --output-file>
  = say -f a → read a
xclip|wall: read…
  -ioqf -t: -n -g: -/selection: -/sel: -/in -/out -/loops: -/target: -/display: -/rmlastnl
  = xclip a → read a
logger: text…
  -cdeist -f< -n: -p: -P: -S: -t: -u: --file< --id? --tag: --priority: --server% --stderr
  talks send
  = logger -f a → read a
kill|gkill|pkill|killall|killall5|skill|snice|renice|xkill|taskkill|fkill: text…
  -aefgilqrsvwxynoLVHI -s: -u: -U: -t: -P: -g: -G: -F< --pidfile< --signal: --user: --uid: --euid: --full --exact --newest --oldest
  changes processes
  = kill 1 → change processes
systemctl: text…
  -aflqrTH: -M: -n: -o: -p: -P: -s: -t: --user --system --global --now --force --no-block --no-pager --no-reload --no-ask-password --quiet --host:
  --machine: --type: --state: --property: --root: --signal: --lines: --output: --all --failed --full --runtime
  depth 1; changes services
  = systemctl status x → change services
loginctl|journalctl|hostnamectl|timedatectl|localectl|resolvectl|networkctl|coredumpctl|bootctl|busctl|systemd-analyze|systemd-tmpfiles|systemd-cgls: text…
  -H: -M: -p: -n: -o: -u: -f -x -e -b --host: --machine: --no-pager --no-ask-password --user --system --since: --until:
  depth 1; changes services
  = journalctl -u x → change services
service|rc-service|initctl|sv|svc|s6-svc|chkconfig|update-rc.d|rc-update|supervisorctl|pm2|forever|monit|circusctl|launchctl: text…
  depth 2; changes services
  = service x status → change services
shutdown|reboot|halt|poweroff|telinit|init|kexec|pm-suspend|pm-hibernate|wakeonlan|etherwake|efibootmgr|grub-install|grub-mkconfig|update-grub|mokutil|fwupdmgr: text…
  reach machine; changes machine
  = reboot → change machine
useradd|adduser|userdel|deluser|usermod|groupadd|addgroup|groupdel|delgroup|groupmod|passwd|chpasswd|gpasswd|chage|chsh|chfn|newusers|pwck|grpck|login|dscl|sysadminctl|net|faillock|pam_tally2: text…
  reach machine; changes machine
  = userdel x → change machine
sysctl|modprobe|insmod|rmmod|depmod|swapon|swapoff|mkswap|setenforce|getenforce|semanage|restorecon|aa-disable|aa-enforce|auditctl|setcap|getcap|hwclock|tune2fs|resize2fs|e2label|hdparm|smartctl|nvme|sdparm|blockdev|udevadm|dmsetup|csrutil|spctl|bcdedit|reg|regedit|wevtutil|sc|schtasks|defaults|networksetup|scutil|security|tmutil|pmset|nvram|systemsetup|kextload|kextunload|chcon|runlevel: text…
  depth 1; reach machine; changes machine
  = sysctl -a → change machine
mkfs|mkfs.ext2|mkfs.ext3|mkfs.ext4|mkfs.xfs|mkfs.btrfs|mkfs.vfat|mkfs.fat|mkfs.ntfs|mkfs.f2fs|mke2fs|mkdosfs|newfs|fdisk|sfdisk|cfdisk|gdisk|sgdisk|parted|gparted|wipefs|badblocks|fsck|e2fsck|xfs_repair|blkdiscard|partprobe|kpartx|diskutil|hdiutil|diskpart|format|dban|nwipe|testdisk|photorec|growpart|xfs_growfs|lvresize: write…
  depth 1; reach machine; changes machine; dryRun /^(?:-n|--no-act)$/
  = mkfs.ext4 a → write a, change machine
zfs|zpool|btrfs|lvm|pvcreate|pvremove|vgcreate|vgremove|vgreduce|lvcreate|lvremove|lvreduce|cryptsetup|mdadm|bcachefs|stratis|vdo|gluster|ceph|rados|rbd: text…
  depth 1; groups subvolume device filesystem balance; reach machine; changes machine; dryRun /^-[rRfvp]*n[rRfvpn]*$/
  = zfs list → change machine
perf|pueue|tsh|rr|dlv
  depth 1; reach machine
  = perf list → nothing
gcc|g++|cc|c++|clang|clang++|icc|rustc|ldc2|gfortran|ifort|nvcc|as|ld|gold|lld|mold|objcopy|objdump|nm|readelf|strip|ranlib|size|addr2line|c++filt|javac|scalac|ocamlc|ocamlopt|fpc|dmd|gdc|protoc|thrift|swiftc|mcs|csc|fsc|yasm|nasm|flex|bison|lex|yacc|gperf|re2c|ragel|antlr4|cython|emcc|wat2wasm|wasm2wat|wasm-opt: read…
  -cEgsSvwO -o> -I: -L: -l: -D: -U: -x: -W: -f: -m: -/wrapper! -/o> -/out-dir> --out-dir> --crate-type: --edition: -O?
  compiles; reach folder; startFiles /^(?:build\.rs|Cargo\.toml|config\.toml)$/
  = gcc a.c -o b → read a.c, write b
hookline: text…
  reach folder
  = hookline status → nothing
claude|codex|gemini|opencode|qwen|droid|cline|aider|cursor-agent|goose|kiro|crush|ollama|llm|sgpt|mods|fabric|openhands: text…
  reach machine
  = claude -p x → nothing
`;
