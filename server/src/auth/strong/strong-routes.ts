import { strongLoginApi } from '@spacekeeper/contract/auth/strong-routes.ts'
import type { FastifyInstance } from 'fastify'
import type { Services } from '#platform/ctx.ts'
import { type Handlers, implement } from '#platform/http/implement.ts'
import { clientAddressAtKiosk, clientAddressOf } from '../client-address.ts'
import type { Throttle } from '../limits/throttle.ts'
import { refuseAtKiosk } from '../links/login-links.ts'
import { beginSession } from '../session-cookie.ts'
import { confirmSession, getProofs, startConfirmation } from './confirmations.ts'
import { listLogins } from './login-history.ts'
import { logInByPasskey } from './passkey-login.ts'
import { askForPasskey } from './passkey-proofs.ts'
import { addPasskey, removePasskey, renamePasskey, startPasskey } from './passkeys.ts'
import { getMemberStrongLogin, getStrongLogin, removeOwnPassword, resetStrongLogin } from './strong-login.ts'
import { confirmTotp, renewRecoveryCodes, startTotp, turnOffTotp } from './totp.ts'

type StrongRouteParts = { services: Services; throttle: Throttle }

const proofHandlers = (app: FastifyInstance, { services, throttle }: StrongRouteParts) =>
  ({
    startPasskeyLogin: async ({ ctx, request }) => {
      refuseAtKiosk(await clientAddressAtKiosk(app, request))
      return askForPasskey(ctx, { memberId: null, credentialIds: [] })
    },
    logInByPasskey: async ({ ctx, input, request, reply }) => {
      const client = await clientAddressAtKiosk(app, request)
      const token = await logInByPasskey(ctx, { ...input, client, throttle })
      await beginSession(reply, { services, token, client })
    },
    getProofs: ({ ctx }) => getProofs(ctx),
    startConfirmation: ({ ctx }) => startConfirmation(ctx),
    confirmSession: ({ ctx, input, request }) =>
      confirmSession(ctx, { ...input, client: clientAddressOf(request), throttle }),
  }) satisfies Partial<Handlers<typeof strongLoginApi>>

/** Passkeys, authenticator apps, recovery codes, and proving again who one is. */
export const strongRoutes = (app: FastifyInstance, { services, throttle }: StrongRouteParts) =>
  implement(app, {
    services,
    routes: strongLoginApi,
    handlers: {
      ...proofHandlers(app, { services, throttle }),
      getStrongLogin: ({ ctx }) => getStrongLogin(ctx),
      listLogins: async ({ ctx }) => ({ logins: await listLogins(ctx) }),
      startPasskey: ({ ctx }) => startPasskey(ctx),
      addPasskey: async ({ ctx, input }) => ({ recoveryCodes: await addPasskey(ctx, input) }),
      renamePasskey: ({ ctx, input }) => renamePasskey(ctx, input),
      removePasskey: ({ ctx, input }) => removePasskey(ctx, input.passkeyId),
      startTotp: ({ ctx }) => startTotp(ctx),
      confirmTotp: async ({ ctx, input }) => ({ recoveryCodes: await confirmTotp(ctx, input) }),
      turnOffTotp: ({ ctx, input, request }) =>
        turnOffTotp(ctx, { ...input, client: clientAddressOf(request), throttle }),
      renewRecoveryCodes: async ({ ctx }) => ({ recoveryCodes: await renewRecoveryCodes(ctx) }),
      removePassword: ({ ctx }) => removeOwnPassword(ctx),
      getMemberStrongLogin: ({ ctx, input }) => getMemberStrongLogin(ctx, input.memberId),
      resetMemberStrongLogin: ({ ctx, input }) => resetStrongLogin(ctx, input.memberId),
    },
  })
