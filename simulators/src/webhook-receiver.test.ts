import { Webhook } from 'standardwebhooks'
import { afterEach, expect, test } from 'vitest'
import { type ReceivedEvent, startWebhookReceiver, type WebhookReceiverProgram } from './webhook-receiver.ts'

const secret = `whsec_${Buffer.alloc(32, 7).toString('base64')}`
let receiver: WebhookReceiverProgram | undefined
afterEach(() => receiver?.close())

const send = async (url: string, input: { body: string; signedWith?: string; at?: Date; id?: string }) => {
  const { body, signedWith = secret, at = new Date(), id = 'msg_1' } = input
  const headers = {
    'webhook-id': id,
    'webhook-timestamp': String(Math.floor(at.getTime() / 1000)),
    'webhook-signature': new Webhook(signedWith).sign(id, at, body),
  }
  return (await fetch(url, { method: 'POST', body, headers })).status
}

const body = JSON.stringify({ type: 'visit.signedIn', timestamp: '2026-11-23T18:05:00.000Z', data: { eventId: 7 } })

test('a message with the right signature is heard, and once, however often it comes', async () => {
  const heard: ReceivedEvent[] = []
  receiver = await startWebhookReceiver({ secret, onEvent: (event) => heard.push(event) })
  expect(await send(receiver.url, { body })).toBe(200)
  expect(await send(receiver.url, { body })).toBe(200)
  expect(heard).toEqual([{ id: 'msg_1', type: 'visit.signedIn', data: { eventId: 7 } }])
})

test('another secret, an old message and one without a signature are refused, and it is said why', async () => {
  const refused: string[] = []
  receiver = await startWebhookReceiver({ onRefused: (why) => refused.push(why) })
  receiver.believe(secret)
  const other = `whsec_${Buffer.alloc(32, 8).toString('base64')}`
  expect(await send(receiver.url, { body, signedWith: other })).toBe(401)
  expect(await send(receiver.url, { body, at: new Date(Date.now() - 3_600_000) })).toBe(401)
  expect((await fetch(receiver.url, { method: 'POST', body })).status).toBe(401)
  expect(refused).toEqual(['No matching signature found', 'Message timestamp too old', 'Missing required headers'])
})
