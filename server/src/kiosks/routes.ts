import { kiosksApi } from '@spacekeeper/contract/kiosks/routes.ts'
import type { FastifyInstance, FastifyRequest } from 'fastify'
import type { Actor, Ctx, Services } from '#platform/ctx.ts'
import type { CallingKiosk } from '#platform/http/fastify-decorations.ts'
import { implement } from '#platform/http/implement.ts'
import { clearKioskClaim, kioskClaimOf, setKioskClaim } from '#platform/http/kiosk-claim.ts'
import { memberOf } from '#platform/http/member-of.ts'
import { clientAddressAtKiosk, clientAddressOf } from '../auth/client-address.ts'
import { createThrottle } from '../auth/limits/throttle.ts'
import { beginSession, clearSessionCookie } from '../auth/session-cookie.ts'
import { logOut } from '../auth/sessions.ts'
import { logInAtKiosk } from './card-login.ts'
import { leaveKiosk, unlockKiosk } from './kiosk-settings.ts'
import { updateKiosk, recordKioskHeartbeat, describeOwnKiosk, listKiosks, removeKiosk } from './kiosks.ts'
import { getMemberPin, getPin, removeOwnPin, removePin, setPin } from './pins.ts'
import { registerKiosk, setWaitingKind } from './waiting-kiosks.ts'

const isOwnSession = (actor: Actor) => actor.kind === 'member' && actor.kioskId === undefined

type KioskClaim = {
  known: CallingKiosk | null
  claim: string
  registration: Parameters<typeof registerKiosk>[1]
}

/** A known kiosk says that it is still there and keeps its claim; an unknown screen asks to be one. */
const claimKiosk = async (ctx: Ctx, { known, claim, registration }: KioskClaim) => {
  if (!known) return registerKiosk(ctx, registration)
  if (!known.isAuthorised && !known.isDisplay) await setWaitingKind(ctx, { kioskId: known.id, kind: registration.kind })
  await recordKioskHeartbeat(ctx, { kioskId: known.id, address: registration.client.address })
  return { id: known.id, claim }
}

type StaffAtScreen = { email: string; password: string; code?: string | undefined }

/** Who stands at which screen. No session starts with it, so it is also answered at a display. */
const readStaffLogin = async (app: FastifyInstance, request: FastifyRequest, staff: StaffAtScreen) => {
  const kiosk = await app.findKiosk(request)
  const client = kiosk?.isDisplay ? clientAddressOf(request) : await clientAddressAtKiosk(app, request)
  return { kiosk, login: { ...staff, client } }
}

export const kioskRoutes = (app: FastifyInstance, services: Services) => {
  const throttle = createThrottle(services)
  const credentialsOf = (password: string | undefined, request: FastifyRequest) => ({
    password,
    client: clientAddressOf(request),
    throttle,
  })
  const atKiosk = async (staff: StaffAtScreen, request: FastifyRequest) => {
    const { kiosk, login } = await readStaffLogin(app, request, staff)
    return { kiosk, login: { ...login, throttle } }
  }
  implement(app, {
    services,
    routes: kiosksApi,
    handlers: {
      register: async ({ ctx, input, request, reply }) => {
        const client = clientAddressOf(request)
        const known = await app.findKiosk(request)
        const registration = { kind: input.kind, screenId: input.kioskId, name: input.name, client, throttle }
        const { id, claim } = await claimKiosk(ctx, { known, claim: kioskClaimOf(request) ?? '', registration })
        setKioskClaim(reply, { siteUrl: services.siteUrl, claim })
        // Staff who set the kiosk up in their own session would leave it logged in as staff.
        if ((known?.isAuthorised || known?.isDisplay) && isOwnSession(ctx.actor)) {
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
        await beginSession(reply, { services, token, client: { ...(kiosk && { kioskId: kiosk.id }) } })
      },
      unlock: async ({ ctx, input, request }) => unlockKiosk(ctx, await atKiosk(input, request)),
      leave: async ({ ctx, input, request, reply }) => {
        await leaveKiosk(ctx, await atKiosk(input, request))
        clearKioskClaim(reply, services.siteUrl)
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
