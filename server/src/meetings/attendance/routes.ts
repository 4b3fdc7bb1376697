import { attendanceApi } from '@spacekeeper/contract/meetings/attendance-routes.ts'
import type { FastifyInstance } from 'fastify'
import type { Services } from '#platform/ctx.ts'
import { implement } from '#platform/http/implement.ts'
import { clientAddressOf } from '../../auth/client-address.ts'
import { createThrottle } from '../../auth/limits/throttle.ts'
import { findAttendees, getAttendance, getOwnAttendance } from './attendance-lists.ts'
import { checkIn, leaveMeeting, recordArrival, recordLeaving, removeAttendance } from './attendance.ts'
import { checkInWithCard, listCheckInKiosks, setCheckInKiosk } from './meeting-kiosks.ts'
import { callItem, closeMeeting, openMeeting } from './opening.ts'
import { exportRoll, getRoll } from './roll-list.ts'
import { correctRoll, freezeRoll } from './roll.ts'
import { getWall } from './wall.ts'

export const attendanceRoutes = (app: FastifyInstance, services: Services) => {
  const throttle = createThrottle(services)
  implement(app, {
    services,
    routes: attendanceApi,
    handlers: {
      getRoll: ({ ctx, input }) => getRoll(ctx, input),
      exportRoll: ({ ctx, input }) => exportRoll(ctx, input.meetingId),
      freezeRoll: ({ ctx, input }) => freezeRoll(ctx, input.meetingId),
      correctRoll: ({ ctx, input }) => correctRoll(ctx, input),
      getAttendance: ({ ctx, input }) => getAttendance(ctx, input.meetingId),
      findAttendees: async ({ ctx, input }) => ({ members: await findAttendees(ctx, input) }),
      openMeeting: ({ ctx, input }) => openMeeting(ctx, input.meetingId),
      closeMeeting: ({ ctx, input }) => closeMeeting(ctx, input.meetingId),
      callItem: ({ ctx, input }) => callItem(ctx, input),
      recordArrival: ({ ctx, input }) => recordArrival(ctx, input),
      recordLeaving: ({ ctx, input }) => recordLeaving(ctx, input),
      removeAttendance: ({ ctx, input }) => removeAttendance(ctx, input),
      listCheckInKiosks: async ({ ctx, input }) => ({ kiosks: await listCheckInKiosks(ctx, input.meetingId) }),
      setCheckInKiosk: ({ ctx, input }) => setCheckInKiosk(ctx, input),
      getOwnAttendance: ({ ctx, input }) => getOwnAttendance(ctx, input.meetingId),
      checkIn: ({ ctx, input }) => checkIn(ctx, input),
      leaveMeeting: ({ ctx, input }) => leaveMeeting(ctx, input.meetingId),
      checkInWithCard: async ({ ctx, input, request }) => {
        const kiosk = await app.findKiosk(request)
        return checkInWithCard(ctx, { ...input, kiosk, client: clientAddressOf(request), throttle })
      },
      getWall: async ({ ctx, input, request }) => {
        const kiosk = await app.findKiosk(request)
        return getWall(ctx, { meetingId: input.meetingId, kiosk })
      },
    },
  })
}
