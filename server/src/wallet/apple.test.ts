import { expect, test } from 'vitest'
import { record } from '#platform/db/change.ts'
import { aMember } from '../members/factory.ts'
import { changeSetting } from '../settings/settings.ts'
import { useApplePortal } from './apple-scene.testing.ts'

const { certificate, clock, later, newPhone, minutePasses, holder, setMember, pushesTo, check, stateOf, opened } =
  useApplePortal()
const portal = () => opened().portal

test('a member puts the digital ID into Apple Wallet: signed, with name, state, since when, number and a code', async () => {
  const { id, client, phone } = await holder()
  await setMember(id, { first_joined_at: new Date('2021-03-03T12:00:00Z') })
  await phone.fetchLatest()
  const pass = phone.pass()
  expect(pass).toMatchObject({
    passTypeIdentifier: 'pass.org.example.member',
    voided: false,
    expirationDate: '2026-03-31T10:00:00.000Z',
  })
  expect(pass.generic.primaryFields).toMatchObject([{ value: 'Una Reid' }])
  expect(stateOf(phone)).toBe('Active member')
  expect(pass.generic.auxiliaryFields.map(({ value }) => value)).toEqual(['3 March 2021', String(id)])
  expect(pass.files).toEqual(expect.arrayContaining(['pass.json', 'icon.png', 'icon@2x.png', 'icon@3x.png']))
  expect(await check(phone)).toMatchObject({ verdict: 'valid', name: 'Una Reid', isPass: true, issuedAt: null })
  expect(await client.wallet.getState()).toMatchObject({
    offers: ['apple'],
    passes: [{ kind: 'apple', failure: null, devices: [{ addedAt: clock.now.toISOString() }] }],
  })
})

test('a second phone gets the same pass, and a link that is older than ten minutes gives none', async () => {
  const { client, phone, url } = await holder()
  const watch = newPhone()
  expect(await watch.open((await client.wallet.create({ kind: 'apple' })).url)).toBe(201)
  expect(watch.pass().serialNumber).toBe(phone.pass().serialNumber)
  expect((await client.wallet.getState()).passes[0]?.devices).toHaveLength(2)
  later(10)
  expect(await watch.open(url)).toBe(410)
  expect(await watch.open(url.replace(/.\/$/, 'x/'))).toBe(410)
})

test('a suspension is on the phone within a minute, and the pass is void until it is lifted', async () => {
  const { id, phone } = await holder()
  await setMember(id, { suspended_at: clock.now, suspension_reason: 'The kiln.' })
  expect(await check(phone)).toMatchObject({ verdict: 'notActive', standing: 'suspended' })
  await minutePasses()
  expect(pushesTo(phone)).toMatchObject([{ topic: 'pass.org.example.member', body: '{}' }])
  expect(await phone.wake()).toBe(1)
  expect(phone.pass().voided).toBe(true)
  expect(stateOf(phone)).toBe('Suspended')
  expect(phone.pass().text).not.toContain('kiln')
  await setMember(id, { suspended_at: null, suspension_reason: null })
  await minutePasses()
  expect(await phone.wake()).toBe(1)
  expect(phone.pass().voided).toBe(false)
  expect(stateOf(phone)).toBe('Active member')
  // Nothing more has changed.
  expect(await phone.wake()).toBe(0)
  expect(await phone.fetchLatest()).toBe(304)
  pushesTo(phone)
  await minutePasses()
  expect(pushesTo(phone)).toEqual([])
})

test('a new name and a new colour of the site reach phones as well', async () => {
  const { id, phone } = await holder()
  await setMember(id, { last_name: 'Ward' })
  await minutePasses()
  expect(pushesTo(phone)).toHaveLength(1)
  await phone.wake()
  expect(phone.pass().generic.primaryFields[0]?.value).toBe('Una Ward')
  await changeSetting(portal().ctx, { key: 'THEME_TOOLBAR', value: '#ffdd00' })
  await minutePasses()
  expect(pushesTo(phone)).toHaveLength(1)
  await phone.wake()
  expect(phone.pass().text).toContain('"backgroundColor":"rgb(255, 221, 0)","foregroundColor":"rgb(0, 0, 0)"')
})

test('a pass is renewed before it runs out, while its member is active', async () => {
  const { id, phone } = await holder()
  const before = phone.pass().expirationDate
  later(16 * 24 * 60)
  await minutePasses()
  expect(pushesTo(phone)).toHaveLength(1)
  await phone.wake()
  expect(Date.parse(phone.pass().expirationDate) - Date.parse(before)).toBe((16 * 24 * 60 + 1) * 60_000)
  await setMember(id, { membership_state: 'inactive' })
  await minutePasses()
  await phone.wake()
  pushesTo(phone)
  later(16 * 24 * 60)
  await minutePasses()
  expect(pushesTo(phone)).toEqual([])
})

test('removing it voids the pass everywhere; the next one is another one', async () => {
  const { id, client, phone, url } = await holder()
  const [pass] = (await client.wallet.getState()).passes
  await client.wallet.remove({ passId: pass?.id ?? 0 })
  expect(await check(phone)).toMatchObject({ verdict: 'removed', name: null, standing: null })
  expect(await phone.open(url)).toBe(410)
  await portal().runJobs()
  await phone.wake()
  expect(phone.pass()).toMatchObject({ voided: true, generic: { primaryFields: [{ value: 'No longer valid' }] } })
  expect(phone.pass().text).not.toContain('Reid')
  expect((await client.wallet.getState()).passes).toEqual([])
  const events = await portal()
    .db.selectFrom('audit_events')
    .select(['event', 'data'])
    .where('subject_id', '=', id)
    .where('event', 'like', 'wallet.%')
    .orderBy('id')
    .execute()
  expect(events.map(({ event }) => event)).toEqual(['wallet.passCreated', 'wallet.passRemoved'])
  const next = newPhone()
  await next.open((await client.wallet.create({ kind: 'apple' })).url)
  expect(next.pass().serialNumber).not.toBe(phone.pass().serialNumber)
})

test('no member ends the pass of another one', async () => {
  const { client } = await holder()
  const [pass] = (await client.wallet.getState()).passes
  const stranger = await portal().as((await aMember(portal().db)).id)
  await expect(stranger.wallet.remove({ passId: pass?.id ?? 0 })).rejects.toMatchObject({ code: 'notFound' })
  expect(await check((await holder()).phone)).toMatchObject({ verdict: 'valid' })
})

test('closing the account voids the pass and leaves no name on the phone', async () => {
  const { id, phone } = await holder()
  const { domains } = await import('../domains.ts')
  const own = domains.find(({ name }) => name === 'wallet')?.personalData
  const lists: unknown[] = []
  for (const { read } of own?.lists ?? []) for await (const rows of read(portal().ctx, id)) lists.push(rows)
  expect(lists).toMatchObject([[{ wallet: 'apple', endedAt: null }], [{ addedAt: clock.now }]])
  expect(JSON.stringify(lists)).not.toContain(phone.pushToken)
  await record(portal().ctx, async (work) => ({ result: await own?.erase?.(work, id) }))
  await portal().runJobs()
  expect(pushesTo(phone)).toHaveLength(1)
  await phone.wake()
  expect(phone.pass().text).not.toMatch(/Reid|Member number/)
  expect(phone.pass().voided).toBe(true)
  expect(await check(phone)).toMatchObject({ verdict: 'removed', name: null })
})

test('a member who leaves for good loses the pass', async () => {
  const { id, phone } = await holder()
  const { walletLeavingStep } = await import('./leaving-step.ts')
  const facts = { memberId: id, leavingId: 1, today: '2026-03-01', locale: 'en-AU', isClosed: false, isFirstTry: true }
  const outcome = await record(portal().ctx, async (work) => ({ result: await walletLeavingStep.run(work, facts) }))
  expect(outcome).toMatchObject({ state: 'done', parts: [{ event: 'wallet.passRemoved' }] })
  await portal().runJobs()
  await phone.wake()
  expect(phone.pass().voided).toBe(true)
})

test.each([['noob'], ['inactive'], ['accountonly']] as const)('a member who is %s gets none', async (state) => {
  const client = await portal().as((await aMember(portal().db, { state })).id)
  await expect(client.wallet.create({ kind: 'apple' })).rejects.toMatchObject({ code: 'memberOnly' })
})

test('where a wallet is not set up it is not offered, and a broken certificate is refused by the setting', async () => {
  const client = await portal().as((await aMember(portal().db)).id)
  await expect(client.wallet.create({ kind: 'google' })).rejects.toMatchObject({ code: 'walletOff' })
  const value = certificate.certificate + certificate.key
  await expect(changeSetting(portal().ctx, { key: 'APPLE_WALLET_CERTIFICATE', value })).rejects.toMatchObject({
    facts: { fields: [{ message: expect.stringContaining('intermediate') }] },
  })
})
