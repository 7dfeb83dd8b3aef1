/** Programs that run things in containers, clusters and other machines. `card.ts` describes the format. */
export const containerCards = String.raw`
docker|podman|nerdctl
  -D -c: -H: -l: -v --config: --context: --debug --host: --log-level: --tls --tlscacert: --tlscert: --tlskey: --tlsverify --version --remote --url:
  --connection: --identity: --root: --storage-driver: -n: --namespace: --address: -a: -f: -p: --file: --project-name: --project-directory:
  --profile: --env-file: --ansi: --progress: --parallel: --compatibility --all-resources --dry-run
  does shared; depth 1; groups compose container image volume network system buildx builder context manifest plugin secret service stack swarm node trust checkpoint config pod machine generate play kube; reach folder; changes containers; dryRun /^--dry-run$/
  = docker run -v ./a:/a x → read ./a/**, write ./a, write ./a/**, change containers
docker-compose|podman-compose
  like docker; does shared; depth 1; reach folder; changes containers; dryRun /^--dry-run$/
  = docker-compose up → change containers
docker exec|docker run|docker create|podman exec|podman run|podman create|nerdctl exec|nerdctl run|nerdctl create|docker container exec|docker container run|docker container create|podman container exec|podman container run|podman container create|nerdctl container exec|nerdctl container run|nerdctl container create: text command
  -ditqPT -a: -c: -e: -h: -l: -m: -p: -u: -v: -w: --add-host: --annotation: --attach: --blkio-weight: --build --cap-add: --cap-drop:
  --cgroup-parent: --cidfile: --cpus: --cpu-shares: --cpuset-cpus: --detach --detach-keys: --device: --dns: --entrypoint: --env: --env-file:
  --expose: --gpus: --group-add: --health-cmd: --hostname: --index: --init --interactive --ip: --ipc: --label: --label-file: --link: --log-driver:
  --log-opt: --mac-address: --memory: --memory-swap: --mount: --name: --net: --network: --network-alias: --no-TTY --no-deps --oom-kill-disable
  --pid: --pids-limit: --platform: --privileged --publish: --publish-all --pull: --quiet --read-only --remove-orphans --restart: --rm --runtime:
  --security-opt: --service-ports --shm-size: --sig-proxy? --stop-signal: --stop-timeout: --storage-opt: --sysctl: --tmpfs: --tty --ulimit:
  --use-aliases --user: --userns: --uts: --volume: --volume-driver: --volumes-from: --workdir:
  wraps place; isStrict
  = docker exec web ls → change containers, list .
docker compose exec|docker compose run|podman compose exec|podman compose run|nerdctl compose exec|nerdctl compose run|docker-compose exec|docker-compose run|podman-compose exec|podman-compose run: text command
  like docker exec; wraps place; isStrict
  = docker compose run web ls → change containers, list .
kubectl|oc|k
  -n: -s: -v: --namespace: --context: --cluster: --user: --kubeconfig: --server: --token: --as: --as-group: --request-timeout:
  --insecure-skip-tls-verify --certificate-authority: --client-key: --client-certificate: --cache-dir: --tls-server-name: --match-server-version
  --password: --username:
  depth 1; groups config rollout create auth top set certificate cluster-info apply adm policy image; changes cloud; dryRun /^--dry-run(?:=(?:client|server|true))?$/
  = kubectl config view → change cloud
kubectl cp|docker cp|docker container cp|docker-compose cp|docker compose cp
  -aLq --archive --follow-link --quiet -c: -n: --container: --namespace: --context: --kubeconfig: --no-preserve? --retries:
  does copiedElsewhere
  = kubectl cp a pod:/b → read a/**, change cloud
  = docker cp a x:/b → read a/**, change containers
kubectl create|kubectl apply|kubectl delete|kubectl replace|kubectl diff|kubectl patch|kubectl scale|kubectl wait|kubectl label|kubectl annotate|oc create|oc apply|oc delete|oc replace|oc diff|oc patch|oc scale|oc wait|oc label|oc annotate|k create|k apply|k delete|k replace|k diff|k patch|k scale|k wait|k label|k annotate: text…
  -f< --filename< -k< --kustomize< --from-file< --from-env-file< --from-literal: --image: --dry-run? -o: --output:
  like kubectl
  = kubectl create secret generic x --from-file=a → read a, change cloud
  = kubectl apply -f a.yaml → read a.yaml, change cloud
kubectl exec|kubectl rsh|oc exec|oc rsh|k exec|k rsh: text command
  -itq -c: -n: -f: -l: --stdin --tty --quiet --container: --namespace: --filename: --context: --kubeconfig: --pod-running-timeout:
  wraps place
  = kubectl exec pod -- ls → change cloud, list .
kubectl run|kubectl debug|kubectl attach|oc run|oc debug|oc attach|k run|k debug|k attach
  wraps place; takes dashes
  = kubectl run x --image=y -- ls → change cloud, list .
helm|helmfile|kustomize|argocd|flux|istioctl|linkerd|cilium|eksctl|kind|minikube|k3d|k3s|kubeadm|velero|skaffold|tilt|k9s|stern|kubectx|kubens|kpt|kapp|ytt|crossplane
  --kube-context: --registry-config: --repository-cache: --repository-config: --debug --burst-limit: -f< --values<
  like kubectl; depth 1; groups repo plugin dependency registry get show; changes cloud; dryRun /^--dry-run(?:=(?:client|server|true))?$/
  = helm list → change cloud
crictl exec|lxc exec|incus exec|multipass exec|limactl shell|machinectl shell|buildah run|apptainer exec|singularity exec|apptainer run|singularity run|snap run|orb run: text command
  -istT -u: -n: -d: -B: -e: -c: -r: -w: --env: --user: --uid: --workdir: --cwd: --bind: --command? --name: --container: --home: --nv --contain
  --cleanenv --root --project: --remote: --working-directory:
  wraps place
  = lxc exec x ls → change containers, list .
toolbox run|distrobox enter
  like crictl exec; wraps place
  = toolbox run ls → change containers, list .
adb shell
  -ntTx -e:
  wraps place; takes joined; readsInput
  = adb shell ls → change machine, list .
adb|fastboot
  -de -s: -t: -H: -P: -L:
  depth 1; groups shell; changes machine
  = adb push a b → read a, write a, read b, write b, change machine
vagrant ssh|fly ssh console|flyctl ssh console
  -c! -C! -a: -s: -x: --command! --app: --size: --zone: --project: --tunnel-through-iap --ssh-flag: --internal-ip --region:
  wraps place; readsInput
  = vagrant ssh -c ls → change containers, list .
heroku run|railway run
  like vagrant ssh; wraps place; takes joined
  = heroku run ls → change cloud, list .
gcloud compute ssh|doctl compute ssh|az ssh vm: text command
  like vagrant ssh; wraps place; readsInput
  = gcloud compute ssh x --command ls → change cloud, list .
vagrant|crictl|lxc|incus|multipass|limactl|colima|machinectl|buildah|skopeo|apptainer|singularity|orb|toolbox|distrobox|ctr|runc|crun|containerd|dockerd|virsh|qemu-img|VBoxManage|packer|lima|finch|nomad
  depth 1; reach folder; changes containers
  = vagrant up → change containers
bwrap|firejail|proot|systemd-nspawn
  wraps place; takes anywhere; reach machine; readsInput
  = bwrap --bind / / rm a → read /, write /, read rm, write rm, read a, write a, delete a
chroot|gchroot: folder command
  --groups: --userspec: --skip-chdir
  wraps place; reach machine; readsInput
  = chroot a rm b → delete b
unshare
  -fimnprTuUcC -S: -G: -R: -w: --mount? --uts? --ipc? --net? --pid? --user? --cgroup? --time? --fork --map-user: --map-group: --map-root-user
  --map-current-user --map-auto --mount-proc? --propagation: --setgroups: --keep-caps --root: --wd: --kill-child?
  wraps place; reach machine; readsInput
  = unshare -n rm a → delete a
nsenter
  -aFZ -t: -m? -u? -i? -n? -p? -C? -U? -T? -S: -G: -r? -w? --all --target: --mount? --uts? --ipc? --net? --pid? --cgroup? --user? --time? --setuid:
  --setgid: --preserve-credentials --root? --wd? --no-fork
  wraps place; reach machine; readsInput
  = nsenter -t 1 -m rm a → delete a
docker ps|docker images|docker volume ls|docker network ls|docker container ls|podman ps|podman images: text…
  -aqnls -f: --all --quiet --filter: --no-trunc
  prints found; namesWith -q --quiet
  = docker ps -q → change containers
`;
