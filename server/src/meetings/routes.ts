import { meetingsApi } from '@spacekeeper/contract/meetings/routes.ts'
import { staffMeetingsApi } from '@spacekeeper/contract/meetings/staff-routes.ts'
import type { FastifyInstance } from 'fastify'
import type { Services } from '#platform/ctx.ts'
import { implement } from '#platform/http/implement.ts'
import { addItem, orderItems, removeItem, updateItem } from './agenda.ts'
import { setAway } from './apologies.ts'
import { getCalendar, makeCalendar, readMeetingCalendar, removeCalendar } from './calendar-feeds.ts'
import { addDocument, readDocument, removeDocument } from './documents.ts'
import { inviteMembers, previewInvitation } from './invitations.ts'
import { getForMembers, getMeeting } from './meeting-details.ts'
import { listForMembers, listMeetings, listTypes, listUpcoming } from './meeting-lists.ts'
import { cancelMeeting, createMeeting, removeMeeting, updateMeeting } from './meetings.ts'
import { publishMinutes, writeMinutes } from './minutes.ts'
import { downloadRegister } from './register.ts'

export const meetingRoutes = (app: FastifyInstance, services: Services) => {
  implement(app, {
    services,
    routes: meetingsApi,
    handlers: {
      listTypes: () => listTypes(),
      listUpcoming: ({ ctx }) => listUpcoming(ctx),
      listForMembers: ({ ctx }) => listForMembers(ctx),
      getForMembers: ({ ctx, input }) => getForMembers(ctx, input.meetingId),
      setAway: ({ ctx, input }) => setAway(ctx, input),
      downloadFile: ({ ctx, input }) => readDocument(ctx, input.fileId),
      getCalendar: ({ ctx }) => getCalendar(ctx),
      makeCalendar: ({ ctx }) => makeCalendar(ctx),
      removeCalendar: ({ ctx }) => removeCalendar(ctx),
      readCalendar: ({ ctx, input }) => readMeetingCalendar(ctx, input.token),
    },
  })
  implement(app, {
    services,
    routes: staffMeetingsApi,
    handlers: {
      list: ({ ctx }) => listMeetings(ctx),
      create: ({ ctx, input }) => createMeeting(ctx, input),
      get: ({ ctx, input }) => getMeeting(ctx, input.meetingId),
      update: ({ ctx, input }) => updateMeeting(ctx, input),
      remove: ({ ctx, input }) => removeMeeting(ctx, input.meetingId),
      cancel: ({ ctx, input }) => cancelMeeting(ctx, input),
      addItem: ({ ctx, input }) => addItem(ctx, input),
      updateItem: ({ ctx, input }) => updateItem(ctx, input),
      removeItem: ({ ctx, input }) => removeItem(ctx, input),
      orderItems: ({ ctx, input }) => orderItems(ctx, input),
      addFile: ({ ctx, input }) => addDocument(ctx, input),
      removeFile: ({ ctx, input }) => removeDocument(ctx, input),
      previewInvitation: ({ ctx, input }) => previewInvitation(ctx, input.meetingId),
      invite: ({ ctx, input }) => inviteMembers(ctx, input.meetingId),
      writeMinutes: ({ ctx, input }) => writeMinutes(ctx, input),
      publishMinutes: ({ ctx, input }) => publishMinutes(ctx, input),
      downloadRegister: ({ ctx, input }) => downloadRegister(ctx, input.meetingId),
    },
  })
}
