import { walletApi } from '@spacekeeper/contract/wallet/routes.ts'
import type { FastifyInstance } from 'fastify'
import type { Services } from '#platform/ctx.ts'
import { implement } from '#platform/http/implement.ts'
import { googleSaveLink } from '#platform/wallet/google-wallet.ts'
import { googleIdsOf } from './google-pass.ts'
import { writeApplePass } from './pass-content.ts'
import { createPass, getWalletState, passOfLink, removePass } from './passes.ts'
import { getLatest, listUpdated, logFaults, registerDevice, unregisterDevice } from './phones.ts'
import { appleSigner, googleSetup } from './setup.ts'

export const walletRoutes = (app: FastifyInstance, services: Services) =>
  implement(app, {
    services,
    routes: walletApi,
    handlers: {
      getState: ({ ctx }) => getWalletState(ctx),
      create: ({ ctx, input }) => createPass(ctx, input.kind),
      remove: ({ ctx, input }) => removePass(ctx, input.passId),
      openApple: async ({ ctx, input }) => {
        const row = await passOfLink(ctx, { token: input.token, kind: 'apple' })
        return writeApplePass(ctx, row, await appleSigner(ctx))
      },
      openGoogle: async ({ ctx, input, reply }) => {
        const { serial } = await passOfLink(ctx, { token: input.token, kind: 'google' })
        const setup = await googleSetup(ctx)
        const { origin } = new URL(ctx.siteUrl)
        const address = googleSaveLink(setup.access, { object: googleIdsOf(serial, setup), origin })
        reply.code(302).header('location', address).header('cache-control', 'no-store')
      },
      registerDevice: ({ ctx, input, request, reply }) => registerDevice({ ctx, request, reply }, input),
      unregisterDevice: ({ ctx, input, request }) => unregisterDevice({ ctx, request }, input),
      listUpdated: ({ ctx, input, reply }) => listUpdated({ ctx, reply }, input),
      getLatest: ({ ctx, input, request, reply }) => getLatest({ ctx, request, reply }, input),
      log: ({ ctx, input }) => logFaults(ctx, input.logs),
    },
  })
