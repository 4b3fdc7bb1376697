import { expect, test } from 'vitest'
import { setUpAccounts } from '../../accounts.testing.ts'
import { aKiosk } from '../../kiosks/factory.ts'
import { aMember } from '../../members/factory.ts'
import { openBrowser } from '../browser.testing.ts'
import { hashPassword } from '../passwords/passwords.ts'

const accounts = setUpAccounts()

const place = '10.8.8.8'

let count = 0

/** Is refused for its password, and counts even so. */
const tryToRegister = async (browser = openBrowser(accounts.portal.app, place)) => {
  count += 1
  const names = { firstName: 'Ann', lastName: 'Bell', screenName: `open ${count}` }
  const rest = { mobile: '+61 400 000 000', password: 'password1' }
  return (await browser.post('/api/register/', { email: `open${count}@example.org`, ...names, ...rest })).statusCode
}

const tryMany = async (tries: number) => {
  const answers = new Set<number>()
  for (let n = 0; n < tries; n += 1) answers.add(await tryToRegister())
  return [...answers]
}

test('staff let a room of newcomers register from the network they are in, and end it', async () => {
  const passwordHash = await hashPassword('correct horse battery')
  const { email, id } = await aMember(accounts.portal.db, { permissions: ['members'], passwordHash })
  const staff = openBrowser(accounts.portal.app, place)
  await staff.logIn(email, 'correct horse battery')
  const url = '/api/admin/open-day/'
  expect(await tryMany(21)).toEqual([400, 429])
  expect((await staff.get(url)).json()).toEqual({ until: null })
  const started = (await staff.put(url)).json<{ until: string }>()
  expect(Date.parse(started.until)).toBeGreaterThan(Date.now() + 5 * 3_600_000)
  expect(await tryMany(25)).toEqual([400])
  // Another network is as narrow as ever.
  const elsewhere = openBrowser(accounts.portal.app, '10.7.7.7')
  expect((await elsewhere.get(url)).statusCode).toBe(401)
  expect((await staff.delete(url)).statusCode).toBe(200)
  expect((await staff.get(url)).json()).toEqual({ until: null })
  expect(await tryToRegister()).toBe(429)
  const events = accounts.portal.db.selectFrom('audit_events').select('event').where('actor_id', '=', id)
  expect(
    (await events.where('event', 'like', 'account.openDay%').orderBy('id').execute()).map(({ event }) => event),
  ).toEqual(['account.openDayStarted', 'account.openDayEnded'])
})

test('an authorised kiosk counts apart from its network', async () => {
  const kiosk = await aKiosk(accounts.portal.db)
  const screen = openBrowser(accounts.portal.app, place)
  screen.cookies.set('kiosk', kiosk.claim)
  expect(await tryToRegister()).toBe(429)
  expect(await tryToRegister(screen)).toBe(400)
})
