import {
  Download,
  Empty,
  EventStream,
  type Input,
  type Output,
  type Route,
  type Routes,
} from '@spacekeeper/contract/route.ts'
import type { FastifyContextConfig, FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import type { Actor, Ctx, Services } from '../ctx.ts'
import { refusalOfRoute, refusalOfFeature, refusalOfProof } from './access.ts'
import { AppError } from './app-error.ts'
import { isBearer } from './credential.ts'
import { checkForgery } from './csrf.ts'
import { isOwnScope, scriptScopeOf, whyNotByKey } from './key-scopes.ts'
import { refuseOtherMember } from './page-member.ts'
import { inputParser } from './parse-input.ts'
import { refusePast } from './past-days.ts'
import { readUploads, uploadIn } from './receive-upload.ts'
import { asFile, sendFile } from './send-file.ts'
import { answerWriter, hasAnswer } from './serialiser.ts'

type Awaitable<T> = T | Promise<T>
type Call<R extends Route> = { ctx: Ctx; input: Input<R>; request: FastifyRequest; reply: FastifyReply }

/** One handler a route. Missing ones do not compile. */
export type Handlers<R extends Routes> = { [K in keyof R]: (call: Call<R[K]>) => Awaitable<Output<R[K]>> }

type Exchange = { request: FastifyRequest; reply: FastifyReply }

type AnyHandler = (call: {
  ctx: Ctx
  input: unknown
  request: FastifyRequest
  reply: FastifyReply
}) => Awaitable<unknown>

const handlerOf = (handlers: Record<string, unknown>, name: string) => handlers[name] as AnyHandler // typed by Handlers<R> where it is written

/** Answers are about members and stay in no cache, unless the route says that theirs is the same for everyone. */
const shareAnswer = (reply: FastifyReply, { sharedSeconds }: Route) =>
  sharedSeconds === undefined
    ? reply.header('cache-control', 'no-store')
    : reply
        .header('cache-control', `public, max-age=${sharedSeconds}`)
        .header('access-control-allow-origin', '*')
        .header('cross-origin-resource-policy', 'cross-origin')

/** What the author of a script reads, besides the code. */
const scriptHint = (route: Route, actor: Actor) => {
  if (actor.kind !== 'member' || !actor.script) return {}
  const scope = scriptScopeOf(route)
  if (scope === null)
    return { detail: ['API keys can’t be used for this.', whyNotByKey(route) ?? ''].join(' ').trimEnd() }
  return actor.script.scopes.includes(scope) ? {} : { detail: `This needs an API key with the scope ${scope}.` }
}

/** What hooks read of a route before it is its turn. */
const configOf = (route: Route): FastifyContextConfig => ({
  plainRefusals: route.plainRefusals === true,
  fieldLists: route.fieldLists === true,
  unlinked: route.unlinked === true,
  isShared: route.sharedSeconds !== undefined,
})

/** Says to the server that the answer is written by our schema of it; theirs is empty, for ours is made when it is needed. */
const writtenBySchema = (route: Route) => ({
  schema: { response: { [route.status ?? 200]: {} } },
  serializerCompiler: () => (answer: unknown) => answerWriter(route)(answer),
})

const anonymous: Actor = { kind: 'anonymous' }

const callerFor = async (
  app: FastifyInstance,
  { route, request }: Pick<Exchange, 'request'> & { route: Route },
): Promise<Actor> => {
  if (route.unlinked || route.ignoresCaller) return anonymous
  const actor = await app.findCaller(request)
  // An app has to hear of it everywhere: answered as a stranger, it would take its member for logged out.
  if (actor.kind === 'anonymous' && isBearer(request)) throw new AppError('token_not_valid')
  if (actor.kind !== 'member' || !actor.script) return actor
  // The key of a script is for its scopes alone: it proves no one's identity where links or logins ask for that.
  if (route.access === 'anyone') return anonymous
  // What staff see of others on routes for members belongs to other scopes.
  return isOwnScope(scriptScopeOf(route)) ? { ...actor, permissions: [] } : actor
}

const factsOf = (route: Route, { request, reply }: Exchange) => ({
  requestId: route.unlinked ? null : request.id,
  isAnswered: () => reply.sent,
})

const sendAnswer = (reply: FastifyReply, { route, answer }: { route: Route; answer: unknown }) => {
  if (route.output === EventStream) return reply
  if (route.output === Empty || answer === undefined) return reply.header('content-length', 0).send()
  if (route.status !== undefined) reply.code(route.status)
  shareAnswer(reply, route)
  return route.output === Download ? sendFile(reply, asFile(answer)) : reply.send(answer)
}

/** Lets a caller in, or refuses: forgery, limits, who it is and what they may. */
const letIn =
  (app: FastifyInstance, services: Services) =>
  async (route: Route, { request, reply }: Exchange): Promise<Ctx> => {
    checkForgery(request, services.siteUrl)
    await app.limitRate(request, reply, route)
    const actor = await callerFor(app, { route, request })
    refuseOtherMember(request, actor)
    const refusal =
      refusalOfRoute(route, actor) ??
      (await refusalOfFeature(route, { actor, ...services })) ??
      refusalOfProof(route.stepUp, { actor, now: services.now() })
    if (refusal) throw new AppError(refusal, scriptHint(route, actor))
    return { ...services, actor, ...factsOf(route, { request, reply }) }
  }

/** Serves the routes of a contract: forgery, access, limits, input, answer; then the handler has one to three lines. */
export const implement = <const R extends Routes>(
  app: FastifyInstance,
  input: {
    services: Services
    routes: R
    handlers: Handlers<R>
    /** Refuses an upload by what its address says, before any of it is read. */
    beforeUpload?: Partial<Record<keyof R & string, (call: { ctx: Ctx; params: unknown }) => Promise<void>>>
  },
) => {
  const admit = letIn(app, input.services)
  const serve = (name: string, { route, to }: { route: Route; to: FastifyInstance }) => {
    const handler = handlerOf(input.handlers, name)
    const parse = inputParser(route)
    /** The caller, who was let in before their upload is read. */
    const admitted = new WeakMap<FastifyRequest, Ctx>()
    to.route({
      method: route.method,
      url: route.path,
      // A HEAD of a stream would never end. Calendars ask so before they fetch a file.
      exposeHeadRoute: route.output !== EventStream,
      config: configOf(route),
      ...(hasAnswer(route) && writtenBySchema(route)),
      ...(route.upload && {
        bodyLimit: route.upload.maxBytes,
        onRequest: async (request, reply) => {
          const ctx = await admit(route, { request, reply })
          await input.beforeUpload?.[name]?.({ ctx, params: request.params })
          admitted.set(request, ctx)
        },
      }),
      handler: async (request, reply) => {
        const ctx = admitted.get(request) ?? (await admit(route, { request, reply }))
        const given = { ...uploadIn(route, request), ...parse(request) }
        if (!route.keepsPast) await refusePast(ctx, route, { input: given })
        const answer = await handler({ ctx, input: given, request, reply })
        return sendAnswer(reply, { route, answer })
      },
    })
  }
  for (const [name, route] of Object.entries<Route>(input.routes)) {
    const { upload } = route
    if (!upload) serve(name, { route, to: app })
    else {
      void app.register(async (scope) => {
        readUploads(scope, upload)
        serve(name, { route, to: scope })
      })
    }
  }
}
