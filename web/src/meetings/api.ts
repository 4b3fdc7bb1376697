import { queryOptions } from '@tanstack/react-query'
import { apiQuery } from '#platform/api/api-query.ts'
import { api } from '#platform/api/client.ts'

const live = { live: 'meetings' } as const

export const meetingListQuery = queryOptions({ ...apiQuery(api.meetings.list), meta: live })

/** What was sent and who is represented change with it. */
export const staffMeetingQuery = (meetingId: number) =>
  queryOptions({ ...apiQuery(api.meetings.get, { meetingId }), meta: { live: ['meetings', 'messages'] } })

export const meetingInvitationQuery = (meetingId: number) =>
  queryOptions({ ...apiQuery(api.meetings.previewInvitation, { meetingId }), meta: { live: ['meetings', 'members'] } })

export const memberMeetingsQuery = queryOptions({ ...apiQuery(api.meetings.listForMembers), meta: live })

export const memberMeetingQuery = (meetingId: number) =>
  queryOptions({ ...apiQuery(api.meetings.getForMembers, { meetingId }), meta: live })

export const calendarQuery = queryOptions({ ...apiQuery(api.meetings.getCalendar), meta: live })

export const { create, update, remove, cancel, addItem, updateItem, removeItem, orderItems, addFile, removeFile } =
  api.meetings

export const { invite, writeMinutes, publishMinutes, downloadRegister, downloadFile } = api.meetings

export const { setAway } = api.meetings

/** The member's calendar address for meetings. */
export const calendarFeed = {
  make: () => api.meetings.makeCalendar(),
  turnOff: () => api.meetings.removeCalendar(),
}
