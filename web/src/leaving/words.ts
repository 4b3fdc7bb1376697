import type { leavingStepStates, LeavingState, refundStates } from '@spacekeeper/contract/leaving/words.ts'
import type { StatusKind } from '#platform/ui/status.tsx'

export const stepMarks = {
  planned: 'info',
  waiting: 'waiting',
  done: 'fine',
  skipped: 'none',
  failed: 'warning',
} as const satisfies Record<(typeof leavingStepStates)[number] | 'planned', StatusKind>

export const leavingMarks = {
  running: 'inUse',
  paused: 'locked',
  done: 'fine',
  returned: 'good',
} as const satisfies Record<LeavingState, StatusKind>

export const refundMarks = {
  asked: 'waiting',
  paid: 'fine',
  declined: 'refused',
  withdrawn: 'none',
} as const satisfies Record<(typeof refundStates)[number], StatusKind>
