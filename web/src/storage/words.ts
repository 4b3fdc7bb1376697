import type { PlaceState } from '@spacekeeper/contract/storage/words.ts'
import type { StatusKind } from '#platform/ui/status.tsx'

/** The mark of each way a place stands. */
export const placeMarks = {
  free: 'fine',
  held: 'info',
  overdue: 'warning',
  ending: 'waiting',
  toClear: 'refused',
  outOfUse: 'none',
} as const satisfies Record<PlaceState, StatusKind>
