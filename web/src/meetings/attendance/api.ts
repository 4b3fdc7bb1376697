import { keepPreviousData, queryOptions } from '@tanstack/react-query'
import { apiQuery } from '#platform/api/api-query.ts'
import { api } from '#platform/api/client.ts'

/** Proxies and votes tell of themselves under the same topic. */
const live = { live: 'meetings' } as const

export type RollChoice = { meetingId: number; which: 'on' | 'off'; text: string; offset: number }

export const rollQuery = (choice: RollChoice) =>
  queryOptions({
    ...apiQuery(api.meetings.getRoll, choice),
    placeholderData: keepPreviousData,
    meta: { live: ['meetings', 'members'] },
  })

export const attendanceQuery = (meetingId: number) =>
  queryOptions({ ...apiQuery(api.meetings.getAttendance, { meetingId }), meta: live })

export const attendeesQuery = (meetingId: number, text: string) =>
  queryOptions({
    ...apiQuery(api.meetings.findAttendees, { meetingId, text }),
    enabled: text.length >= 2,
    placeholderData: keepPreviousData,
    meta: live,
  })

const onlineMs = 20_000

export const checkInKiosksQuery = (meetingId: number) =>
  queryOptions({
    ...apiQuery(api.meetings.listCheckInKiosks, { meetingId }),
    refetchInterval: onlineMs,
    meta: { live: ['meetings', 'kiosks'] },
  })

const quorumMs = 10_000

/** The arrivals of others are told to staff only, so members ask for the quorum now and then while it matters. */
export const ownAttendanceQuery = (meetingId: number) =>
  queryOptions({
    ...apiQuery(api.meetings.getOwnAttendance, { meetingId }),
    refetchInterval: ({ state }) => (state.data?.isCheckInOpen ? quorumMs : false),
    meta: live,
  })

const wallMs = 3000

/** Kiosks hear no events, and the code that lets phones in changes all the time. */
export const wallQuery = (meetingId: number) =>
  queryOptions({
    ...apiQuery(api.meetings.getWall, { meetingId }),
    refetchInterval: wallMs,
    refetchIntervalInBackground: true,
    meta: live,
  })

export const { freezeRoll, exportRoll, correctRoll, openMeeting, closeMeeting, callItem } = api.meetings

export const { recordArrival, recordLeaving, removeAttendance, setCheckInKiosk } = api.meetings

export const { checkIn, leaveMeeting, checkInWithCard } = api.meetings
