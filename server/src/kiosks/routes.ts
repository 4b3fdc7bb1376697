import { kiosksApi } from '@spacekeeper/contract/kiosks/routes.ts'
import type { FastifyInstance, FastifyRequest } from 'fastify'
import type { Actor, Ctx, Services } from '#platform/ctx.ts'
import type { CallingKiosk } from '#platform/http/fastify-decorations.ts'
import { implement } from '#platform/http/implement.ts'
import { clearKioskClaim, kioskClaimOf, setKioskClaim } from '#platform/http/kiosk-claim.ts'
import { memberOf } from '#platform/http/member-of.ts'
import { clientAddressAtKiosk, clientAddressOf } from '../auth/client-address.ts'
import { beginSession, clearSessionCookie } from '../auth/session-cookie.ts'
import { logOut } from '../auth/sessions.ts'
import { createThrottle } from '../auth/throttle.ts'
import { logInAtKiosk } from './card-login.ts'
import { leaveKiosk, unlockKiosk } from './kiosk-settings.ts'
import { updateKiosk, recordKioskHeartbeat, describeOwnKiosk, listKiosks, removeKiosk } from './kiosks.ts'
import { getMemberPin, getPin, removeOwnPin, removePin, setPin } from './pins.ts'
import { registerKiosk } from './waiting-kiosks.ts'

const isOwnSession = (actor: Actor) => actor.kind === 'member' && actor.kioskId === undefined

type KioskClaim = {
  known: CallingKiosk | null
  claim: string
  registration: Parameters<typeof registerKiosk>[1]
}

/** A known kiosk says that it is still there and keeps its claim; an unknown screen asks to be one. */
const claimKiosk = async (ctx: Ctx, { known, claim, registration }: KioskClaim) => {
  if (!known) return registerKiosk(ctx, registration)
  await recordKioskHeartbeat(ctx, { kioskId: known.id, address: registration.client.address })
  return { id: known.id, claim }
}

export const kioskRoutes = (app: FastifyInstance, services: Services) => {
  const { siteUrl } = services
  const throttle = createThrottle(services)
  const credentialsOf = (password: string, request: FastifyRequest) => ({
    password,
    client: clientAddressOf(request),
    throttle,
  })
  const atKiosk = async (staff: { email: string; password: string }, request: FastifyRequest) => ({
    kiosk: await app.findKiosk(request),
    login: { ...staff, client: await clientAddressAtKiosk(app, request), throttle },
  })
  implement(app, {
    services,
    routes: kiosksApi,
    handlers: {
      register: async ({ ctx, input, request, reply }) => {
        const client = clientAddressOf(request)
        const known = await app.findKiosk(request)
        const registration = { screenId: input.kioskId, name: input.name, client, throttle }
        const { id, claim } = await claimKiosk(ctx, { known, claim: kioskClaimOf(request) ?? '', registration })
        setKioskClaim(reply, { siteUrl, claim })
        // Staff who set the kiosk up in their own session would leave it logged in as staff.
        if (known?.isAuthorised && isOwnSession(ctx.actor)) {
          await logOut(ctx)
          clearSessionCookie(reply, services)
        }
        return describeOwnKiosk(ctx, id)
      },
      list: ({ ctx }) => listKiosks(ctx),
      update: ({ ctx, input: { kioskId, ...changes } }) => updateKiosk(ctx, { kioskId, changes }),
      remove: ({ ctx, input }) => removeKiosk(ctx, input.kioskId),
      logIn: async ({ ctx, input, request, reply }) => {
        const kiosk = await app.findKiosk(request)
        const token = await logInAtKiosk(ctx, { ...input, kiosk, client: clientAddressOf(request), throttle })
        beginSession(reply, { services, token, client: { ...(kiosk && { kioskId: kiosk.id }) } })
      },
      unlock: async ({ ctx, input, request }) => unlockKiosk(ctx, await atKiosk(input, request)),
      leave: async ({ ctx, input, request, reply }) => {
        await leaveKiosk(ctx, await atKiosk(input, request))
        clearKioskClaim(reply, siteUrl)
      },
      getOwnPin: ({ ctx }) => getPin(ctx, memberOf(ctx).id),
      setOwnPin: ({ ctx, input, request }) =>
        setPin(ctx, { ...credentialsOf(input.password, request), pin: input.pin }),
      removeOwnPin: ({ ctx, input, request }) => removeOwnPin(ctx, credentialsOf(input.password, request)),
      getMemberPin: ({ ctx, input }) => getMemberPin(ctx, input.memberId),
      removeMemberPin: ({ ctx, input }) => removePin(ctx, input.memberId),
    },
  })
}
