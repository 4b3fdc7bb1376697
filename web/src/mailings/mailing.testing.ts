import type { Mailing } from '@spacekeeper/contract/mailings/shapes.ts'

/** A mailing that reached everybody; for tests. */
export const aMailing = (more: Partial<Mailing> = {}): Mailing => ({
  id: 1,
  subject: 'Kiln',
  startedAt: '2026-01-05T10:00:00.000Z',
  startedBy: 'Ada Okafor',
  total: 3,
  sent: 3,
  kept: 0,
  failed: 0,
  waiting: 0,
  cancelled: 0,
  skipped: 0,
  isDone: true,
  stopped: null,
  ...more,
})
