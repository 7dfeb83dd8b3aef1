/** Tells a rule that is only a command from the name of a tool. */
export const usualPrograms: ReadonlySet<string> = new Set(
  `apt apt-get aws az brew bash cargo cat chmod chown cp curl dd docker dotnet env eval find gcloud gem gh git go gradle grep awk jq echo head tail sort tr cut
  helm java kill killall kubectl ln ls make mkdir mkfs mount mv mvn nc ncat netcat node npm npx perl php pip pip3 pkill
  pnpm poetry psql python python3 reboot redis-cli rm rmdir rsync ruby scp sed sh shred shutdown ssh su sudo systemctl tar
  tee terraform truncate umount uv wget xargs yarn zip zsh`
    .split(/\s+/)
    .filter((name) => name !== ''),
);
