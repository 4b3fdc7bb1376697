import { z } from 'zod'
import { fieldMessages, Text } from '../fields.ts'
import { Download, Empty, Id, routes } from '../route.ts'
import { CalendarAddress, MemberMeeting, MemberMeetingRow, MeetingParams } from './shapes.ts'

const mostShown = 100

/** What members read of meetings. */
export const meetingsApi = routes({
  listTypes: {
    method: 'GET',
    path: '/api/meetings/types/',
    access: 'signedIn',
    summary: 'The kinds of meetings.',
    output: z.array(z.object({ label: z.string(), value: z.string() })),
  },
  listUpcoming: {
    method: 'GET',
    path: '/api/tools/meetings/',
    access: 'signedIn',
    summary:
      'Meetings to come, soonest first, as existing clients read them: dates are those of the space, without a zone.',
    output: z.array(z.object({ id: z.number().int(), name: z.string(), date: z.string() })),
    kiosk: true,
  },
  listForMembers: {
    method: 'GET',
    path: '/api/tools/meetings/all/',
    access: 'signedIn',
    summary: `Meetings to come, soonest first, and past ones, newest first; at most ${mostShown} of each.`,
    output: z.object({ coming: z.array(MemberMeetingRow), past: z.array(MemberMeetingRow) }),
  },
  getForMembers: {
    method: 'GET',
    path: '/api/tools/meetings/:meetingId/',
    access: 'signedIn',
    summary: 'A meeting with its agenda, documents and published minutes.',
    params: MeetingParams,
    output: MemberMeeting,
    errors: ['notFound'],
  },
  setAway: {
    method: 'PUT',
    path: '/api/tools/meetings/:meetingId/away/',
    access: 'signedIn',
    summary: 'Sends the caller’s apologies for a meeting to come, or takes them back.',
    params: MeetingParams,
    body: z.object({ isAway: z.boolean() }),
    output: Empty,
    errors: ['notFound', 'meetingCancelled', 'meetingHeld'],
  },
  downloadFile: {
    method: 'GET',
    path: '/api/tools/meetings/files/:fileId/',
    access: 'signedIn',
    summary: 'A document of an agenda.',
    params: z.object({ fileId: Id }),
    output: Download,
    errors: ['notFound'],
  },
  getCalendar: {
    method: 'GET',
    path: '/api/tools/calendar/',
    access: 'signedIn',
    summary: 'Whether the caller has a calendar address, and when a calendar last asked there.',
    output: z.object({ address: CalendarAddress.nullable() }),
  },
  makeCalendar: {
    method: 'POST',
    path: '/api/tools/calendar/',
    access: 'signedIn',
    summary: 'Makes the caller a new secret calendar address, which is shown this once. The one before stops working.',
    output: z.object({ url: z.string() }),
  },
  removeCalendar: {
    method: 'DELETE',
    path: '/api/tools/calendar/',
    access: 'signedIn',
    summary: 'Turns the caller’s calendar address off.',
    output: Empty,
  },
  readCalendar: {
    method: 'GET',
    path: '/api/calendar/:token',
    access: 'anyone',
    summary: 'The meetings of the space for the calendar that was given this address.',
    params: z.object({ token: z.string().min(1, fieldMessages.empty).pipe(Text(200)) }),
    output: Download,
    errors: ['notFound'],
    rate: 'credentials',
  },
})
