import { randomBytes } from 'node:crypto'
import type { LiveTopic } from '@spacekeeper/contract/live.ts'
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import type { Actor, Services } from '../ctx.ts'
import { isAudience, screens } from './screens.ts'

const heartbeatMs = 20_000
const rememberedEvents = 500

type Remembered = { id: number; topic: LiveTopic; audience: Parameters<typeof isAudience>[1] }
type Stream = { reply: FastifyReply; request: FastifyRequest; actor: Actor }

/** Tells open screens what is stale. Each process numbers its own events, under a name that no other start of it has. */
export const createEventStreams = (app: FastifyInstance, services: Services) => {
  const epoch = randomBytes(6).toString('hex')
  const remembered: Remembered[] = []
  const streams = new Set<Stream>()
  let lastId = 0

  const write = (stream: Stream, event: { id: number; topic: LiveTopic }) =>
    stream.reply.raw.write(`id: ${epoch}-${event.id}\ndata: ${JSON.stringify({ topic: event.topic })}\n\n`)

  const end = (stream: Stream) => {
    streams.delete(stream)
    stream.reply.raw.end()
  }

  const tell = (topic: LiveTopic, audience: Remembered['audience']) => {
    const event = { id: ++lastId, topic, audience }
    remembered.push(event)
    if (remembered.length > rememberedEvents) remembered.shift()
    for (const stream of streams) if (isAudience(stream.actor, audience)) write(stream, event)
  }

  /** What was missed while the line was down; `reset` when we cannot know. */
  const catchUp = (stream: Stream) => {
    const [name, id] = String(stream.request.headers['last-event-id'] ?? '').split('-')
    if (!name) return
    const since = Number(id)
    const isKnown = name === epoch && since <= lastId && (since === lastId || (remembered[0]?.id ?? Infinity) <= since + 1)
    if (!isKnown) return void write(stream, { id: lastId, topic: 'reset' })
    for (const event of remembered) if (event.id > since && isAudience(stream.actor, event.audience)) write(stream, event)
  }

  /** A caller can lose his session, his state or his office while his screen stays open. */
  const checkAgain = async (stream: Stream) => {
    const actor = await app.findActor(stream.request)
    if (actor.kind === 'member') stream.actor = actor
    else end(stream)
  }

  const heartbeat = setInterval(() => {
    for (const stream of streams) {
      stream.reply.raw.write(': still here\n\n')
      checkAgain(stream).catch(() => end(stream))
    }
  }, heartbeatMs)

  const stopHearing = services.live.on(screens, ({ topic, audience }) => {
    tell(topic, audience)
    if (topic !== 'profile' || typeof audience === 'string') return
    for (const stream of streams) if (isAudience(stream.actor, audience)) checkAgain(stream).catch(() => end(stream))
  })
  const stopReconnecting = services.live.onReconnect(() => tell('reset', 'everybody'))

  app.addHook('preClose', async () => {
    clearInterval(heartbeat)
    stopHearing()
    stopReconnecting()
    for (const stream of streams) end(stream)
  })

  return {
    open: (input: { request: FastifyRequest; reply: FastifyReply; actor: Actor }): undefined => {
      const { reply } = input
      reply.hijack()
      const headers = { ...reply.getHeaders(), 'content-type': 'text/event-stream', 'cache-control': 'no-store', 'x-accel-buffering': 'no' }
      reply.raw.writeHead(200, headers as Record<string, string>) // Fastify's own headers, which Node's types spell differently
      reply.raw.write('retry: 2000\n\n')
      const stream: Stream = { ...input }
      streams.add(stream)
      catchUp(stream)
      reply.raw.on('close', () => streams.delete(stream))
      reply.raw.on('error', () => streams.delete(stream))
    },
  }
}
export type EventStreams = ReturnType<typeof createEventStreams>
