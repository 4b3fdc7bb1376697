import {
  Download,
  Empty,
  EventStream,
  type Input,
  type Output,
  type Route,
  type Routes,
} from '@spacekeeper/contract/route.ts'
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import type { Actor, Ctx, Services } from '../ctx.ts'
import { refusalOf, refusalOfFeature } from './access.ts'
import { AppError } from './app-error.ts'
import { checkForgery } from './csrf.ts'
import { inputParser } from './parse-input.ts'
import { readUploads, uploadIn } from './receive-upload.ts'
import { asFile, sendFile } from './send-file.ts'
import { answerSchema } from './serialiser.ts'

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

const anonymous: Actor = { kind: 'anonymous' }

/** Serves the routes of a contract: forgery, access, limits, input, answer; then the handler has one to three lines. */
export const implement = <const R extends Routes>(
  app: FastifyInstance,
  input: { services: Services; routes: R; handlers: Handlers<R> },
) => {
  const admit = async (route: Route, { request, reply }: Exchange): Promise<Ctx> => {
    checkForgery(request, input.services.siteUrl)
    await app.limitRate(request, reply, route)
    const actor = route.unlinked ? anonymous : await app.findActor(request)
    const refusal = refusalOf(route, actor) ?? (await refusalOfFeature(route, { actor, ...input.services }))
    if (refusal) throw new AppError(refusal)
    return { ...input.services, actor, requestId: route.unlinked ? null : request.id }
  }
  const serve = (name: string, { route, to }: { route: Route; to: FastifyInstance }) => {
    const handler = handlerOf(input.handlers, name)
    const parse = inputParser(route)
    const schema = answerSchema(route)
    /** The caller, who was let in before their upload is read. */
    const admitted = new WeakMap<FastifyRequest, Ctx>()
    to.route({
      method: route.method,
      url: route.path,
      // A HEAD of a stream would never end, and one of a file would make all of it.
      exposeHeadRoute: route.output !== EventStream && route.output !== Download,
      config: { plainRefusals: route.plainRefusals === true, unlinked: route.unlinked === true },
      ...(schema && { schema: { response: { [route.status ?? 200]: schema } } }),
      ...(route.upload && {
        bodyLimit: route.upload.maxBytes,
        onRequest: async (request, reply) => void admitted.set(request, await admit(route, { request, reply })),
      }),
      handler: async (request, reply) => {
        const ctx = admitted.get(request) ?? (await admit(route, { request, reply }))
        const given = { ...uploadIn(route, request), ...parse(request) }
        const answer = await handler({ ctx, input: given, request, reply })
        if (route.output === EventStream) return reply
        if (route.output === Empty) return reply.header('content-length', 0).send()
        if (route.status !== undefined) reply.code(route.status)
        reply.header('cache-control', 'no-store')
        return route.output === Download ? sendFile(reply, asFile(answer)) : reply.send(answer)
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
