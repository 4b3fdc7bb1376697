import { expect, test } from 'vitest'
import { setUpAccounts } from '../../accounts.testing.ts'
import { aKiosk } from '../../kiosks/factory.ts'
import { anAccount } from '../factory.ts'
import { createThrottle } from './throttle.ts'

const password = 'correct horse battery'

const newPassword = 'staple of another kind'

const accounts = setUpAccounts()

type Browser = ReturnType<typeof accounts.browse>

/** Uses up what strangers may try at one account, as the first test does over HTTP. */
const attack = async (email: string) => {
  const throttle = createThrottle(accounts.portal.services)
  while (await throttle.mayTake(['loginsPerAccount', email])) continue
}

const askForLink = async (email: string, browser: Browser = accounts.browse()) => {
  const answer = await browser.post('/api/login/link/', { email })
  await accounts.portal.runJobs()
  return answer.statusCode
}

const mailedToken = () => /\/login\/link\/([\w-]+)/.exec(accounts.smtp.mails.at(-1)?.text ?? '')?.[1] ?? ''

const follow = (token: string, browser: Browser = accounts.browse()) => browser.post(`/api/login/link/${token}/`)

/** The same browser on another network, where it is not logged in. */
const elsewhere = (browser: Browser) => {
  const moved = accounts.browse()
  for (const [name, value] of browser.cookies) if (name !== 'sessionid') moved.cookies.set(name, value)
  return moved
}

test('while an account is attacked, its owner logs in from a known browser and from a fresh one with a mailed link', async () => {
  const { email } = await anAccount(accounts.portal.db, { password })
  const known = accounts.browse()
  await known.logIn(email, password)
  await known.post('/api/logout/')
  for (let place = 0; place < 10; place += 1) {
    const attacker = accounts.browse()
    for (let n = 0; n < 5; n += 1) expect((await attacker.logIn(email, `guess ${n}`)).statusCode).toBe(401)
  }
  expect((await known.logIn(email, password)).statusCode).toBe(200)
  expect(await known.isLoggedIn()).toBe(true)
  const fresh = accounts.browse()
  expect((await fresh.logIn(email, password)).statusCode).toBe(429)
  expect(await askForLink(email, fresh)).toBe(200)
  expect((await follow(mailedToken(), fresh)).statusCode).toBe(200)
  expect(await fresh.isLoggedIn()).toBe(true)
  await fresh.post('/api/logout/')
  expect((await fresh.logIn(email, password)).statusCode).toBe(200)
})

test('while an account is attacked, its owner logs in from where they logged in lately', async () => {
  const { email } = await anAccount(accounts.portal.db, { password })
  expect((await accounts.browse('10.40.0.1').logIn(email, password)).statusCode).toBe(200)
  await attack(email)
  const fresh = accounts.browse('10.40.0.1')
  // What is wrong is answered as everywhere, so that it does not show who logged in from here.
  expect((await fresh.logIn(email, 'wrong wrong')).statusCode).toBe(429)
  expect((await fresh.logIn(email, password)).statusCode).toBe(200)
})

test('a known browser has five wrong tries of its own', async () => {
  const { email } = await anAccount(accounts.portal.db, { password })
  const known = accounts.browse()
  await known.logIn(email, password)
  for (let n = 0; n < 5; n += 1) expect((await known.logIn(email, `guess ${n}`)).statusCode).toBe(401)
  expect((await known.logIn(email, password)).statusCode).toBe(429)
})

test('what makes a browser known is a cookie that says nothing, differs after each login and serves one browser', async () => {
  const { email } = await anAccount(accounts.portal.db, { password })
  const known = accounts.browse()
  const cookie = (await known.logIn(email, password)).cookies.find(({ name }) => name === 'browser')
  expect(cookie).toMatchObject({ httpOnly: true, sameSite: 'Lax', path: '/' })
  expect(cookie?.value).toMatch(/^[\w-]{43}$/)
  const other = accounts.browse()
  other.cookies.set('browser', cookie?.value ?? '')
  await known.logIn(email, password)
  expect(known.cookies.get('browser')).not.toBe(cookie?.value)
  await attack(email)
  expect((await other.logIn(email, password)).statusCode).toBe(429)
  expect((await known.logIn(email, password)).statusCode).toBe(200)
})

test('a browser is known to the members who logged in there, and to no other', async () => {
  const { email: first } = await anAccount(accounts.portal.db, { password })
  const { email: second } = await anAccount(accounts.portal.db, { password })
  const { email: third } = await anAccount(accounts.portal.db, { password })
  const shared = accounts.browse('10.41.0.1')
  for (const email of [first, second]) await shared.logIn(email, password)
  const moved = elsewhere(shared)
  for (const email of [first, second, third]) await attack(email)
  expect((await moved.logIn(third, password)).statusCode).toBe(429)
  expect((await moved.logIn(first, password)).statusCode).toBe(200)
  expect((await moved.logIn(second, password)).statusCode).toBe(200)
})

test.each([
  ['a reset', 429],
  ['a changed password', 200],
  ['ending all other sessions', 200],
  ['ending that session', 200],
] as const)('%s makes a browser unknown, and answers the one it is done with %i', async (what, expected) => {
  const { id, email } = await anAccount(accounts.portal.db, { password })
  const lost = accounts.browse('10.42.0.1')
  await lost.logIn(email, password)
  lost.cookies.delete('sessionid')
  const here = accounts.browse('10.42.0.2')
  await here.logIn(email, password)
  const [session] = (await accounts.sessionsOf(id)).toSorted((a, b) => a.id - b.id)
  if (what === 'a reset') {
    await here.post('/api/password/reset/', { email })
    await accounts.portal.runJobs()
    const token = /reset\/([\w-]+)/.exec(accounts.smtp.mails.at(-1)?.text ?? '')?.[1]
    await here.post('/api/password/reset/', { token, password: newPassword })
  }
  if (what === 'a changed password') await here.put('/api/profile/password/', { current: password, new: newPassword })
  if (what === 'ending all other sessions') await here.delete('/api/profile/sessions/')
  if (what === 'ending that session') await here.delete(`/api/profile/sessions/${session?.id}/`)
  const now = what.includes('session') ? password : newPassword
  await attack(email)
  expect((await elsewhere(lost).logIn(email, now)).statusCode).toBe(429)
  expect((await elsewhere(here).logIn(email, now)).statusCode).toBe(expected)
})

test('a hundred wrong tries from the Wi-Fi of the space keep none of those out who logged in there or have their browser', async () => {
  const wifi = '10.43.0.1'
  const { email: regular } = await anAccount(accounts.portal.db, { password })
  const { email: visitor } = await anAccount(accounts.portal.db, { password })
  const { email: stranger } = await anAccount(accounts.portal.db, { password })
  await accounts.browse(wifi).logIn(regular, password)
  const phone = accounts.browse()
  await phone.logIn(visitor, password)
  const attacker = accounts.browse(wifi)
  for (let n = 0; n < 100; n += 1) await attacker.logIn(`wifi${n}@example.org`, 'wrong wrong')
  expect((await accounts.browse(wifi).logIn(stranger, password)).statusCode).toBe(429)
  expect((await accounts.browse(wifi).logIn(regular, password)).statusCode).toBe(200)
  const phoneThere = accounts.browse(wifi)
  for (const [name, value] of phone.cookies) phoneThere.cookies.set(name, value)
  expect((await phoneThere.logIn(visitor, password)).statusCode).toBe(200)
  expect(await askForLink(stranger, accounts.browse(wifi))).toBe(200)
  expect((await follow(mailedToken(), accounts.browse(wifi))).statusCode).toBe(200)
})

test('at an authorised kiosk no attack from elsewhere counts', async () => {
  const { email } = await anAccount(accounts.portal.db, { password })
  await attack(email)
  const kiosk = await aKiosk(accounts.portal.db)
  const screen = accounts.browse()
  screen.cookies.set('kiosk', kiosk.claim)
  expect((await screen.logIn(email, password)).statusCode).toBe(200)
  expect(screen.cookies.has('browser')).toBe(false)
})

test('while an account is attacked, its owner changes the password in an open session', async () => {
  const { id, email } = await anAccount(accounts.portal.db, { password })
  const api = await accounts.portal.as(id)
  await attack(email)
  await api.kiosks.setOwnPin({ pin: '4831', password })
  await api.profile.changePassword({ current: password, new: newPassword })
  await api.profile.closeAccount({ password: newPassword, confirmation: 'close my account' })
  expect(await accounts.eventsOf(id)).toEqual(['account.pinSet', 'account.passwordChanged', 'account.closed'])
})

test('a link to log in works once, for half an hour, and says so to a stranger as little as any', async () => {
  const { id, email } = await anAccount(accounts.portal.db, { password })
  const [known, unknown] = [
    await accounts.browse().post('/api/login/link/', { email: email.toUpperCase() }),
    await accounts.browse().post('/api/login/link/', { email: 'unknown@example.org' }),
  ]
  expect([known.statusCode, known.json()]).toEqual([200, { success: true }])
  expect([unknown.statusCode, unknown.json()]).toEqual([200, { success: true }])
  await accounts.portal.runJobs()
  expect(accounts.smtp.mails.map((mail) => mail.envelope.to)).toEqual([[email]])
  expect(accounts.smtp.mails[0]?.text).toContain('expires in 30 minutes')
  const token = mailedToken()
  accounts.clock.now = new Date(accounts.clock.startedAt.getTime() + 30 * 60_000 + 1000)
  expect((await follow(token)).json()).toMatchObject({ code: 'invalidLink' })
  accounts.clock.now = accounts.clock.startedAt
  expect((await follow(token)).statusCode).toBe(200)
  expect((await follow(token)).json()).toMatchObject({ code: 'invalidLink' })
  expect(await accounts.eventsOf(id)).toEqual(['account.loginLinkSent', 'account.loggedInByLink'])
})

test('a suspended member logs in by link to see why, a closed account gets none', async () => {
  const { email } = await anAccount(accounts.portal.db, { password, suspension: 'Broke the laser' })
  await askForLink(email)
  expect((await follow(mailedToken())).statusCode).toBe(200)
  const { id, email: gone } = await anAccount(accounts.portal.db, { password })
  await askForLink(gone)
  const token = mailedToken()
  await (await accounts.portal.as(id)).profile.closeAccount({ password, confirmation: 'close my account' })
  expect((await follow(token)).json()).toMatchObject({ code: 'invalidLink' })
})

test('who has not confirmed the address is mailed the link that does, since a stranger may have registered it', async () => {
  const { email } = await anAccount(accounts.portal.db, { password, isVerified: false })
  await askForLink(email)
  expect(accounts.smtp.mails[0]?.subject).toBe('Confirm your email address')
})

test('a new password ends the links to log in', async () => {
  const { id, email } = await anAccount(accounts.portal.db, { password })
  await askForLink(email)
  const token = mailedToken()
  await (await accounts.portal.as(id)).profile.changePassword({ current: password, new: newPassword })
  expect((await follow(token)).json()).toMatchObject({ code: 'invalidLink' })
})

test('a kiosk mails no links to log in and opens none', async () => {
  const { email } = await anAccount(accounts.portal.db, { password })
  await askForLink(email)
  const kiosk = await aKiosk(accounts.portal.db)
  const screen = accounts.browse()
  screen.cookies.set('kiosk', kiosk.claim)
  expect((await screen.post('/api/login/link/', { email })).json()).toMatchObject({ code: 'notOnKiosk' })
  const token = mailedToken()
  expect((await follow(token, screen)).json()).toMatchObject({ code: 'notOnKiosk' })
  expect((await follow(token)).statusCode).toBe(200)
})

test('strangers who ask for links use up none of the owner’s: there is always one that works', async () => {
  const { email } = await anAccount(accounts.portal.db, { password })
  for (let place = 0; place < 12; place += 1) await accounts.browse().post('/api/login/link/', { email })
  await accounts.portal.runJobs()
  expect(accounts.smtp.mails).toHaveLength(6)
  // The one in the mailbox works, so the owner needs no other.
  expect(await askForLink(email)).toBe(200)
  expect(accounts.smtp.mails).toHaveLength(6)
  const fresh = accounts.browse()
  expect((await follow(mailedToken(), fresh)).statusCode).toBe(200)
  // It was used, so the next one is mailed; also from a known browser, whatever strangers do.
  await fresh.post('/api/logout/')
  for (let place = 0; place < 12; place += 1) await accounts.browse().post('/api/login/link/', { email })
  await accounts.portal.runJobs()
  const before = accounts.smtp.mails.length
  expect(await askForLink(email, fresh)).toBe(200)
  expect(accounts.smtp.mails).toHaveLength(before + 1)
  expect((await follow(mailedToken(), fresh)).statusCode).toBe(200)
})

test('when the links in a mailbox are about to expire, another one is mailed however many were asked for', async () => {
  const { email } = await anAccount(accounts.portal.db, { password })
  for (let place = 0; place < 8; place += 1) await accounts.browse().post('/api/login/link/', { email })
  await accounts.portal.runJobs()
  accounts.clock.now = new Date(accounts.clock.startedAt.getTime() + 25 * 60_000)
  expect(await askForLink(email)).toBe(200)
  expect(accounts.smtp.mails).toHaveLength(7)
  expect((await follow(mailedToken())).statusCode).toBe(200)
})

test('a stranger on the same network leaves the owner there a link, before and after the first ones expire', async () => {
  const wifi = '10.44.0.1'
  const { email } = await anAccount(accounts.portal.db, { password })
  const stranger = accounts.browse(wifi)
  for (let n = 0; n < 5; n += 1) expect(await askForLink(email, stranger)).toBe(200)
  expect(accounts.smtp.mails).toHaveLength(3)
  accounts.clock.now = new Date(accounts.clock.startedAt.getTime() + 40 * 60_000)
  const owner = accounts.browse(wifi)
  expect(await askForLink(email, owner)).toBe(200)
  expect(accounts.smtp.mails).toHaveLength(4)
  expect((await follow(mailedToken(), owner)).statusCode).toBe(200)
})
