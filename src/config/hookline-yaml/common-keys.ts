export const commonKeys = [
  'name',
  'description',
  'matcher',
  'if',
  'points',
  'timeout',
  'priority',
  'guard',
  'final',
  'fail_closed',
  'onError',
  'onFailure',
  'mode',
  'enabled',
  'protocol',
] as const;

export type CommonKey = (typeof commonKeys)[number];
