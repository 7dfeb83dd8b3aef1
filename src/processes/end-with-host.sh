# Waits for the end of its host and ends the process groups that are left. Each line from the host adds (+) or removes (-) one.
trap '' HUP INT QUIT TERM
groups=' '
while read -r sign group; do
  case $sign in
    +) groups="$groups$group " ;;
    -) groups="${groups%%" $group "*} ${groups#*" $group "}" ;;
  esac
done
signal() {
  for group in $groups; do kill -s "$1" -- "-$group"; done 2>/dev/null
}
[ "$groups" = ' ' ] && exit
signal TERM
sleep 0.3 2>/dev/null || sleep 1
signal KILL
