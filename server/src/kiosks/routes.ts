import { kiosks } from '@spacekeeper/contract/kiosks.ts'
import type { FastifyInstance, FastifyRequest } from 'fastify'
import type { Actor, Services } from '#platform/ctx.ts'
import { implement } from '#platform/http/implement.ts'
import { clearKioskClaim, kioskClaimOf, setKioskClaim } from '#platform/http/kiosk-claim.ts'
import { memberOf } from '#platform/http/member-of.ts'
import { createThrottle, type AccountLimits } from '../accounts/create-throttle.ts'
import { logOut } from '../accounts/log-out.ts'
import { beginSession, clearSessionCookie } from '../accounts/set-session-cookie.ts'
import { visitorOf } from '../accounts/visitor-of.ts'
import { changeKiosk } from './change-kiosk.ts'
import { leaveKiosk } from './leave-kiosk.ts'
import { logInAtKiosk } from './log-in-at-kiosk.ts'
import { noteKiosk } from './note-kiosk.ts'
import { describeOwnKiosk, getMemberPin, getPin, listKiosks } from './queries.ts'
import { registerKiosk } from './register-kiosk.ts'
import { removeKiosk } from './remove-kiosk.ts'
import { removeOwnPin, removePin } from './remove-pin.ts'
import { setPin } from './set-pin.ts'
import { unlockKiosk } from './unlock-kiosk.ts'

const isOwnSession = (actor: Actor) => actor.kind === 'member' && actor.kioskId === undefined

export const kioskRoutes = (app: FastifyInstance, services: Services, limits?: AccountLimits) => {
  const { siteUrl } = services
  const throttle = createThrottle(services, limits)
  const proofOf = (password: string, request: FastifyRequest) => ({ password, visitor: visitorOf(request), throttle })
  const atKiosk = async (staff: { email: string; password: string }, request: FastifyRequest) => ({
    kiosk: await app.findKiosk(request),
    login: { ...staff, visitor: visitorOf(request), throttle },
  })
  implement(app, {
    services,
    routes: kiosks,
    handlers: {
      register: async ({ ctx, input, request, reply }) => {
        const visitor = visitorOf(request)
        const known = await app.findKiosk(request)
        if (known) await noteKiosk(ctx, { kioskId: known.id, address: visitor.address })
        const { id, claim } = known
          ? { id: known.id, claim: kioskClaimOf(request) ?? '' }
          : await registerKiosk(ctx, { screenId: input.kioskId, name: input.name, visitor, throttle })
        setKioskClaim(reply, { siteUrl, claim })
        // Whoever set the kiosk up in his own browser would leave it logged in as staff.
        if (known?.isAuthorised && isOwnSession(ctx.actor)) {
          await logOut(ctx)
          clearSessionCookie(reply, services)
        }
        return describeOwnKiosk(ctx, id)
      },
      list: ({ ctx }) => listKiosks(ctx),
      change: ({ ctx, input: { kioskId, ...changes } }) => changeKiosk(ctx, { kioskId, changes }),
      remove: ({ ctx, input }) => removeKiosk(ctx, input.kioskId),
      logIn: async ({ ctx, input, request, reply }) => {
        const kiosk = await app.findKiosk(request)
        const token = await logInAtKiosk(ctx, { ...input, kiosk, visitor: visitorOf(request), throttle })
        beginSession(reply, { services, token, isAtKiosk: true })
      },
      unlock: async ({ ctx, input, request }) => unlockKiosk(ctx, await atKiosk(input, request)),
      leave: async ({ ctx, input, request, reply }) => {
        await leaveKiosk(ctx, await atKiosk(input, request))
        clearKioskClaim(reply, siteUrl)
      },
      getOwnPin: ({ ctx }) => getPin(ctx, memberOf(ctx).id),
      setOwnPin: ({ ctx, input, request }) => setPin(ctx, { ...proofOf(input.password, request), pin: input.pin }),
      removeOwnPin: ({ ctx, input, request }) => removeOwnPin(ctx, proofOf(input.password, request)),
      getMemberPin: ({ ctx, input }) => getMemberPin(ctx, input.memberId),
      removeMemberPin: ({ ctx, input }) => removePin(ctx, input.memberId),
    },
  })
}
