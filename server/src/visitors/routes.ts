import { visitorsApi } from '@spacekeeper/contract/visitors/routes.ts'
import type { FastifyInstance, FastifyRequest } from 'fastify'
import type { Services } from '#platform/ctx.ts'
import { AppError } from '#platform/http/app-error.ts'
import { implement } from '#platform/http/implement.ts'
import { labelFile } from '#platform/pdf/label-file.ts'
import { measureLabel } from '#platform/pdf/pdf-files.ts'
import { clientAddressOf } from '../auth/client-address.ts'
import { createThrottle } from '../auth/limits/throttle.ts'
import { signVisitorIn } from './arrivals.ts'
import { type EntranceKey, getForm } from './entrance.ts'
import { cancelVisitor, expectVisitor, listOwnVisitors } from './expected.ts'
import { findHosts } from './hosts.ts'
import { writeRoll } from './roll.ts'
import { posterLabel, visitorLabel } from './visitor-labels.ts'
import { exportVisitors, listVisitors } from './visitor-lists.ts'
import { findHere, getPass, leaveAtKiosk, leaveByCode, signVisitorOut } from './visitors.ts'

type Passes = { invitation?: string | undefined; kioskPass?: string | undefined }

export const visitorRoutes = (app: FastifyInstance, services: Services) => {
  const throttle = createThrottle(services)
  const keyOf = async (request: FastifyRequest, { invitation, kioskPass }: Passes = {}): Promise<EntranceKey> => ({
    kiosk: await app.findKiosk(request),
    client: clientAddressOf(request),
    invitation,
    kioskPass,
  })
  const atKiosk = async (request: FastifyRequest) => {
    const key = await keyOf(request)
    if (!key.kiosk?.isAuthorised) throw new AppError('visitorsAtKiosk')
    return { kioskId: key.kiosk.id, key, throttle }
  }
  implement(app, {
    services,
    routes: visitorsApi,
    handlers: {
      getForm: async ({ ctx, input, request }) => getForm(ctx, await keyOf(request, input)),
      findHosts: async ({ ctx, input, request }) => ({
        hosts: await findHosts(ctx, { ...input, key: await keyOf(request, input), throttle }),
      }),
      signIn: async ({ ctx, input, request }) =>
        signVisitorIn(ctx, { ...input, key: await keyOf(request, input), throttle }),
      findHere: async ({ ctx, input, request }) => ({
        visitors: await findHere(ctx, { ...(await atKiosk(request)), text: input.text }),
      }),
      signOutHere: async ({ ctx, input, request }) =>
        leaveAtKiosk(ctx, { ...(await atKiosk(request)), visitorId: input.visitorId }),
      getPass: ({ ctx, input }) => getPass(ctx, input.code),
      leave: ({ ctx, input }) => leaveByCode(ctx, input.code),
      drawLabel: async ({ ctx, input }) => measureLabel(await visitorLabel(ctx, input.code)),
      downloadLabel: async ({ ctx, input }) => labelFile(await visitorLabel(ctx, input.code), 'visitor-label'),
      listOwn: ({ ctx }) => listOwnVisitors(ctx),
      expect: ({ ctx, input }) => expectVisitor(ctx, input),
      cancel: ({ ctx, input }) => cancelVisitor(ctx, input.visitorId),
      signOut: ({ ctx, input }) => signVisitorOut(ctx, input.visitorId),
      list: ({ ctx, input }) => listVisitors(ctx, input),
      download: ({ ctx, input }) => exportVisitors(ctx, input),
      downloadRoll: ({ ctx }) => writeRoll(ctx),
      drawPoster: async ({ ctx }) => measureLabel(await posterLabel(ctx)),
      downloadPoster: async ({ ctx }) => labelFile(await posterLabel(ctx), 'visitors-poster'),
    },
  })
}
