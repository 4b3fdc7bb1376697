import type { DisplayView } from '@spacekeeper/contract/display/shapes.ts'

/** What a display shows in tests: two members, nothing planned, nothing broken. */
export const aView = (more: Partial<DisplayView> = {}): DisplayView => ({
  timeZone: 'Europe/Berlin',
  scheme: 'light',
  seconds: 15,
  space: { isOpen: null, message: '' },
  openings: [],
  meetings: [],
  here: { members: 2, guests: 0, visitors: 0, names: [] },
  broken: { total: 0, devices: [] },
  slides: [],
  ...more,
})
