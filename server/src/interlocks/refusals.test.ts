import { randomUUID } from 'node:crypto'
import { afterAll, afterEach, beforeAll, expect, test } from 'vitest'
import { aGrant } from '../access/factory.ts'
import { authoriseDevice, removeDevice } from '../devices/registration.ts'
import { anEntry } from '../memberbucks/factory.ts'
import { aMember } from '../members/factory.ts'
import { startTestPortal, type TestPortal } from '../portal.testing.ts'
import { changeSetting } from '../settings/settings.ts'
import { aMachine } from './factory.ts'
import { machineScene, says, startedOf } from './machine-scene.testing.ts'
import { startMachineSession } from './sessions.ts'

let portal: TestPortal
let site: ReturnType<typeof machineScene>
beforeAll(async () => {
  portal = await startTestPortal()
  site = machineScene({ db: portal.db, url: await portal.listen() })
})
afterEach(() => site.hangUp())
afterAll(() => portal.close())

const lastSwipe = (memberId: number | null) =>
  portal.db
    .selectFrom('swipes')
    .selectAll()
    .where('member_id', memberId === null ? 'is' : '=', memberId)
    .orderBy('id', 'desc')
    .limit(1)
    .executeTakeFirst()

test('a refused card leaves the use of another member alone', async () => {
  const machine = await aMachine(portal.db)
  const bo = await site.aUser(machine)
  const stranger = await aMember(portal.db, { cards: ['901'] })
  const { line } = await site.connect(machine)
  const id = await startedOf(line, bo.card)
  expect(await says.start(line, '901')).toEqual({ command: 'interlock_session_rejected', reason: 'rejected' })
  expect(await site.sessionOf(id)).toMatchObject({ ended_at: null, ended_by_id: null })
  expect(await lastSwipe(stranger.id)).toMatchObject({ outcome: 'refused', refusal: 'noGrant', device_id: machine.id })
  expect(await says.update(line, id)).toMatchObject({ success: true })
})

test('each reason to refuse is kept in full, and told in the words that devices know', async () => {
  const machine = await aMachine(portal.db, { minBalanceCents: 500 })
  const locked = await aMachine(portal.db, { isLockedOut: true })
  const { line } = await site.connect(machine)
  const lockedLine = (await site.connect(locked)).line
  const poor = await site.aUser(machine)
  const suspended = await site.aUser(machine, { suspension: 'Talk to us.' })
  const inactive = await site.aUser(machine, { state: 'inactive' })
  const anybody = await site.aUser(locked)
  const cases = [
    { line, who: poor, reason: 'rejected', refusal: 'balanceTooLow' },
    { line, who: suspended, reason: 'rejected', refusal: 'suspended' },
    { line, who: inactive, reason: 'rejected', refusal: 'notActive' },
    { line: lockedLine, who: anybody, reason: 'locked_out', refusal: 'lockedOut' },
  ]
  for (const { line: machineLine, who, reason, refusal } of cases) {
    expect(await says.start(machineLine, who.card)).toEqual({ command: 'interlock_session_rejected', reason })
    expect(await lastSwipe(who.id)).toMatchObject({ refusal })
  }
  expect(await says.start(line, '99999')).toEqual({ command: 'interlock_session_rejected', reason: 'rejected' })
  expect(await lastSwipe(null)).toMatchObject({ refusal: 'unknownCard', card_number: '99999' })
  await anEntry(portal.db, { memberId: poor.id, amountCents: 500 })
  await startedOf(line, poor.card)
})

test('where members sign in on site, a machine that is not exempt asks for it', async () => {
  await changeSetting(portal.ctx, { key: 'REQUIRE_SITE_SIGN_IN', value: true })
  try {
    const machine = await aMachine(portal.db)
    const exempt = await aMachine(portal.db, { isExemptFromSignin: true })
    const bo = await site.aUser(machine)
    await aGrant(portal.db, { memberId: bo.id, deviceId: exempt.id })
    const { line } = await site.connect(machine)
    expect(await says.start(line, bo.card)).toEqual({ command: 'interlock_session_rejected', reason: 'not_signed_in' })
    await startedOf((await site.connect(exempt)).line, bo.card)
    await (await portal.as(bo.id)).visits.signIn({ guests: [] })
    await startedOf(line, bo.card)
  } finally {
    await changeSetting(portal.ctx, { key: 'REQUIRE_SITE_SIGN_IN', value: false })
  }
})

test('a start without a card is refused and matches no member, and a card may be a number', async () => {
  const machine = await aMachine(portal.db)
  const cardless = await aMember(portal.db)
  await aGrant(portal.db, { memberId: cardless.id, deviceId: machine.id })
  const bo = await site.aUser(machine)
  const { line } = await site.connect(machine)
  for (const nothing of [null, undefined, '', '  ']) {
    expect(await says.start(line, nothing)).toEqual({ command: 'interlock_session_rejected', reason: 'rejected' })
  }
  expect(await lastSwipe(cardless.id)).toBeUndefined()
  expect(await says.start(line, Number(bo.card))).toMatchObject({ session_id: expect.any(String) })
})

test('a machine can neither prolong nor end the use of another one', async () => {
  const [saw, lathe] = [await aMachine(portal.db), await aMachine(portal.db)]
  const bo = await site.aUser(saw)
  const sawLine = (await site.connect(saw)).line
  const latheLine = (await site.connect(lathe)).line
  const id = await startedOf(sawLine, bo.card)
  expect(await says.end(latheLine, id, { card_id: bo.card })).toMatchObject({ success: false })
  expect(await says.update(latheLine, id)).toMatchObject({ success: false })
  expect((await site.sessionOf(id)).ended_at).toBeNull()
})

test('odd ids and readings are answered, and the line lives on', async () => {
  const machine = await aMachine(portal.db, { perKwhCents: 100 })
  const bo = await site.aUser(machine)
  const { line } = await site.connect(machine)
  for (const id of ['', 'nonsense', randomUUID()]) {
    expect(await says.end(line, id)).toEqual({
      command: 'interlock_session_end',
      success: false,
      reason: 'session_already_ended',
    })
  }
  const id = await startedOf(line, bo.card)
  for (const reading of ['12', {}, -1, 1e300]) {
    expect(await says.update(line, id, reading)).toMatchObject({
      success: true,
    })
  }
  line.send({ command: 'interlock_off' })
  line.send({ command: 'interlock_session_start' })
  expect(await line.next()).toEqual({ command: 'interlock_session_rejected', reason: 'rejected' })
  expect(await says.end(line, id)).toMatchObject({ success: true })
  expect(await says.end(line, id)).toMatchObject({ success: false })
})

test('a member reads on their own screen why a machine refused them, and others do not', async () => {
  const machine = await aMachine(portal.db, { name: 'Lathe of reasons', minBalanceCents: 500 })
  const { line } = await site.connect(machine)
  const poor = await site.aUser(machine)
  const other = await aMember(portal.db, { state: 'active' })
  await says.start(line, poor.card)
  const seenBy = async (memberId: number) => {
    const { doors, interlocks } = await (await portal.as(memberId)).access.listSwipes()
    expect(doors.filter(({ name }) => name === 'Lathe of reasons')).toEqual([])
    return interlocks.find(({ name }) => name === 'Lathe of reasons')
  }
  expect(await seenBy(poor.id)).toMatchObject({ outcome: 'refused', refusal: 'balanceTooLow', isMine: true })
  expect(await seenBy(other.id)).toMatchObject({ outcome: 'refused', refusal: null, isMine: false })
  const access = await (await portal.as(poor.id)).access.listOwn()
  expect(access.interlocks.find(({ id }) => id === machine.id)).toMatchObject({ refusal: 'balanceTooLow' })
})

test('a machine that was removed, or is not authorised any more, starts nothing even while its line is open still', async () => {
  const [removed, withdrawn] = [await aMachine(portal.db), await aMachine(portal.db)]
  const bo = await site.aUser(removed)
  await aGrant(portal.db, { memberId: bo.id, deviceId: withdrawn.id })
  await removeDevice(portal.ctx, { deviceId: removed.id, kind: 'interlock' })
  await authoriseDevice(portal.ctx, { deviceId: withdrawn.id, isAuthorised: false })
  for (const { id: deviceId } of [removed, withdrawn]) {
    expect(await startMachineSession(portal.ctx, { deviceId, card: bo.card })).toMatchObject({
      outcome: 'refused',
      refusal: 'lockedOut',
    })
  }
})
