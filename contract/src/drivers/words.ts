/**
 * Why a relay could not be asked. `wrongOutput`: it answers, but has nothing of that name or number.
 * `notUnderstood`: something else answers there.
 */
export const driverProblems = [
  'unreachable',
  'timedOut',
  'wrongSecret',
  'wrongOutput',
  'unavailable',
  'notUnderstood',
] as const
