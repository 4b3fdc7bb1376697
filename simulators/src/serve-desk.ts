import { readFileSync } from 'node:fs'
import { stripTypeScriptTypes } from 'node:module'
import type { FastifyInstance } from 'fastify'
import { z } from 'zod'
import type { Desk, DeskCard, DeskView } from './desk-view.ts'

/** A device on the desk. What it answers to a card is one plain sentence. */
export type OnDesk = {
  name: string
  view: () => Promise<DeskView>
  /** Left out where there is no reader. */
  swipe?: (card: string) => Promise<string>
  choose?: (choice: string) => Promise<string>
}

export type DeskOptions = {
  devices: readonly OnDesk[]
  cards: () => Promise<DeskCard[]>
}

const everyMs = 400
const page = (name: string) => readFileSync(new URL(`../desk/${name}`, import.meta.url), 'utf8')
const silent: DeskView = {
  kind: '',
  light: 'off',
  relay: 'Does not answer',
  display: '',
  choices: [],
  events: [],
}
const SwipedCard = z.object({ card: z.string().min(1).max(50) })
const Chosen = z.object({ choice: z.string().min(1).max(50) })

const lookAt = async ({ devices, cards }: DeskOptions): Promise<Desk> => ({
  cards: await cards(),
  devices: await Promise.all(
    devices.map(async ({ name, view, swipe }, at) => {
      const seen = await view().catch(() => silent)
      return { ...seen, id: String(at), name, hasReader: swipe !== undefined }
    }),
  ),
})

const doOn = async (
  device: OnDesk | undefined,
  input: { body: unknown },
): Promise<{ status: number; body: { answer: string } }> => {
  const held = SwipedCard.safeParse(input.body)
  const chosen = Chosen.safeParse(input.body)
  const doing = held.success ? device?.swipe?.(held.data.card) : chosen.success && device?.choose?.(chosen.data.choice)
  if (!doing) return { status: 400, body: { answer: 'There is nothing of that kind on the desk.' } }
  return doing.then(
    (answer) => ({ status: 200, body: { answer } }),
    () => ({ status: 502, body: { answer: 'It does not answer.' } }),
  )
}

/** Sends what is on the desk whenever it has changed, as long as a browser looks. */
const watch = (options: DeskOptions, send: (text: string) => void) => {
  let sent = ''
  let isLooking = false
  const look = async () => {
    if (isLooking) return
    isLooking = true
    try {
      const text = JSON.stringify(await lookAt(options))
      if (text !== sent) send(text)
      sent = text
    } finally {
      isLooking = false
    }
  }
  const lookOrWait = () => void look().catch(() => undefined)
  lookOrWait()
  return setInterval(lookOrWait, everyMs)
}

/** The page `/demo/hardware`: cards to take in the hand, and simulated devices to hold them to. */
export const serveDesk = (app: FastifyInstance, options: DeskOptions) => {
  const files = [
    { path: '/demo/hardware', type: 'text/html', text: page('hardware.html') },
    { path: '/demo/hardware.css', type: 'text/css', text: page('hardware.css') },
    { path: '/demo/hardware.js', type: 'text/javascript', text: stripTypeScriptTypes(page('hardware.ts')) },
  ]
  for (const { path, type, text } of files) {
    app.get(path, (_request, reply) =>
      reply.type(`${type}; charset=utf-8`).header('cache-control', 'no-cache').send(text),
    )
  }
  app.get('/demo/hardware/events', (request, reply) => {
    reply.hijack()
    reply.raw.writeHead(200, { 'content-type': 'text/event-stream', 'cache-control': 'no-cache' })
    const timer = watch(options, (text) => reply.raw.write(`data: ${text}\n\n`))
    request.raw.once('close', () => clearInterval(timer))
  })
  app.post('/demo/hardware/:device', async (request, reply) => {
    const { device }: { device?: string } = Object(request.params)
    const { status, body } = await doOn(options.devices[Number(device)], { body: request.body })
    return reply.status(status).send(body)
  })
}
