import { aboutEvent } from '../about-event.ts';
import { isAllowance } from '../allowed-by-person.ts';
import type { RunLine } from '../format/lines.ts';
import type { RecordedFiring } from '../read/read-firings.ts';

const version = '1.3.0';
const apiActivity = 6003;
const other = 99;

const dispositions = {
  deny: { action_id: 2, action: 'Denied', disposition_id: 2, disposition: 'Blocked', severity_id: 3 },
  ask: { action_id: 2, action: 'Denied', disposition_id: 2, disposition: 'Blocked', severity_id: 2 },
  allow: { action_id: 1, action: 'Allowed', disposition_id: 1, disposition: 'Allowed', severity_id: 1 },
} as const;

export function ocsfEvent({ firing, runs }: RecordedFiring): object {
  const { at, id, session, product, agent, tool, point, input, folder, outcome, code } = firing;
  const rule = decidingRule(runs, outcome.decidedBy);
  const about = aboutEvent(input, folder);
  return {
    ...{ class_uid: apiActivity, class_name: 'API Activity', category_uid: 6 },
    ...{ category_name: 'Application Activity', activity_id: other, activity_name: point },
    type_uid: apiActivity * 100 + other,
    time: Date.parse(at),
    ...dispositions[outcome.decision ?? 'allow'],
    status_id: runs.some(({ status }) => status === 'failed') ? 2 : 1,
    ...(outcome.reason !== null && { message: outcome.reason }),
    metadata: {
      ...{ version, uid: id, profiles: ['security_control'], log_name: 'hookline' },
      product: { name: 'hookline', vendor_name: 'hookline' },
      ...(code !== null && { correlation_uid: code }),
    },
    actor: { app_name: product ?? 'program', session: { uid: session }, user: { name: agent ?? 'main' } },
    api: {
      operation: tool ?? point,
      ...(firing.toolUseId !== null && { request: { uid: firing.toolUseId } }),
    },
    src_endpoint: { name: product ?? 'program' },
    ...(about !== '' && { resources: [{ name: about, type: tool ?? point }] }),
    ...(outcome.decidedBy !== null && {
      policy: { name: outcome.decidedBy, ...(rule !== null && { uid: rule }) },
    }),
    unmapped: {
      ...{ folder, modified: outcome.modified, duration_ms: firing.durationMs },
      allowed_by_person: runs.some(({ dropped }) => dropped.some(({ why }) => isAllowance(why))),
    },
  };
}

export function decidingRule(runs: readonly RunLine[], hook: string | null): string | null {
  return runs.find((run) => run.hook === hook && run.rule !== null)?.rule ?? null;
}
