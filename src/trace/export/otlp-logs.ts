import { aboutEvent } from '../about-event.ts';
import { attributeNames } from '../otel/names.ts';
import type { RecordedFiring } from '../read/read-firings.ts';
import { decidingRule } from './ocsf.ts';

const severities = { deny: [13, 'WARN'], ask: [13, 'WARN'], allow: [9, 'INFO'] } as const;

export function otlpLogs({ firing, runs }: RecordedFiring): object {
  const { at, session, product, agent, tool, point, input, folder, outcome, toolUseId } = firing;
  const [severityNumber, severityText] = severities[outcome.decision ?? 'allow'];
  const about = aboutEvent(input, folder);
  const time = `${Date.parse(at)}000000`;
  const attributes = {
    ...(tool !== null && { [attributeNames.operation]: 'execute_tool', [attributeNames.tool]: tool }),
    [attributeNames.toolCall]: toolUseId,
    [attributeNames.conversation]: session,
    [attributeNames.agent]: agent ?? 'main',
    [attributeNames.point]: point,
    [attributeNames.decision]: outcome.decision ?? 'none',
    [attributeNames.decidedBy]: outcome.decidedBy,
    [attributeNames.rule]: decidingRule(runs, outcome.decidedBy),
    [attributeNames.reason]: outcome.reason,
    'hookline.code': firing.code,
    'hookline.product': product,
    'hookline.about': about,
    'hookline.duration_ms': firing.durationMs,
  };
  const logRecord = {
    ...{ timeUnixNano: time, observedTimeUnixNano: time, severityNumber, severityText },
    eventName: 'hookline.decision',
    body: { stringValue: outcome.reason ?? `${point} ${tool ?? ''} ${about}`.trim() },
    attributes: keyValues(attributes),
  };
  return {
    resourceLogs: [
      {
        resource: { attributes: keyValues({ 'service.name': product ?? 'hookline' }) },
        scopeLogs: [{ scope: { name: 'hookline' }, logRecords: [logRecord] }],
      },
    ],
  };
}

function keyValues(fields: Readonly<Record<string, string | number | null>>): readonly object[] {
  return Object.entries(fields)
    .filter(([, value]) => value !== null && value !== '')
    .map(([key, value]) => ({
      key,
      value: typeof value === 'number' ? { doubleValue: value } : { stringValue: value },
    }));
}
