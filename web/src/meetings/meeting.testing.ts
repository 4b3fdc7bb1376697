import type { MeetingSummary, MemberMeeting, StaffMeeting } from '@spacekeeper/contract/meetings/shapes.ts'

const facts = {
  id: 7,
  type: 'Annual General',
  typeValue: 'agm' as const,
  meetingType: { label: 'Annual General', value: 'agm' as const },
  ownName: '',
  name: 'Annual general meeting',
  startsAt: '2099-03-01T09:00:00.000Z',
  date: '2099-03-01 19:00',
  minutesPlanned: 120,
  chair: 'Ada Hall',
  place: '12 River Road',
  link: '',
  description: '',
  phase: 'planned' as const,
  isPast: false,
  hasBegun: false,
  openedAt: null,
  closedAt: null,
  cancelledAt: null,
  items: [
    { id: 1, title: 'Welcome', details: '' },
    { id: 2, title: 'Accounts', details: 'Margit explains them.' },
    { id: 3, title: 'Other business', details: '' },
  ],
  files: [],
  minutesPublishedAt: null,
}

/** A coming meeting as staff read it. */
export const aStaffMeeting = (more: Partial<StaffMeeting> = {}): StaffMeeting => ({
  ...facts,
  minutes: '',
  minutesVersion: 'v1',
  invitesItself: true,
  invitesAt: '2099-02-08T09:00:00.000Z',
  invitedAt: null,
  remindedAt: null,
  invitedCount: 0,
  letters: [],
  apologies: [],
  rollFrozenAt: null,
  goesWithIt: { proxies: 0, attendance: 0, motions: 0 },
  ...more,
})

/** The same as members read it. */
export const aMemberMeeting = (more: Partial<MemberMeeting> = {}): MemberMeeting => ({
  ...facts,
  isAway: false,
  minutes: null,
  ...more,
})

export const aMeetingSummary = (more: Partial<MeetingSummary> = {}): MeetingSummary => ({
  id: 7,
  date: '2099-03-01T09:00:00.000Z',
  chair: 'Ada Hall',
  type: 'Annual General',
  typeValue: 'agm',
  meetingType: { label: 'Annual General', value: 'agm' },
  attendeeCount: 0,
  attendees: [],
  proxyList: [],
  name: 'Annual general meeting',
  description: '',
  place: '12 River Road',
  phase: 'planned',
  isPast: false,
  isInvited: false,
  hasMinutes: false,
  ...more,
})
