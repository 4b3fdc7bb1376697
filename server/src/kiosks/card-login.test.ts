import { afterAll, beforeAll, expect, test } from 'vitest'
import { openBrowser } from '../auth/browser.testing.ts'
import { anAccount } from '../auth/factory.ts'
import { pauseSeconds } from '../auth/limits/kiosk-tries.ts'
import { createThrottle } from '../auth/limits/throttle.ts'
import type { TestClient } from '../client.testing.ts'
import type { MemberFacts } from '../members/factory.ts'
import { startTestPortal, type TestPortal } from '../portal.testing.ts'
import { aKiosk, aPin, type KioskFacts } from './factory.ts'

const password = 'correct horse battery'
let portal: TestPortal
let admin: TestClient
beforeAll(async () => {
  portal = await startTestPortal()
  admin = await portal.as((await anAccount(portal.db, { password, isAdmin: true })).id)
})
afterAll(() => portal.close())

type AuthorisedKiosk = Awaited<ReturnType<typeof aKiosk>>

let cards = 5000
/** A member with a card, and a kiosk to hold it to. */
const scene = async (facts: MemberFacts & { pin?: string } = {}, kioskFacts: KioskFacts = {}, at?: AuthorisedKiosk) => {
  cards += 1
  const cardId = String(cards)
  const { pin, ...member } = facts
  const { id: memberId, email } = await anAccount(portal.db, { password, cards: [cardId], ...member })
  if (pin !== undefined) await aPin(portal.db, { memberId, pin })
  const kiosk = at ?? (await aKiosk(portal.db, kioskFacts))
  const screen = openBrowser(portal.app)
  screen.cookies.set('kiosk', kiosk.claim)
  const ask = (typed: Record<string, unknown> = {}) =>
    screen.post('/api/login/kiosk/', { cardId, kioskId: kiosk.screenId, ...typed })
  const swipe = async (typed: Record<string, unknown> = {}) => {
    const answer = await ask(typed)
    return [answer.statusCode, answer.body === '' ? null : answer.json().code]
  }
  return { memberId, email, cardId, kiosk, screen, ask, swipe }
}

test('a card logs its owner in at an authorised kiosk', async () => {
  const { swipe, screen, memberId, kiosk } = await scene()
  expect(await swipe()).toEqual([200, null])
  expect((await screen.get('/api/profile/')).json().id).toBe(memberId)
  expect(await swipe()).toEqual([200, null])
  const { event, data } = await portal.db
    .selectFrom('audit_events')
    .select(['event', 'data'])
    .where('subject_id', '=', memberId)
    .executeTakeFirstOrThrow()
  expect([event, data]).toEqual(['account.kioskLoggedIn', expect.objectContaining({ kiosk: kiosk.name })])
})

test.each<[string, MemberFacts & { pin?: string }, Record<string, unknown>, [number, string | null]]>([
  ['an inactive member gets in to see why', { state: 'inactive' }, {}, [200, null]],
  ['a new member, too', { state: 'noob' }, {}, [200, null]],
  ['a suspended member is told so', { suspension: 'Banned.' }, {}, [403, 'keptOut']],
  ['an address that is not verified keeps out', { isVerified: false }, {}, [403, 'emailNotVerifiedNoMail']],
  ['an administrator types their password', { isAdmin: true }, {}, [403, 'passwordNeeded']],
  ['and gets in with it', { isAdmin: true }, { password }, [200, null]],
  ['staff type it too', { permissions: ['money'] }, {}, [403, 'passwordNeeded']],
  ['a PIN that was set is asked for', { pin: '4831' }, {}, [403, 'pinNeeded']],
  ['and lets in', { pin: '4831' }, { pin: '4831' }, [200, null]],
  ['the password does as well', { pin: '4831' }, { password }, [200, null]],
  ['another PIN does not', { pin: '4831' }, { pin: '4832' }, [403, 'wrongPin']],
  ['another password does not', { isAdmin: true }, { password: 'wrong wrong' }, [403, 'wrongPin']],
  ['a PIN that was not set is no password', { isAdmin: true }, { pin: '4831' }, [403, 'wrongPin']],
  ['a typed number needs a PIN', {}, { isTyped: true }, [400, 'badInput']],
  ['a typed number and the PIN let in', { pin: '4831' }, { isTyped: true, pin: '4831' }, [200, null]],
  ['a typed number belongs to no other member', { pin: '4831' }, { isTyped: true, pin: '1111' }, [403, 'wrongPin']],
  ['an unknown card', {}, { cardId: 'unknown' }, [401, 'cardUnknown']],
  ['typed, it reads as a wrong PIN', {}, { cardId: 'unknown', isTyped: true, pin: '4831' }, [403, 'wrongPin']],
  ['no card', {}, { cardId: '' }, [400, 'badInput']],
  ['no screen', {}, { kioskId: undefined }, [400, 'badInput']],
  ['what another screen is called', {}, { kioskId: 'another' }, [401, 'kioskUnknown']],
])('%s', async (_what, facts, typed, expected) => {
  const { swipe } = await scene(facts)
  expect(await swipe(typed)).toEqual(expected)
})

test('a kiosk that waits logs no member in, nor does a browser that only knows what it is called', async () => {
  const waiting = await scene({}, { isAuthorised: false })
  expect(await waiting.swipe()).toEqual([403, 'kioskPending'])
  const { screen, swipe } = await scene()
  screen.cookies.delete('kiosk')
  expect(await swipe()).toEqual([401, 'kioskUnknown'])
  screen.cookies.set('kiosk', 'guessed')
  expect(await swipe()).toEqual([401, 'kioskUnknown'])
})

test('a lost card and one that was replaced let no member in', async () => {
  for (const state of ['lost', 'retired'] as const) {
    const { memberId, swipe } = await scene()
    const [card] = (await admin.members.listCards({ memberId })).cards
    await admin.members.endCard({ memberId, cardId: card?.id ?? 0, state })
    expect(await swipe()).toEqual([403, 'cardEnded'])
  }
})

test('the setting asks everybody for a PIN or the password', async () => {
  await admin.settings.update({ key: 'KIOSK_PIN', value: true })
  try {
    const { swipe } = await scene()
    expect(await swipe()).toEqual([403, 'passwordNeeded'])
    expect(await swipe({ password })).toEqual([200, null])
  } finally {
    await admin.settings.reset({ key: 'KIOSK_PIN' })
  }
})

test('a kiosk asks everybody until an administrator says that a card is enough there', async () => {
  const keeper = await portal.as((await anAccount(portal.db, { password, permissions: ['devices'] })).id)
  const { kiosk, swipe } = await scene({}, { isAuthorised: false, isCardEnough: false })
  await keeper.kiosks.update({ kioskId: kiosk.id, authorised: true })
  expect(await swipe()).toEqual([403, 'passwordNeeded'])
  expect(await swipe({ password })).toEqual([200, null])
  await expect(keeper.kiosks.update({ kioskId: kiosk.id, isCardEnough: true })).rejects.toMatchObject({
    code: 'notAllowed',
  })
  await admin.kiosks.update({ kioskId: kiosk.id, isCardEnough: true })
  expect(await swipe()).toEqual([200, null])
  await keeper.kiosks.update({ kioskId: kiosk.id, isCardEnough: false })
  expect(await swipe()).toEqual([403, 'passwordNeeded'])
})

test('where an administrator authorises a kiosk, a card is enough from the start', async () => {
  const { kiosk, swipe } = await scene({}, { isAuthorised: false, isCardEnough: false })
  await admin.kiosks.update({ kioskId: kiosk.id, authorised: true })
  expect(await swipe()).toEqual([200, null])
})

test('a PIN is not guessed: after five tries even the right one waits', async () => {
  const { swipe, memberId } = await scene({ pin: '4831' })
  for (const pin of ['1000', '1001', '1002', '1003', '1005']) expect(await swipe({ pin })).toEqual([403, 'wrongPin'])
  expect(await swipe({ pin: '4831' })).toEqual([429, 'tooManyRequests'])
  const refused = await portal.db
    .selectFrom('audit_events')
    .select('data')
    .where('subject_id', '=', memberId)
    .where('event', '=', 'account.pinRefused')
    .execute()
  expect(refused).toHaveLength(5)
  expect(JSON.stringify(refused)).not.toContain('1005')
})

test('an unknown number stops at the same try, so that trying tells nothing', async () => {
  const { swipe } = await scene()
  const typed = { cardId: 'not a card', isTyped: true, pin: '4831' }
  for (let n = 0; n < 5; n++) expect(await swipe(typed)).toEqual([403, 'wrongPin'])
  expect(await swipe(typed)).toEqual([429, 'tooManyRequests'])
})

test.each([
  [20, 0],
  [21, 2],
  [22, 4],
  [24, 16],
  [25, 30],
  [900, 30],
])('after %i failed tries in ten minutes a kiosk pauses for %i seconds', (tries, seconds) => {
  expect(pauseSeconds(tries)).toBe(seconds)
})

/** Makes the pauses of all kiosks so long that no slow machine sees their end. */
const holdPauses = () =>
  portal.db
    .updateTable('rate_limits')
    .set({ expire: Date.now() + 25_000 })
    .where('key', 'like', 'kioskPause:%')
    .execute()

/** Makes them a thing of the past. */
const endPauses = () => portal.db.deleteFrom('rate_limits').where('key', 'like', 'kioskPause:%').execute()

test('a kiosk slows down after many unknown cards, and closes for none: cards it knows go on, the others after seconds', async () => {
  const { swipe, kiosk } = await scene()
  const known = await scene({}, {}, kiosk)
  expect(await known.swipe()).toEqual([200, null])
  for (let n = 0; n < 20; n++) expect(await swipe({ cardId: `guess ${n}` })).toEqual([401, 'cardUnknown'])
  expect(await swipe({ cardId: 'guess' })).toEqual([401, 'cardUnknown'])
  await holdPauses()
  const refused = await known.ask({ cardId: 'guess' })
  expect(refused.json()).toMatchObject({ code: 'tooManyRequests', retryAfterSeconds: expect.any(Number) })
  expect(await swipe()).toEqual([429, 'tooManyRequests'])
  expect(await known.swipe()).toEqual([200, null])
  await endPauses()
  expect(await swipe()).toEqual([200, null])
  expect(await (await scene()).swipe()).toEqual([200, null])
})

test('guesses during a pause are counted too: after sixty in an hour every card waits for its end', async () => {
  const { kiosk } = await scene()
  const throttle = createThrottle(portal.services)
  for (let n = 0; n < 21; n++) await throttle.count(['triesPerKiosk', String(kiosk.id)])
  for (let n = 0; n < 60; n++) await throttle.count(['triesDuringPauses', String(kiosk.id)])
  const known = await scene({}, {}, kiosk)
  expect(await known.swipe()).toEqual([200, null])
  expect((await known.ask({ cardId: 'guess' })).json().code).toBe('cardUnknown')
  await holdPauses()
  expect(await known.swipe()).toEqual([429, 'tooManyRequests'])
  await endPauses()
  expect(await known.swipe()).toEqual([200, null])
})

test('a card that is followed by a PIN is no failed try', async () => {
  const { swipe } = await scene({ pin: '4831' })
  for (let n = 0; n < 25; n++) expect(await swipe()).toEqual([403, 'pinNeeded'])
  expect(await swipe({ pin: '4831' })).toEqual([200, null])
})
