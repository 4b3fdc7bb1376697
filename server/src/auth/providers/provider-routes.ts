import { providerApi } from '@spacekeeper/contract/auth/provider-routes.ts'
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import type { Ctx, Services } from '#platform/ctx.ts'
import type { Work } from '#platform/db/change.ts'
import { AppError } from '#platform/http/app-error.ts'
import { type Handlers, implement } from '#platform/http/implement.ts'
import { clientAddressAtKiosk, clientAddressOf } from '../client-address.ts'
import type { Throttle } from '../limits/throttle.ts'
import { refuseAtKiosk } from '../links/login-links.ts'
import { beginSession } from '../session-cookie.ts'
import { attemptsOf, endAttempt, findKnownAttempt, markAttempts } from './attempts.ts'
import { listOwnProviders, unlinkProvider } from './provider-links.ts'
import { logInByProvider } from './provider-logins.ts'
import { registerByProvider } from './provider-registration.ts'
import {
  type AttemptResult,
  finishAttempt,
  providerOutcomeOf,
  redirectUriOf,
  startAttempt,
} from './provider-returns.ts'
import { changeProvider, createProvider, getOpenProvider, listProviders, removeProvider } from './providers.ts'

type ProviderParts = { services: Services; throttle: Throttle }

/** Kiosks are shared: a login elsewhere would stay in their browser. */
const clientOf = async (app: FastifyInstance, request: FastifyRequest) => {
  const client = await clientAddressAtKiosk(app, request)
  refuseAtKiosk(client)
  return client
}

const handOut = async (
  { outcome, token }: AttemptResult,
  { services, reply, client }: Omit<Parameters<typeof beginSession>[1], 'token'> & { reply: FastifyReply },
) => {
  if (token !== null) await beginSession(reply, { services, token, client })
  return outcome
}

/** Finishes a login that came back and lacked something. */
const goOn = async (ctx: Ctx, { state, request }: { state: string; request: FastifyRequest }) => {
  const known = await findKnownAttempt(ctx, { state, browser: attemptsOf(request) })
  return { ...known, provider: await getOpenProvider(ctx, known.providerId) }
}

const loginHandlers = (app: FastifyInstance, { services, throttle }: ProviderParts) =>
  ({
    startProviderLogin: async ({ ctx, input, request, reply }) => {
      const client = await clientOf(app, request)
      const browser = markAttempts(services, { request, reply })
      return startAttempt(ctx, { ...input, purpose: 'logIn', browser, client, throttle })
    },
    finishProviderLogin: async ({ ctx, input, request, reply }) => {
      const client = await clientOf(app, request)
      const finished = await finishAttempt(ctx, { returned: input, browser: attemptsOf(request), client, throttle })
      return handOut(finished, { services, reply, client })
    },
    finishProviderCode: async ({ ctx, input, request, reply }) => {
      const client = await clientOf(app, request)
      const { state, code } = input
      const { provider, identity, next } = await goOn(ctx, { state, request })
      const also = (work: Work) => endAttempt(work, state)
      const token = await logInByProvider(ctx, { provider, identity, code, client, throttle, also })
      if (token === null) throw new AppError('providerLoginGone')
      return handOut(
        { token, outcome: providerOutcomeOf('loggedIn', { providerName: provider.name, next }) },
        { services, reply, client },
      )
    },
    registerByProvider: async ({ ctx, input, request, reply }) => {
      const client = await clientOf(app, request)
      const { provider, identity, next } = await goOn(ctx, { state: input.state, request })
      const token = await registerByProvider(ctx, { provider, identity, registration: input, client, throttle })
      return handOut(
        { token, outcome: providerOutcomeOf('loggedIn', { providerName: provider.name, next }) },
        { services, reply, client },
      )
    },
  }) satisfies Partial<Handlers<typeof providerApi>>

/** Logging in with the account at another OpenID provider, and setting that up. */
export const providerRoutes = (app: FastifyInstance, { services, throttle }: ProviderParts) => {
  const start = (
    purpose: 'link' | 'confirm' | 'test',
    {
      ctx,
      input,
      request,
      reply,
    }: {
      ctx: Ctx
      input: { providerId: number; next?: string | undefined }
      request: FastifyRequest
      reply: FastifyReply
    },
  ) => {
    const browser = markAttempts(services, { request, reply })
    return startAttempt(ctx, { ...input, purpose, browser, client: clientAddressOf(request), throttle })
  }
  implement(app, {
    services,
    routes: providerApi,
    handlers: {
      ...loginHandlers(app, { services, throttle }),
      listOwnProviders: async ({ ctx }) => ({ providers: await listOwnProviders(ctx) }),
      startProviderLink: (call) => start('link', call),
      startProviderProof: (call) => start('confirm', call),
      startProviderTest: (call) => start('test', call),
      unlinkProvider: ({ ctx, input }) => unlinkProvider(ctx, input.providerId),
      listProviders: async ({ ctx }) => ({ providers: await listProviders(ctx), redirectUri: redirectUriOf(ctx) }),
      createProvider: async ({ ctx, input }) => ({ providerId: await createProvider(ctx, input) }),
      changeProvider: ({ ctx, input }) => changeProvider(ctx, input),
      removeProvider: ({ ctx, input }) => removeProvider(ctx, input.providerId),
    },
  })
}
