import { expect, test } from 'vitest'
import { setUpAccounts } from '../../accounts.testing.ts'
import { aKiosk } from '../../kiosks/factory.ts'
import { softPasskey } from './soft-passkey.testing.ts'
import { addSoftPasskey, aPerson, browserOf, setUpTotp } from './strong-accounts.testing.ts'

const accounts = setUpAccounts()

const origin = 'http://localhost:8000'

const visit = () => {
  const browser = browserOf(accounts.portal)
  return {
    ...browser,
    ask: async () => (await browser.post('/api/login/passkey/start/')).json(),
    enter: (passkey: unknown) => browser.tryTo('/api/login/passkey/', { passkey }),
  }
}

test('a passkey logs in without an email and a password, and its last use is kept', async () => {
  const { client } = await aPerson(accounts.portal)
  const { key } = await addSoftPasskey(accounts.portal, client)
  const browser = visit()
  expect(await browser.enter(key.answer(await browser.ask()))).toBe('in')
  expect(await browser.isLoggedIn()).toBe(true)
  const { passkeys } = await client.auth.getStrongLogin()
  expect(passkeys).toMatchObject([{ name: 'Laptop', lastUsedAt: accounts.clock.now.toISOString() }])
})

test('a login with a passkey asks for no code: it is both factors', async () => {
  const { client } = await aPerson(accounts.portal)
  await setUpTotp(accounts.portal, client)
  const { key } = await addSoftPasskey(accounts.portal, client)
  const browser = visit()
  expect(await browser.enter(key.answer(await browser.ask()))).toBe('in')
})

test('the question to a passkey names the configured address, whatever Host a request has', async () => {
  const answer = await accounts.portal.app.inject({
    method: 'POST',
    url: '/api/login/passkey/start/',
    headers: { host: 'evil.example' },
  })
  expect(answer.json()).toMatchObject({ rpId: 'localhost', allowCredentials: [] })
})

test.each([
  ['made for another site', { origin: 'https://evil.example' }],
  ['of another address of this site', { rpId: 'evil.example' }],
  ['used without finger or PIN', { isVerified: false }],
  ['of another account', { userHandle: 'bm90IHRoaXMgbWVtYmVy' }],
  ['that answers a question of its own', { challenge: 'A'.repeat(43) }],
])('a passkey %s is refused', async (_what, lies) => {
  const { client } = await aPerson(accounts.portal)
  const { key } = await addSoftPasskey(accounts.portal, client)
  const browser = visit()
  expect(await browser.enter(key.answer(await browser.ask(), lies))).toBe('passkeyRefused')
  expect(await browser.isLoggedIn()).toBe(false)
})

test('an answer works once, and a question for five minutes', async () => {
  const { client } = await aPerson(accounts.portal)
  const { key } = await addSoftPasskey(accounts.portal, client)
  const browser = visit()
  const answer = key.answer(await browser.ask())
  expect(await browser.enter(answer)).toBe('in')
  expect(await visit().enter(answer)).toBe('passkeyRefused')
  const question = await browser.ask()
  accounts.clock.now = new Date(accounts.clock.now.getTime() + 5 * 60_000)
  expect(await visit().enter(key.answer(question))).toBe('passkeyRefused')
})

test('a passkey this portal does not know, and one with the signature of another, are refused', async () => {
  const { client } = await aPerson(accounts.portal)
  const { key } = await addSoftPasskey(accounts.portal, client)
  const stranger = softPasskey(origin)
  const browser = visit()
  expect(await browser.enter(stranger.answer(await browser.ask()))).toBe('passkeyRefused')
  const forged = { ...stranger.answer(await browser.ask()), ...pickIds(key.answer(await browser.ask())) }
  expect(await browser.enter(forged)).toBe('passkeyRefused')
})

const pickIds = ({ id, rawId }: { id: string; rawId: string }) => ({ id, rawId })

test('a passkey that counts backwards may have been copied: it is refused, and the audit says so', async () => {
  const { id, client } = await aPerson(accounts.portal)
  const { key } = await addSoftPasskey(accounts.portal, client)
  const browser = visit()
  expect(await browser.enter(key.answer(await browser.ask(), { counter: 7 }))).toBe('in')
  expect(await visit().enter(key.answer(await browser.ask(), { counter: 7 }))).toBe('passkeyRefused')
  expect(await visit().enter(key.answer(await browser.ask(), { counter: 3 }))).toBe('passkeyRefused')
  expect((await accounts.eventsOf(id)).filter((event) => event === 'account.passkeyCloned')).toHaveLength(2)
  expect(await visit().enter(key.answer(await browser.ask(), { counter: 8 }))).toBe('in')
})

test('a passkey that never counts goes on working', async () => {
  const { client } = await aPerson(accounts.portal)
  const { key } = await addSoftPasskey(accounts.portal, client)
  const browser = visit()
  expect(await browser.enter(key.answer(await browser.ask(), { counter: 0 }))).toBe('in')
  expect(await browser.enter(key.answer(await browser.ask(), { counter: 0 }))).toBe('in')
})

test('the same key is added once, and one that another member has not at all', async () => {
  const { client } = await aPerson(accounts.portal)
  const { key } = await addSoftPasskey(accounts.portal, client)
  const options = await client.auth.startPasskey()
  expect(options.excludeCredentials).toHaveLength(1)
  const again = { name: 'Twice', passkey: key.create(options) }
  await expect(client.auth.addPasskey(again)).rejects.toMatchObject({ code: 'passkeyKnown' })
  const other = await aPerson(accounts.portal)
  const theirs = { name: 'Stolen', passkey: key.create(await other.client.auth.startPasskey()) }
  await expect(other.client.auth.addPasskey(theirs)).rejects.toMatchObject({ code: 'passkeyKnown' })
})

test('a passkey answers the question of its own member only', async () => {
  const [ann, bo] = [await aPerson(accounts.portal), await aPerson(accounts.portal)]
  const key = softPasskey(origin)
  const passkey = key.create(await ann.client.auth.startPasskey())
  await expect(bo.client.auth.addPasskey({ name: 'Hers', passkey })).rejects.toMatchObject({ code: 'passkeyRefused' })
})

test.each([
  ['at another site', { origin: 'https://evil.example' }],
  ['without finger or PIN', { isVerified: false }],
])('a passkey made %s is not added', async (_what, lies) => {
  const { client } = await aPerson(accounts.portal)
  const passkey = softPasskey(origin).create(await client.auth.startPasskey(), lies)
  await expect(client.auth.addPasskey({ name: 'Odd', passkey })).rejects.toMatchObject({ code: 'passkeyRefused' })
})

test('broken answers are refused, never a fault', async () => {
  const { client } = await aPerson(accounts.portal)
  const { key } = await addSoftPasskey(accounts.portal, client)
  const browser = visit()
  const good = key.answer(await browser.ask())
  for (const clientDataJSON of ['x', 'bnVsbA', 'e30', '####'])
    expect(await browser.enter({ ...good, response: { ...good.response, clientDataJSON } })).toBe('passkeyRefused')
  const question = await browser.ask()
  const odd = key.answer(question)
  expect(await browser.enter({ ...odd, response: { ...odd.response, authenticatorData: 'AAAA' } })).toBe(
    'passkeyRefused',
  )
})

test('passkeys are renamed and removed by their owner alone, who is told', async () => {
  const { email, client } = await aPerson(accounts.portal)
  const { key } = await addSoftPasskey(accounts.portal, client)
  const [passkey] = (await client.auth.getStrongLogin()).passkeys
  const passkeyId = passkey?.id ?? 0
  const other = await aPerson(accounts.portal)
  await expect(other.client.auth.renamePasskey({ passkeyId, name: 'Mine' })).rejects.toMatchObject({ code: 'notFound' })
  await expect(other.client.auth.removePasskey({ passkeyId })).rejects.toMatchObject({ code: 'notFound' })
  await client.auth.renamePasskey({ passkeyId, name: 'Work laptop' })
  expect((await client.auth.getStrongLogin()).passkeys[0]?.name).toBe('Work laptop')
  await client.auth.removePasskey({ passkeyId })
  const browser = visit()
  expect(await browser.enter(key.answer(await browser.ask()))).toBe('passkeyRefused')
  await accounts.portal.runJobs()
  const texts = accounts.smtp.mails.filter(({ to }) => to?.[0]?.address === email).map(({ text }) => text ?? '')
  expect(texts.join()).toContain('A passkey was added')
  expect(texts.join()).toContain('A passkey was removed')
})

test('a member can log in with passkeys alone: the password goes once there are recovery codes', async () => {
  const { email, client } = await aPerson(accounts.portal)
  await expect(client.auth.removePassword()).rejects.toMatchObject({ code: 'passkeyNeeded' })
  const { key } = await addSoftPasskey(accounts.portal, client)
  await client.auth.removePassword()
  expect(await browserOf(accounts.portal).tryLogin({ email })).toBe('wrongLogin')
  const browser = visit()
  expect(await browser.enter(key.answer(await browser.ask()))).toBe('in')
  const [passkey] = (await client.auth.getStrongLogin()).passkeys
  await expect(client.auth.removePasskey({ passkeyId: passkey?.id ?? 0 })).rejects.toMatchObject({ code: 'lastWayIn' })
})

test('without a password what asks for it takes a fresh passkey instead, also to choose a password again', async () => {
  const { email, client } = await aPerson(accounts.portal)
  await addSoftPasskey(accounts.portal, client)
  await client.auth.removePassword()
  await client.kiosks.setOwnPin({ pin: '4831' })
  await client.profile.changePassword({ new: 'a password of another kind' })
  expect(await browserOf(accounts.portal).tryLogin({ email, password: 'a password of another kind' })).toBe('in')
  // With one, leaving it out proves nothing.
  await expect(client.kiosks.setOwnPin({ pin: '4832' })).rejects.toMatchObject({ code: 'wrongPassword' })
})

test('an emailed link lets a member without a password choose one', async () => {
  const { email, client } = await aPerson(accounts.portal)
  await addSoftPasskey(accounts.portal, client)
  await client.auth.removePassword()
  await browserOf(accounts.portal).tryTo('/api/password/reset/', { email })
  await accounts.portal.runJobs()
  const text = accounts.smtp.mails.find(({ subject }) => subject === 'Reset your password')?.text ?? ''
  const token = /password\/reset\/([\w-]+)/.exec(text)?.[1] ?? ''
  const password = 'a password of another kind'
  expect(await browserOf(accounts.portal).tryTo('/api/password/reset/', { token, password })).toBe('in')
  expect(await browserOf(accounts.portal).tryLogin({ email, password })).toBe('in')
})

test('a kiosk asks for no passkey', async () => {
  const kiosk = await aKiosk(accounts.portal.db)
  const screen = visit()
  screen.cookies.set('kiosk', kiosk.claim)
  expect(await screen.ask()).toMatchObject({ code: 'notOnKiosk' })
})

test('who has an unconfirmed address is not let in by a passkey either', async () => {
  const { id, client } = await aPerson(accounts.portal)
  const { key } = await addSoftPasskey(accounts.portal, client)
  await accounts.portal.db.updateTable('members').set({ email_verified_at: null }).where('id', '=', id).execute()
  const browser = visit()
  expect(await browser.enter(key.answer(await browser.ask()))).toBe('emailNotVerified')
})
