import { calls, type DangerRule } from '../rule.ts';

export const kubernetes: readonly DangerRule[] = [
  {
    id: 'kubernetes.delete',
    severity: 'deny',
    catches: 'Deleting resources, draining nodes, and the like, with kubectl and helm.',
    why: 'what runs there stops, and its data may be lost',
    instead: 'Look with kubectl get and --dry-run=client, and let a person delete.',
    test: calls(
      { program: 'kubectl oc k', sub: ['delete', 'drain', 'cordon', 'taint'], without: ['--dry-run'] },
      { program: 'kubectl oc k', sub: ['replace'], flags: ['--force'] },
      { program: 'kubectl oc k', sub: ['apply'], text: /--prune/ },
      { program: 'kubectl oc k', sub: ['scale'], text: /--replicas[= ]0\b/ },
      { program: 'helm', sub: ['uninstall', 'delete', 'del', 'un'], without: ['--dry-run'] },
      { program: 'helm', sub: ['rollback'], flags: ['--force'] },
      { program: 'helmfile', text: /\b(?:destroy|delete)\b/ },
      { program: 'kind minikube k3d', text: /\bdelete\b/ },
      { program: 'argocd flux', text: /\b(?:delete|uninstall)\b/ },
      { program: 'eksctl', text: /\bdelete\b/ },
      { program: 'istioctl linkerd cilium', text: /\buninstall\b/ },
      { program: 'k3s-uninstall.sh k3s-agent-uninstall.sh rke2-uninstall.sh' },
      { program: 'kubeadm', sub: ['reset'] },
      { program: 'kubectl oc k', sub: ['patch'], text: /finalizers"?\s*:\s*(?:null|\[\s*\])/ },
    ),
    stops: [
      'kubectl delete ns prod',
      'kubectl -n prod delete pod web',
      'helm uninstall web',
      'kubectl drain node1',
    ],
    passes: [
      'kubectl get pods',
      'kubectl apply -f a.yaml',
      'helm list',
      'kubectl delete pod a --dry-run=client',
    ],
  },
];
