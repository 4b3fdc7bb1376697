import type {
  CheckInOutcome,
  MeetingAttendance,
  MeetingWall,
  OwnAttendance,
  QuorumMeter,
} from '@spacekeeper/contract/meetings/attendance-shapes.ts'

const startsAt = '2027-03-01T18:00:00.000Z'

export const aMeter = (more: Partial<QuorumMeter> = {}): QuorumMeter => ({
  kind: 'number',
  needed: 3,
  onRoll: 40,
  present: 2,
  represented: 0,
  guests: 0,
  countsProxies: true,
  isReached: false,
  since: null,
  changes: [],
  ...more,
})

export const anAttendance = (more: Partial<MeetingAttendance> = {}): MeetingAttendance => ({
  phase: 'on',
  openedAt: startsAt,
  closedAt: null,
  checkInFrom: '2027-03-01T14:00:00.000Z',
  isCheckInOpen: true,
  meter: aMeter(),
  agenda: [
    { id: 4, title: 'Budget' },
    { id: 5, title: 'Elections' },
  ],
  currentItemId: null,
  people: [],
  ...more,
})

export const anOutcome = (more: Partial<CheckInOutcome> = {}): CheckInOutcome => ({
  meetingName: 'Spring meeting',
  attendanceId: 91,
  name: 'Noor Haddad',
  result: 'arrived',
  mayVote: true,
  reason: null,
  note: '',
  proxies: 0,
  hasEndedProxy: false,
  ...more,
})

export const aWall = (more: Partial<MeetingWall> = {}): MeetingWall => ({
  name: 'Spring meeting',
  startsAt,
  phase: 'on',
  openedAt: startsAt,
  meter: aMeter(),
  currentItem: null,
  checkInUrl: 'https://portal.example.org/meetings/7/here/abc.def',
  vote: null,
  isCheckInKiosk: false,
  ...more,
})

export const anOwnAttendance = (more: Partial<OwnAttendance> = {}): OwnAttendance => ({
  meetingName: 'Spring meeting',
  phase: 'on',
  startsAt,
  mayVote: true,
  reason: null,
  note: '',
  frozenAt: '2027-02-15T00:00:00.000Z',
  freezesAt: '2027-02-15T00:00:00.000Z',
  isCheckInOpen: true,
  presentSince: null,
  currentItem: null,
  meter: aMeter(),
  ...more,
})
