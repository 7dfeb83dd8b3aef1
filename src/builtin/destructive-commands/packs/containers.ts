export const containerRules = String.raw`
containers.prune deny
  catches Removing all unused containers, images and volumes.
  why volumes hold data that is nowhere else
  instead Remove what you made by name: docker rm NAME.
  call docker|podman|nerdctl: system prune, volume prune, container prune, network prune, pod prune, pod rm
  call docker|podman|nerdctl: image prune, builder prune, buildx prune with -a --all
  call crictl: rmi, rm, rmp with --prune -a --all
  call docker|podman|nerdctl: volume rm, volume remove
  call docker|podman|nerdctl: compose down, compose rm with -v --volumes --rmi
  call docker-compose|podman-compose: down, rm with -v --volumes --rmi
  call docker|podman|nerdctl: rm, container rm with -v --volumes -a --all
  call docker: swarm leave, stack rm, service rm, secret rm, node rm
  call podman: system reset, machine reset, machine rm
  call lxc|incus|multipass|limactl|colima|orb|machinectl: delete, remove
  call virsh: destroy, undefine, vol-delete, pool-delete, snapshot-delete
  call VBoxManage|vboxmanage text /\b(?:unregistervm|closemedium|snapshot)\b.*\bdelete\b|--delete/
  call qm|pct|proxmox text /\bdestroy\b/
  call buildah: rm, rmi, prune with -a --all
  stops docker system prune -af ¦ docker volume rm data ¦ docker compose down -v ¦ docker-compose down --volumes
  passes docker ps ¦ docker compose up -d ¦ docker compose down ¦ docker rm test ¦ docker build .
containers.remove-all ask
  catches Removing or stopping every container or image.
  why others may need them
  instead Name what you mean.
  call docker|podman|nerdctl: rm, rmi, kill, stop, container rm, image rm if takesMany
  call docker|podman|nerdctl: rmi, image rm with -f --force -a --all
  stops docker rm -f $(docker ps -aq) ¦ docker rmi $(docker images -q)
  passes docker rm -f web ¦ docker stop web
containers.host ask
  catches Giving a container the whole file system of the machine.
  why what runs in the container can change everything on the machine
  instead Give it only the folder that it needs: -v "$PWD":/app.
  call docker|podman|nerdctl: run, create, container run, container create text /(?:^|\s)(?:-v|--volume)[= ]?["']?\/:|--mount[= ]\S*(?:source|src)=\/(?:,|\s|$)/
  call nsenter with -t --target
  stops docker run -v /:/host alpine sh ¦ docker run --privileged -v /:/mnt alpine chroot /mnt
  passes docker run -v /tmp/data:/data alpine ls ¦ docker run --rm alpine ls /
kubernetes.delete deny
  catches Deleting resources, draining nodes, and the like, with kubectl and helm.
  why what runs there stops, and its data may be lost
  instead Look with kubectl get and --dry-run=client, and let a person delete.
  call kubectl|oc|k: delete, drain, cordon, taint without --dry-run
  call kubectl|oc|k: replace with --force
  call kubectl|oc|k: apply text /--prune/
  call kubectl|oc|k: scale text /--replicas[= ]0\b/
  call helm: uninstall, delete, del, un without --dry-run
  call helm: rollback with --force
  call helmfile text /\b(?:destroy|delete)\b/
  call kind|minikube|k3d text /\bdelete\b/
  call argocd|flux text /\b(?:delete|uninstall)\b/
  call eksctl text /\bdelete\b/
  call istioctl|linkerd|cilium text /\buninstall\b/
  call k3s-uninstall.sh|k3s-agent-uninstall.sh|rke2-uninstall.sh
  call kubeadm: reset
  call kubectl|oc|k: patch text /finalizers"?\s*:\s*(?:null|\[\s*\])/
  stops kubectl delete ns prod ¦ kubectl -n prod delete pod web ¦ helm uninstall web ¦ kubectl drain node1
  passes kubectl get pods ¦ kubectl apply -f a.yaml ¦ helm list ¦ kubectl delete pod a --dry-run=client
`;
