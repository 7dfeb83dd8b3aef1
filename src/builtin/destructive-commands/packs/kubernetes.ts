export const clusterRules = String.raw`
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
