import { walletApi } from '@spacekeeper/contract/wallet/routes.ts'
import { expect, test } from 'vitest'
import { z } from 'zod'
import { sendApns } from '#platform/apns/send-apns.ts'
import { startTestPortal } from '../portal.testing.ts'
import { startApplePush } from './apple-push.testing.ts'
import { useApplePortal } from './apple-scene.testing.ts'
import { aServerCertificate } from './certificates.testing.ts'
import { tellAgain } from './updates.ts'

const passTypeId = 'pass.org.example.member'
const { certificate, later, minutePasses, holder, setMember, pushesTo, opened } = useApplePortal()
const portal = () => opened().portal
const apple = () => opened().apple

/** Without the id of the request, which each has. */
const saidBy = (status: number, body: Uint8Array) => {
  const { requestId, ...rest } = z
    .looseObject({ requestId: z.string() })
    .parse(JSON.parse(Buffer.from(body).toString()))
  expect(requestId).not.toBe('')
  return `${status} ${JSON.stringify(rest)}`
}

test('every wrong caller hears the same, whether there is such a pass or not', async () => {
  const { phone } = await holder()
  const other = await holder()
  const { serialNumber, authenticationToken } = phone.pass()
  const foreign = other.phone.pass().authenticationToken
  const tokens = [undefined, '', 'x', foreign, authenticationToken.slice(1)]
  const paths = [
    `/v1/passes/${passTypeId}/${serialNumber}`,
    `/v1/passes/${passTypeId}/no-such-serial-number`,
    `/v1/passes/pass.org.example.other/${serialNumber}`,
  ]
  const answers = new Set<string>()
  for (const path of paths) {
    for (const token of tokens) {
      const { status, body } = await phone.call('GET', path, { token })
      answers.add(saidBy(status, body))
    }
  }
  const registration = `/v1/devices/${phone.libraryId}/registrations/${passTypeId}/${serialNumber}`
  for (const method of ['POST', 'DELETE']) {
    const body = method === 'POST' ? { pushToken: 'ab'.repeat(16) } : undefined
    const answer = await phone.call(method, registration, { token: foreign, body })
    answers.add(saidBy(answer.status, answer.body))
  }
  expect([...answers]).toEqual([expect.stringMatching(/^401 \{"code":"passUnknown"/)])
  // With the right token and another type of pass, too.
  expect((await phone.call('GET', paths[2] ?? '', { token: authenticationToken })).status).toBe(401)
  // A device that is not known has no pass that changed.
  expect((await phone.call('GET', `/v1/devices/${'0'.repeat(32)}/registrations/${passTypeId}`)).status).toBe(204)
})

test('a phone registers anew with 200, goes with 200, and may complain', async () => {
  const { client, phone } = await holder()
  expect(await phone.register()).toBe(200)
  expect(await phone.remove()).toBe(200)
  expect((await client.wallet.getState()).passes[0]?.devices).toEqual([])
  expect((await phone.call('POST', '/v1/log', { body: { logs: ['[x] Web service error'] } })).status).toBe(200)
  expect(portal().logLines.join('')).toContain('Web service error')
})

test('a device without the pass is forgotten; where Apple is away or refuses it is told again', async () => {
  const { id, client, phone } = await holder()
  apple().answerAll({ status: 503, reason: 'ServiceUnavailable' })
  await setMember(id, { first_name: 'Ona' })
  await minutePasses()
  expect((await client.wallet.getState()).passes).toMatchObject([{ failure: 'unreachable' }])
  apple().answerAll({ status: 403, reason: 'BadCertificate' })
  await portal().runAsOwner('update graphile_worker._private_jobs set run_at = now()')
  await portal().runJobs()
  expect((await client.wallet.getState()).passes).toMatchObject([{ failure: 'refused' }])
  apple().answerAll(null)
  later(61)
  await tellAgain(portal().ctx)
  await portal().runJobs()
  expect(pushesTo(phone)).toHaveLength(1)
  expect((await client.wallet.getState()).passes).toMatchObject([{ failure: null }])
  apple().answer(phone.pushToken, { status: 410, reason: 'Unregistered' })
  await setMember(id, { first_name: 'Una' })
  await minutePasses()
  expect((await client.wallet.getState()).passes).toMatchObject([{ failure: null, devices: [] }])
})

test('fetching passes by links is slowed down', async () => {
  const strict = await startTestPortal({ limits: { credentials: 2 } })
  try {
    const { path } = walletApi.openApple
    const fetchOne = () => strict.app.inject({ url: path.replace(':token', 'guess') })
    expect([(await fetchOne()).statusCode, (await fetchOne()).statusCode]).toEqual([410, 410])
    expect((await fetchOne()).statusCode).toBe(429)
  } finally {
    await strict.close()
  }
})

test('Apple is shown the certificate of the pass type over TLS, and one that is away is no fault', async () => {
  const server = aServerCertificate()
  const service = await startApplePush(server)
  const sender = { certificate: certificate.certificate, key: certificate.key, ca: server.certificate }
  const message = { deviceToken: 'ab'.repeat(32), topic: passTypeId, payload: {} }
  expect(await sendApns({ ...sender, url: service.url }, [message])).toMatchObject([{ status: 200, reason: null }])
  expect(service.take()).toMatchObject([{ client: passTypeId }])
  const astray = { ...message, topic: 'pass.org.example.other' }
  expect(await sendApns({ ...sender, url: service.url }, [astray])).toMatchObject([
    { status: 400, reason: 'TopicDisallowed' },
  ])
  await service.close()
  expect(await sendApns({ ...sender, url: service.url }, [message])).toMatchObject([{ status: 0, reason: null }])
})
