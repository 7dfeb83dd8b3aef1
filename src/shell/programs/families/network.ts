/** Programs that talk to other machines. `card.ts` describes the format. */
export const networkCards = String.raw`
curl|curlie: host…
  -#0123468aBfgGiIjJkKlLMnNOpqRsSvVZ -A: -b: -c> -C: -d: -D> -e: -E: -F: -h: -H: -K< -m: -o> -P: -Q: -r: -t: -T< -u: -U: -w: -x: -X: -y: -Y: -z:
  --url% --data: --data-raw: --data-binary: --data-urlencode: --data-ascii: --json: --form: --form-string: --header: --output> --output-dir>
  --create-dirs --remote-name --remote-name-all --upload-file< --request: --user: --user-agent: --referer: --cookie: --cookie-jar> --dump-header>
  --config< --max-time: --connect-timeout: --retry: --retry-delay: --retry-max-time: --retry-all-errors --proxy: --proxy-user: --cert: --key:
  --cacert: --capath: --range: --resolve: --write-out: --interface: --limit-rate: --max-redirs: --netrc-file: --netrc --unix-socket:
  --abstract-unix-socket: --trace> --trace-ascii> --stderr> --etag-save> --etag-compare< --location --fail --fail-with-body --silent --show-error
  --insecure --compressed --head --get --include --verbose --http1.1 --http2 --http3 --progress-bar --parallel --no-buffer --globoff --path-as-is
  --aws-sigv4: --hsts> --libcurl> --ssl --tlsv1.2 --variable: --expand-url% --expand-data:
  does transfers
  = curl https://a.example/x → fetch a.example
  = curl -o b https://a.example/x → fetch a.example, write b
  = curl -d @a https://b.example → fetch b.example, read a, send b.example
  = curl -T a https://b.example → fetch b.example, read a, send b.example
wget|wget2|aria2c|axel|lwp-download|fetch|yt-dlp|youtube-dl|gallery-dl: host…
  -46bcdEFhHkKlLmNnpqrSvVx -a> -A: -B: -D: -e: -i< -I: -l: -o> -O> -P> -Q: -R: -t: -T: -U: -w: -X: --output-document> --directory-prefix>
  --output-file> --append-output> --input-file< --quiet --no-verbose --continue --timestamping --recursive --mirror --header: --post-data:
  --post-file< --body-data: --body-file< --method: --user: --password: --use-askpass! --no-check-certificate --load-cookies< --save-cookies>
  --user-agent: --timeout: --tries: --limit-rate: --accept: --reject: --no-parent --show-progress --content-disposition --spider --cut-dirs:
  --no-host-directories --config< --ca-certificate: --certificate: --private-key:
  here; does transfers; loads -E
  = wget -O b https://a.example/x → fetch a.example, write b
  = wget -i a → read a
lwp-request|http|https|xh|httpie|hurl|grpcurl|websocat: host…
  like wget
  = http a.example → fetch a.example, send a.example
ssh|autossh|mosh|dbclient|et|slogin: host command
  -46AaCfGgKkMNnqsTtVvXxYy -B: -b: -c: -D: -E> -e: -F< -I: -i: -J: -L: -l: -m: -O: -o: -p: -P: -Q: -R: -S: -W: -w:
  wraps place; takes joined; idle -V -G -Q -N -O; reach machine; carries /^(?:-o)?\s*(?:proxycommand|localcommand|knownhostscommand|remotecommand)\s*[= ]\s*/i; startFiles /^\.(?:bashrc|bash_profile|bash_login|profile|zshrc|zshenv|zprofile|kshrc)$|^config$/; readsInput
  = ssh host ls → fetch host, send host, list .
sshpass
  -ev -f: -d: -p: -P:
  wraps place
  = sshpass -p x rm a → delete a
rsh|remsh|rlogin: host command
  -l: -x: -R: -u: -t:
  wraps place; takes joined; reach machine
  = rsh host ls → fetch host, send host, list .
pdsh|dsh|pssh|parallel-ssh|clush|fab|tsh ssh|wsl|flatpak run
  wraps place; takes anywhere
  = pdsh -w a rm b → read a, write a, read rm, write rm, read b, write b, delete b
salt: text text… command
  -CELGNRSIbt -t: -c: -b: --out: --timeout: --async --batch-size:
  wraps place; takes each; reach machine
  = salt x cmd.run 'rm a' → delete a
croc|wormhole|magic-wormhole|ffsend|ipfs|sendme|portal
  depth 1
  = croc a → nothing
croc send|wormhole send|magic-wormhole send|ffsend upload|ipfs add|sendme send|portal send|mega-put|qrcp|woof|onionshare|onionshare-cli: read…
  -aqQrwv --recursive --text: --code: --zip --no-local --quiet --wrap-with-directory
  deep; talks send
  = croc send a → read a/**
sftp|lftp|ftp|ncftp|ncftpget|ncftpput|tftp: host write?
  -346ABCpqrTOsvRD -c: -F< -i: -J: -l: -o: -P: -S! -X: -b* -f* -e$ -u: -U: -N: -d: -t: -k
  deep -r; does syncs; language sftp; carries /^(?:-o)?\s*(?:proxycommand|localcommand|knownhostscommand|remotecommand)\s*[= ]\s*/i; startFiles /^config$/; readsInput
  = sftp host → fetch host, send host
smbclient: host text…
  -c$ -U: -N -k
  like sftp; language sftp
  = smbclient host → fetch host, send host
scp|pscp|rcp: read… write
  like sftp; deep -r; does syncs; carries /^(?:-o)?\s*(?:proxycommand|localcommand|knownhostscommand|remotecommand)\s*[= ]\s*/i; startFiles /^config$/; loads -i -F
  = scp a host:b → read a, send host
  = scp host:a b → fetch host, write b, write b/a
ssh-keygen: text…
  -ABHLRQXhylqpUvoKT -a: -b: -C: -D: -E: -F: -f> -G> -I: -i -J: -K: -m: -M: -N: -n: -O: -P: -r: -s: -S: -t: -V: -w: -Y: -z: -Z:
  does keys; loads; shownBy -y -e; generates
  = ssh-keygen -f a → write a, write a.pub
  = ssh-keygen -y -f a → read a
ssh-add|ssh-copy-id|ssh-keyscan|ssh-import-id: text…
  -cDdKkLlqvXx -e: -S: -t: -T: -i: -f: -p: -o: -H -n
  loads
  = ssh-add a → nothing
ssh-agent
  -cDdks -a: -E: -O: -P: -t:
  wraps plain; idle -k
  = ssh-agent rm a → delete a
nc|netcat|ncat|nmap|telnet|openssl-s_client|tcpdump|tshark|ngrok|cloudflared|chisel|frpc|localtunnel|lt|bore: host text…
  -e! -c! --exec! --sh-exec! --lua-exec! -46bCDdFhklNnrStUuvZz -I: -i: -M: -m: -O: -P: -p: -q: -s: -T: -V: -W: -w: -X: -x:
  carries /^(?:exec|system|shell):/i
  = nc host 80 → fetch host, send host
socat: host…
  -dDhlsuUVvx -b: -t: -T: -L> -lf> -r> -R>
  carries /^(?:exec|system|shell):/i
  = socat x:80 → fetch x, send x
ping|ping6|dig|nslookup|host|traceroute|tracepath|mtr|whois|arping|drill|kdig|dog|fping|hping3|iperf|iperf3|speedtest: host…
  -46bdhrsjnNqvV -c: -i: -W: -w: -s: -t: -p: -I: -M: -Q: -f: -m: -l:
  = ping a.example → fetch a.example, send a.example
arp|netstat|ss|ifconfig|route|iwconfig|nmcli|ip|ethtool|tc|brctl|bridge|nstat|rfkill: text…
  -46bdhrsjpNnoc -f: -family: -l: -b: -n: -netns:
  depth 2; groups netns; changes machine
  = ip addr show → change machine
ip netns exec: text command
  wraps place
  = ip netns exec x rm a → change machine, delete a
iptables|ip6tables|nft|ufw|firewall-cmd|pfctl|ipset|ebtables|arptables|iptables-restore|iptables-save: text…
  reach machine; changes machine
  = iptables -L → change machine
mail|mailx|mutt|neomutt|sendmail|msmtp|swaks|mpack|s-nail: host…
  --attach< --attach-body< --body< --data< --server% --to: --from: -a< -A< -s: -b: -c: -r: -q< -i
  = mail -a a b@c.example → fetch c.example, send c.example, read a
openssl: text any…
  -/in< -/out> -/keyout> -/key< -/inkey< -/CA< -/CAkey< -/CAfile< -/CAserial> -/cert< -/certfile< -/signkey< -/config< -/extfile< -/passin: -/passout: -/pass: -/subj: -/days: -/newkey:
  -/inform: -/outform: -/keyform: -/name: -/connect% -/servername: -/k: -/K: -/iv: -/md: -/rand: -/writerand> -/kfile< -/sign< -/verify< -/signature< -/noout -/text -/nodes -/x509 -/new -/pubin -/pubout
  -/req -/base64 -/d -/e -/a -/A -/p -/salt -/pbkdf2 -/iter: -/sha256 -/sha1 -/sha512 -/md5 -/hex -/binary -/des3 -/aes256 -/export -/batch -/subject -/issuer -/dates -/fingerprint -/serial -/enddate
  generates
  = openssl rsa -in a -out b → read a, write b
  = openssl x509 -in a → read a
openssl x509|openssl req|openssl verify|openssl s_client|openssl s_server|openssl crl|openssl ca|openssl genrsa|openssl genpkey|openssl ecparam|openssl dhparam|openssl rand|openssl version
  loads
  = openssl version → nothing
gpg|gpg2|gpgv|age|rage|minisign|signify|cosign|sops|pass|gopass|ansible-vault|keybase: read…
  -abcdekKstvq -o> -r: -u: -i< --output> --recipient: --local-user: --armor --decrypt --encrypt --sign --verify --batch --yes --export --import
  --homedir: --passphrase-file<
  shows
  = gpg -d a → read a
  = gpg -o b -d a → read a, write b
`;
