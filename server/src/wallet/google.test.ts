import { startGoogleWallet } from '@spacekeeper/simulators/google-wallet.ts'
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import { GoogleAway, GoogleRefusal } from '#platform/wallet/google-wallet.ts'
import { aMember } from '../members/factory.ts'
import { startTestPortal, type TestPortal } from '../portal.testing.ts'
import { changeSetting } from '../settings/settings.ts'
import { judgeGoogle, walletChecks } from './checks.ts'
import { refreshPasses, tellAgain } from './updates.ts'

const issuerId = '3388000000012345678'
const email = 'portal@space.iam.gserviceaccount.com'
const clock = { now: new Date('2026-03-01T10:00:00Z') }

let google: Awaited<ReturnType<typeof startGoogleWallet>>
let portal: TestPortal

const setUp = async (keyFile: string, issuer = issuerId) => {
  await changeSetting(portal.ctx, { key: 'GOOGLE_WALLET_ISSUER_ID', value: issuer })
  await changeSetting(portal.ctx, { key: 'GOOGLE_WALLET_ACCOUNT', value: keyFile })
}

beforeAll(async () => {
  google = await startGoogleWallet()
  portal = await startTestPortal({ googleWalletUrl: google.url, now: () => clock.now })
})
beforeEach(() => setUp(google.addAccount(email, [issuerId])))
afterAll(async () => {
  await portal.close()
  await google.close()
})

const aHolder = async () => {
  const { id } = await aMember(portal.db, { firstName: 'Una', lastName: 'Reid' })
  return { id, client: await portal.as(id) }
}

/** What the phone holds, once its member opened the link. */
const save = async (url: string) => {
  const answer = await portal.app.inject({ url: new URL(url).pathname })
  expect(answer.statusCode).toBe(302)
  return google.save(String(answer.headers.location))
}

const passOf = (id: string) => google.objects().find((object) => object.id === id)

const minutePasses = async () => {
  clock.now = new Date(clock.now.getTime() + 60_000)
  await refreshPasses(portal.ctx)
  await portal.runJobs()
}

const suspend = (id: number, isOn: boolean) =>
  portal.db
    .updateTable('members')
    .set(isOn ? { suspended_at: clock.now, suspension_reason: 'x' } : { suspended_at: null, suspension_reason: null })
    .where('id', '=', id)
    .execute()

test('a member saves the digital ID by a link that names no one, and the pass follows how they stand', async () => {
  const { id, client } = await aHolder()
  const { url } = await client.wallet.create({ kind: 'google' })
  const pass = await save(url)
  expect(pass).toMatchObject({
    state: 'ACTIVE',
    header: { defaultValue: { value: 'Una Reid' } },
    subheader: { defaultValue: { value: 'Active member' } },
    barcode: { type: 'QR_CODE', value: expect.stringMatching(/^http:\/\/localhost:8000\/verify\/[\w-]{27}$/) },
    validTimeInterval: { end: { date: '2026-03-31T10:00:00.000Z' } },
  })
  const location = String((await portal.app.inject({ url: new URL(url).pathname })).headers.location)
  const claims = Buffer.from(location.split('.')[3] ?? '', 'base64url').toString()
  expect(claims).toContain('genericObjects')
  expect(claims).not.toMatch(/Una|Reid/)
  await suspend(id, true)
  await minutePasses()
  expect(passOf(pass.id)).toMatchObject({ state: 'INACTIVE', subheader: { defaultValue: { value: 'Suspended' } } })
  await suspend(id, false)
  await minutePasses()
  expect(passOf(pass.id)).toMatchObject({ state: 'ACTIVE', hasUsers: true })
})

test('removing it, and closing the account, leave an inactive pass without a name', async () => {
  const { client } = await aHolder()
  const pass = await save((await client.wallet.create({ kind: 'google' })).url)
  const [held] = (await client.wallet.getState()).passes
  expect(held).toMatchObject({ kind: 'google', devices: [], failure: null })
  await client.wallet.remove({ passId: held?.id ?? 0 })
  await portal.runJobs()
  expect(passOf(pass.id)).toMatchObject({ state: 'INACTIVE', textModulesData: [] })
  expect(JSON.stringify(passOf(pass.id))).not.toContain('Reid')
})

test('the next pass is asked for with the token and the class there are', async () => {
  await (await aHolder()).client.wallet.create({ kind: 'google' })
  google.takeCalls()
  await (await aHolder()).client.wallet.create({ kind: 'google' })
  expect(google.takeCalls().map((call) => call.replace(/\/[\d.]+[\w.-]*$/, '/…'))).toEqual([
    'PATCH /walletobjects/v1/genericObject/…',
    'POST /walletobjects/v1/genericClass',
    'POST /walletobjects/v1/genericObject',
  ])
})

test('a token that Google ends early is asked for anew', async () => {
  const { client } = await aHolder()
  await client.wallet.create({ kind: 'google' })
  google.endTokens()
  await expect(client.wallet.create({ kind: 'google' })).resolves.toMatchObject({ url: expect.any(String) })
})

test.each([
  [429, 'walletAway'],
  [500, 'walletAway'],
  [400, 'walletRefused'],
  [403, 'walletRefused'],
])('an answer of %s when a pass is made is told as %s, and the next try works', async (status, code) => {
  const { client } = await aHolder()
  google.failNext(status)
  await expect(client.wallet.create({ kind: 'google' })).rejects.toMatchObject({ code })
  expect((await client.wallet.getState()).passes).toEqual([])
  await expect(client.wallet.create({ kind: 'google' })).resolves.toBeTruthy()
})

test('another process that was faster is no fault', async () => {
  const { client } = await aHolder()
  await client.wallet.create({ kind: 'google' })
  // It was not there a moment ago, and is now.
  google.failNext(404)
  await expect(client.wallet.create({ kind: 'google' })).resolves.toBeTruthy()
})

test('an update that Google does not take is tried again until it does', async () => {
  const { id, client } = await aHolder()
  const pass = await save((await client.wallet.create({ kind: 'google' })).url)
  await suspend(id, true)
  google.failNext(503)
  await minutePasses()
  expect(passOf(pass.id)?.state).toBe('ACTIVE')
  expect((await client.wallet.getState()).passes).toMatchObject([{ failure: 'unreachable' }])
  await portal.runAsOwner('update graphile_worker._private_jobs set run_at = now()')
  await portal.runJobs()
  expect(passOf(pass.id)?.state).toBe('INACTIVE')
  await suspend(id, false)
  google.failNext(403)
  await minutePasses()
  expect((await client.wallet.getState()).passes).toMatchObject([{ failure: 'refused' }])
  clock.now = new Date(clock.now.getTime() + 61 * 60_000)
  await tellAgain(portal.ctx)
  await portal.runJobs()
  expect(passOf(pass.id)?.state).toBe('ACTIVE')
  expect((await client.wallet.getState()).passes).toMatchObject([{ failure: null }])
})

const lookAt = (name: string) =>
  walletChecks.find((check) => check.name === name)?.find(portal.ctx, AbortSignal.timeout(20_000))

test('the doctor says whether Google lets the account in, and what to do', async () => {
  expect(await lookAt('wallet.google')).toMatchObject({ state: 'well' })
  await setUp(google.addAccount('other@space.example', ['3388000000000000001']))
  expect(await lookAt('wallet.google')).toMatchObject({ state: 'wrong', says: expect.stringContaining('this issuer') })
  google.removeAccount('other@space.example')
  await changeSetting(portal.ctx, { key: 'GOOGLE_WALLET_ISSUER_ID', value: '3388000000000000001' })
  google.endTokens()
  expect(await lookAt('wallet.google')).toMatchObject({ says: 'Google refuses the key of the service account.' })
  await changeSetting(portal.ctx, { key: 'GOOGLE_WALLET_ISSUER_ID', value: '' })
  expect(await lookAt('wallet.google')).toMatchObject({ state: 'wrong', says: expect.stringContaining('by half') })
  expect(judgeGoogle(new GoogleAway('x')).state).toBe('unknown')
  expect(judgeGoogle(new GoogleRefusal(404)).state).toBe('wrong')
})
