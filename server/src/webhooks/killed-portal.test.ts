import { setTimeout } from 'node:timers/promises'
import { expect, test } from 'vitest'
import { freePort } from '#platform/http/free-port.ts'
import { aMember } from '../members/factory.ts'
import { afterThis, byProgram, command, end, newFolder, openFolder, startProcess } from '../test-process.ts'
import { startReceiver, verify } from './receiver.testing.ts'

const password = 'horse-battery-42'

const call = async (method: string, url: string, { cookie, body }: { cookie: string; body: object }) => {
  const csrf = /csrftoken=([^;]+)/.exec(cookie)?.[1] ?? ''
  const headers = { 'content-type': 'application/json', cookie, 'x-csrftoken': csrf }
  const answer = await fetch(url, { method, headers, body: JSON.stringify(body) })
  if (!answer.ok) throw new Error(`${url}: ${answer.status} ${await answer.text()}`)
  return answer
}

const post = (url: string, cookie: string, body: object) => call('POST', url, { cookie, body })

const login = async (url: string, email: string): Promise<string> => {
  const answer = await post(`${url}/api/login/`, '', { email, password })
  return answer.headers
    .getSetCookie()
    .map((one) => one.split(';')[0])
    .join('; ')
}

test('events of a portal that is killed again and again all reach their receiver, under one id each', async () => {
  const [dataDir, port] = [newFolder(), await freePort()]
  let portal = await startProcess(dataDir, port)
  const email = 'ada@example.org'
  await command(
    dataDir,
    ...`admin create --email ${email} --first-name Ada --last-name O --mobile 0400000000 --password ${password}`.split(
      ' ',
    ),
  )
  const receiver = await startReceiver()
  afterThis(receiver.close)
  // Slow enough that most tries are cut off by the kill.
  receiver.answerWith((reply) => void setTimeout(150).then(() => reply.writeHead(200).end('ok')))

  const { db } = openFolder(dataDir)
  const cookie = await login(portal.url, email)
  await call('PUT', `${portal.url}/api/admin/settings/WEBHOOKS_ALLOW_PRIVATE/`, { cookie, body: { value: true } })
  const created = await post(`${portal.url}/api/admin/webhooks/`, cookie, {
    name: 'Log',
    address: receiver.url,
    kinds: ['members'],
  })
  const { secret } = Object(await created.json())

  const members = await Promise.all(Array.from({ length: 8 }, () => aMember(db, { state: 'noob' })))
  for (const [at, { id }] of members.entries()) {
    await post(`${portal.url}/api/admin/members/${id}/state/active/`, cookie, {}).catch(() => undefined)
    if (at % 4 !== 3) continue
    await end(portal.child, 'SIGKILL')
    portal = await startProcess(dataDir, port)
  }
  const told = () =>
    receiver.heard.flatMap((message) => {
      const { data } = Object(verify(String(secret), message))
      return [{ id: message.headers['webhook-id'], event: Number(data.eventId), subject: Number(data.subject?.id) }]
    })
  // PostgreSQL has started again elsewhere.
  const audited = await openFolder(dataDir)
    .db.selectFrom('audit_events')
    .select('id')
    .where('event', '=', 'member.activate')
    .execute()
  expect(audited.length).toBeGreaterThan(5)
  await expect
    .poll(() => new Set(told().map(({ event }) => event)), byProgram)
    .toEqual(new Set(audited.map(({ id }) => id)))
  const ids = new Map<number, Set<unknown>>()
  for (const { id, event } of told()) ids.set(event, (ids.get(event) ?? new Set()).add(id))
  expect([...ids.values()].every(({ size }) => size === 1)).toBe(true)
})
