import { afterAll, beforeAll, expect, test } from 'vitest'
import { openBrowser } from '../auth/browser.testing.ts'
import { anAccount } from '../auth/factory.ts'
import { startTestPortal, type TestPortal } from '../portal.testing.ts'
import { aKiosk } from './factory.ts'

const password = 'correct horse battery'
let portal: TestPortal
beforeAll(async () => {
  portal = await startTestPortal()
})
afterAll(() => portal.close())

const scene = async () => {
  const kiosk = await aKiosk(portal.db)
  const cardId = `meanwhile ${kiosk.id}`
  const { id: memberId, email } = await anAccount(portal.db, { password, cards: [cardId] })
  const screen = openBrowser(portal.app)
  screen.cookies.set('kiosk', kiosk.claim)
  return {
    kiosk,
    memberId,
    ways: {
      card: () => screen.post('/api/login/kiosk/', { cardId, kioskId: kiosk.screenId }),
      password: () => screen.logIn(email, password),
    },
  }
}

/** What a log-in is answered that has to wait for what staff do to its kiosk. */
const whileStaff = async <T>(statement: string, logIn: () => Promise<T>): Promise<T> => {
  const client = await portal.services.pool.connect()
  try {
    await client.query('begin')
    await client.query(statement)
    const answer = logIn()
    const waiting = `select 1 from pg_stat_activity where datname = current_database() and wait_event_type = 'Lock'`
    await expect.poll(async () => (await portal.services.pool.query(waiting)).rowCount).toBeGreaterThan(0)
    await client.query('commit')
    return await answer
  } finally {
    client.release()
  }
}

test.each(['card', 'password'] as const)(
  'a kiosk that is removed while a %s is checked logs no member in',
  async (way) => {
    const { kiosk, memberId, ways } = await scene()
    const answer = await whileStaff(`delete from kiosks where id = ${kiosk.id}`, ways[way])
    expect([answer.statusCode, answer.json().code]).toEqual([401, 'kioskUnknown'])
    expect(await portal.db.selectFrom('sessions').where('member_id', '=', memberId).selectAll().execute()).toEqual([])
  },
)

test('authorising a kiosk again that was revoked while a card was checked logs no member in', async () => {
  const { kiosk, memberId, ways } = await scene()
  const held = `select from kiosks where id = ${kiosk.id} for update; update kiosks set authorised_at = null where id = ${kiosk.id}`
  const answer = await whileStaff(held, ways.card)
  expect([answer.statusCode, answer.json().code]).toEqual([401, 'kioskUnknown'])
  expect(await portal.db.selectFrom('sessions').where('member_id', '=', memberId).selectAll().execute()).toEqual([])
})

test('a card that is reported lost while what was typed after it is checked logs no member in', async () => {
  const { memberId, ways } = await scene()
  const lost = `select from members where id = ${memberId} for no key update;
    update cards set state = 'lost', ended_at = now() where member_id = ${memberId}`
  const answer = await whileStaff(lost, ways.card)
  expect(answer.json()).toMatchObject({ code: 'cardEnded' })
  expect(await portal.db.selectFrom('sessions').where('member_id', '=', memberId).selectAll().execute()).toEqual([])
})
