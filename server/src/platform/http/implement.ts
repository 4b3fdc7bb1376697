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
import type { Ctx, Services } from '../ctx.ts'
import { refusalOf } from './access.ts'
import { AppError } from './app-error.ts'
import { checkForgery } from './csrf.ts'
import { asFile, sendFile } from './send-file.ts'
import { inputParser } from './parse-input.ts'
import { answerSchema } from './serialiser.ts'

type Awaitable<T> = T | Promise<T>
type Call<R extends Route> = { ctx: Ctx; input: Input<R>; request: FastifyRequest; reply: FastifyReply }

/** One handler a route. Missing ones do not compile. */
export type Handlers<R extends Routes> = { [K in keyof R]: (call: Call<R[K]>) => Awaitable<Output<R[K]>> }

type AnyHandler = (call: {
  ctx: Ctx
  input: unknown
  request: FastifyRequest
  reply: FastifyReply
}) => Awaitable<unknown>

const handlerOf = (handlers: Record<string, unknown>, name: string) => handlers[name] as AnyHandler // typed by Handlers<R> where it is written

/** Serves the routes of a contract: forgery, access, limits, input, answer; then the handler has one to three lines. */
export const implement = <const R extends Routes>(
  app: FastifyInstance,
  input: { services: Services; routes: R; handlers: Handlers<R> },
) => {
  for (const [name, route] of Object.entries<Route>(input.routes)) {
    const handler = handlerOf(input.handlers, name)
    const parse = inputParser(route)
    const schema = answerSchema(route)
    app.route({
      method: route.method,
      url: route.path,
      // A HEAD of a stream would never end, and one of a file would make all of it.
      exposeHeadRoute: route.output !== EventStream && route.output !== Download,
      ...(schema && { schema: { response: { 200: schema } } }),
      handler: async (request, reply) => {
        checkForgery(request, input.services.siteUrl)
        await app.limitRate(request, reply, route)
        const actor = await app.findActor(request)
        const refusal = refusalOf(route, actor)
        if (refusal) throw new AppError(refusal)
        const ctx: Ctx = { ...input.services, actor, requestId: request.id }
        const answer = await handler({ ctx, input: parse(request), request, reply })
        if (route.output === EventStream) return reply
        if (route.output === Empty) return reply.header('content-length', 0).send()
        reply.header('cache-control', 'no-store')
        return route.output === Download ? sendFile(reply, asFile(answer)) : reply.send(answer)
      },
    })
  }
}
