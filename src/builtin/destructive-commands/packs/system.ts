export const systemRules = String.raw`
system.power deny
  catches Shutting down or restarting the machine.
  why everything that runs is ended
  instead Leave that to a person.
  call shutdown without -c -k
  call reboot|halt|poweroff|telinit
  call init word /^[06]$/
  call systemctl: poweroff, reboot, halt, kexec, suspend, hibernate, isolate, emergency, rescue
  stops shutdown -h now ¦ sudo reboot ¦ systemctl poweroff
  passes uptime ¦ systemctl status nginx
system.services ask
  catches Stopping, disabling and masking services.
  why others may need them
  instead Look with systemctl status, and ask a person.
  call systemctl: stop, disable, mask, kill, revert
  call service text /\bstop\b/
  call update-rc.d|chkconfig text /\b(?:remove|disable|off|--del)\b/
  call loginctl text /\b(?:kill|terminate)-/
  call launchctl text /\b(?:unload|remove|bootout|disable)\b/
  call supervisorctl: stop, shutdown, remove
  call pm2 text /\b(?:delete|kill)\s*(?:all)?\b/
  stops systemctl stop nginx ¦ sudo systemctl disable ssh
  passes systemctl restart app ¦ systemctl list-units
system.processes deny
  catches Ending all processes, or those of the system.
  why everything that runs is ended
  instead End the process that you started, by its number.
  call kill text /\s-?1(?:\s|$)|^1(?:\s|$)/
  call pkill|killall with -u --uid --user
  call pkill|killall word /^(?:systemd|init|sshd|launchd|dbus.*|Xorg|gnome.*|WindowServer|loginwindow)$/
  call killall5
  ask call pkill|killall|skill|fkill word /^(?:[.*^$]*|(?:\/usr\/bin\/)?(?:node|nodejs|npm|python[\d.]*|ruby|java|php|bun|deno|perl|bash|zsh|sh|ssh|tmux|screen|docker\w*|containerd|postgres|mysqld|mongod|redis-server|code|cursor|claude|codex|gemini|electron|dotnet|beam\.smp))(?:\.exe)?$/i
  ask call kill if endsWhatIsListed
  ask call taskkill text /(?:^|\s)\/{1,2}(?:im|fi)\b/i
  ask call fuser with -k word /^\//
  ask call tmux|screen|byobu text /\bkill-server\b|-X\s+quit\b/
  stops kill -9 -1 ¦ pkill -u root ¦ killall -9 sshd ¦ killall node ¦ pkill -9 . ¦ ps aux | awk '{print $2}' | xargs kill -9 ¦ kill -9 $(pgrep node)
  stops taskkill //F //IM node.exe ¦ tmux kill-server
  passes kill 1234 ¦ pkill -f vite ¦ lsof -ti:3000 | xargs kill -9 ¦ kill $(pgrep -f "vite dev") ¦ ps aux | grep vite | awk '{print $2}' | xargs kill
system.accounts deny
  catches Changing accounts, passwords and who may become another.
  why people may be locked out, or let in
  instead Leave that to a person.
  call userdel|deluser|groupdel|delgroup|usermod|chpasswd|visudo|gpasswd|vipw|chsh|useradd|adduser
  call passwd without -S --status
  call dscl text /-delete|-passwd/
  call crontab with -r
  call crontab without -l -u word /[^-]/
  writes /^(?:\/etc\/(?:passwd|shadow|sudoers|group|ssh\/)|.*\/\.ssh\/authorized_keys$)/
  stops userdel me ¦ passwd root ¦ crontab -r ¦ echo "a ALL=(ALL) NOPASSWD: ALL" | sudo tee /etc/sudoers.d/a
  passes whoami ¦ id ¦ crontab -l
system.network deny
  catches Switching firewalls off, and taking network interfaces down.
  why the machine may be open to everyone, or out of reach
  instead Leave that to a person.
  call iptables|ip6tables with -F -X --flush --delete-chain
  call iptables|ip6tables text /-P\s+\w+\s+(?:ACCEPT|DROP)/
  call nft text /\bflush\b|\bdelete\b/
  call ufw text /\b(?:disable|reset)\b/
  call ifconfig|ip text /\bdown\b|\baddr\s+flush\b|\blink\s+delete\b|\broute\s+(?:flush|del)/
  call setenforce word /^0$/
  call firewall-cmd text /--panic-on|--remove|--complete-reload/
  stops iptables -F ¦ ufw disable ¦ ip link set eth0 down ¦ setenforce 0
  passes iptables -L ¦ ip addr ¦ ufw status
system.packages ask
  catches Removing packages of the system.
  why other programs may need them
  instead Install into the project, and leave the system to a person.
  call apt|apt-get|aptitude: remove, purge, autoremove, autopurge
  call dnf|yum|zypper|microdnf: remove, erase, autoremove, rm
  call pacman text /(?:^|\s)-R/
  call apk: del
  call brew: uninstall, remove, rm with --force -f --zap
  call dpkg with -r -P --remove --purge
  call rpm with -e --erase
  call snap text /\bremove\b/
  call pip|pip3 text /\buninstall\b.*(?:\s-r\b|<\(|\$\(|\$input)/
  stops apt-get remove python3 ¦ sudo apt purge git ¦ dnf remove bash ¦ pacman -Rns sudo
  passes apt-get install jq ¦ brew install jq ¦ pip uninstall -y x ¦ npm uninstall x
system.kernel deny
  catches Changing the kernel, its modules, mounts and swap, and letting programs run as their owner.
  why the machine may stop, or anyone may become its owner
  instead Leave that to a person.
  call sysctl with -w --write
  call rmmod|kexec|swapoff
  call modprobe with -r --remove
  call umount with -f -l -a --force --lazy --all
  call umount word /^\/$/
  call mount text /\bremount\b/
  call chattr text /(?:^|\s)[-+=][a-zA-Z]*i/
  call chmod text /(?:^|\s)(?:[ugo]*[+=][rwxt]*s|[2467][0-7]{3}\s)/
  call setcap
  call csrutil word /^disable$/
  call spctl text /--(?:master|global)-disable/
  call bcdedit word /^\/(?:set|delete\w*)$/i
  writes /^\/proc\/(?:sysrq-trigger|sys\/)|^\/sys\/(?!fs\/cgroup)/
  stops echo b > /proc/sysrq-trigger ¦ sysctl -w kernel.panic=1 ¦ chmod u+s /bin/bash ¦ swapoff -a
  passes sysctl -a ¦ mount ¦ chmod 0755 run.sh ¦ chmod +x run.sh ¦ umount /mnt/usb
system.fork-bomb deny
  catches A function that calls itself twice, in the background.
  why it starts processes until nothing else can run
  instead Do not run it.
  finds forkBomb
  stops :(){ :|:& };: ¦ f() { f | f & }; f
  passes f() { echo a; }; f ¦ f() { sleep 1 & }; f
system.history ask
  catches Removing logs and the history of the shell.
  why the traces of what was done are lost
  instead Leave them.
  call history with -c -d
  call journalctl text /--vacuum|--rotate/
  call wevtutil text /\bcl\b/
  writes /\.(?:bash|zsh|sh)_history$/
  stops history -c ¦ journalctl --vacuum-time=1s ¦ > ~/.bash_history
  passes history ¦ journalctl -u app
`;
