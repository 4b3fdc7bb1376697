import { expect, test } from 'vitest'
import { startTestSmtpServer } from '#platform/mail/smtp-server.testing.ts'
import { openBrowser } from './auth/browser.testing.ts'
import { setupToken } from './auth/first-administrator.ts'
import { aDevice } from './devices/factory.ts'
import { dialDevice } from './gateway/dialled-device.testing.ts'
import { findMessage } from './messages/messages.ts'
import { startTestPortal, type TestPortal } from './portal.testing.ts'

const password = 'walnut-lathe-51'
const better = 'window-otter-52'
const pin = '835172'
const card = '90417755'

/** A portal at the most talkative level, and everything that lets a person or a machine in and was seen there. */
const startWatched = async (smtpUrl: string | undefined) => {
  const portal = await startTestPortal(smtpUrl === undefined ? {} : { smtpUrl })
  const secrets = new Set([password, better, pin, card, 'sk_live_4711'])
  const keep = (text: string) => {
    secrets.add(text)
    return text
  }
  let browsers = 0
  /** What a browser was given to show that it is itself, is secret. */
  const browse = () => {
    browsers += 1
    const browser = openBrowser(portal.app, `10.4.0.${browsers}`)
    const watched =
      <Args extends unknown[], Answer>(send: (...args: Args) => Promise<Answer>) =>
      async (...args: Args) => {
        const answer = await send(...args)
        for (const value of browser.cookies.values()) keep(value)
        return answer
      }
    return { ...browser, post: watched(browser.post), put: watched(browser.put), get: watched(browser.get) }
  }
  return { portal, secrets, keep, browse }
}

type WatchedPortal = Awaited<ReturnType<typeof startWatched>>

/** The token of the newest message to an address that has a link of this kind. */
const tokenFor = async ({ portal, keep }: WatchedPortal, input: { to: string; link: RegExp; sent: SentTexts }) => {
  await portal.runJobs()
  const text = (await input.sent(input.to)).findLast((one) => input.link.test(one)) ?? ''
  const token = input.link.exec(text)?.[1] ?? ''
  expect(token, `${input.link} to ${input.to}`).toMatch(/^[\w-]{43}$/)
  return keep(token)
}

type SentTexts = (to: string) => Promise<string[]>

/** What stands in the outbox where nothing sends it. */
const kept =
  (portal: TestPortal): SentTexts =>
  async (to) => {
    const rows = await portal.db.selectFrom('messages').select('id').where('recipient', '=', to).orderBy('id').execute()
    const messages = await Promise.all(rows.map(({ id }) => findMessage(portal.ctx, id)))
    return messages.map((message) => message?.text ?? '')
  }

const verify = /\/email\/([\w-]+)\/verify/
const reset = /\/reset\/([\w-]+)/

/** From registering to logging in by every link there is. */
const useAccount = async (watched: WatchedPortal, sent: SentTexts) => {
  const { browse } = watched
  const email = 'ann@example.org'
  const browser = browse()
  const person = { firstName: 'Ann', lastName: 'Other', screenName: 'ann', mobile: '+61 400 000 000' }
  for (let n = 0; n < 2; n += 1) await browser.post('/api/register/', { ...person, email, password })
  const first = await tokenFor(watched, { to: email, link: verify, sent })
  await browse().post(`/api/email/${first}/verify/`)
  await browser.get(`/api/email/${first}/verify/`)
  expect((await browser.post(`/api/email/${first}/verify/`)).statusCode).toBe(200)
  await browser.post(`/api/email/${first}/verify/`)
  await browse().post('/api/login/', { email, password: better })
  await browser.post('/api/password/reset/', { email })
  const link = await tokenFor(watched, { to: email, link: reset, sent })
  await browser.post('/api/password/reset/', { token: link })
  await browser.post('/api/password/reset/', { token: link, password: better })
  const member = browse()
  expect((await member.post('/api/login/', { email, password: better })).statusCode).toBe(200)
  await member.post('/api/login/link/', { email })
  await tokenFor(watched, { to: email, link: /\/login\/link\/([\w-]+)/, sent })
  const to = 'ann.new@example.org'
  await member.put('/api/profile/email/', { email: to, password: better })
  const change = await tokenFor(watched, { to, link: verify, sent })
  expect((await member.post(`/api/email/${change}/verify/`)).statusCode).toBe(200)
  expect((await member.put('/api/profile/pin/', { pin, password: better })).statusCode).toBe(200)
  watched.keep((await member.get('/api/profile/idtoken/')).json().token)
}

/** What staff hand out: the setup, an invitation, links, a kiosk, cards and keys. */
const useOffice = async (watched: WatchedPortal, sent: SentTexts) => {
  const { portal, browse, keep } = watched
  const token = keep(setupToken(portal.services.secretKey))
  const staff = browse()
  const root = { firstName: 'Ada', lastName: 'Root', screenName: 'ada', mobile: '+61 400 000 001', password }
  expect((await staff.post(`/api/setup/${token}/`, { ...root, email: 'ada@example.org' })).statusCode).toBe(200)
  const invitee = { firstName: 'Nora', lastName: 'Vik', email: 'nora@example.org' }
  const invited = (await staff.post('/api/admin/members/invite/', invitee)).json()
  const link = /\/invitation\/([\w-]+)/
  if (invited.link !== null) keep(link.exec(invited.link)?.[1] ?? '')
  else await tokenFor(watched, { to: invitee.email, link, sent })
  const handed = (await staff.post(`/api/admin/members/${invited.memberId}/email/link/`)).json()
  const invitation = keep(link.exec(handed.link)?.[1] ?? '')
  expect((await browse().post(`/api/invitation/${invitation}/`, { password })).statusCode).toBe(200)
  await staff.post(`/api/admin/members/${invited.memberId}/cards/`, { number: card, label: '' })
  const screen = browse()
  await screen.put('/api/kiosks/', { kioskId: 'front', name: 'Front desk' })
  const [kiosk] = (await staff.get('/api/kiosks/')).json()
  expect((await staff.put(`/api/kiosks/${kiosk.id}/`, { authorised: true })).statusCode).toBe(200)
  await screen.post('/api/login/kiosk/', { cardId: card, kioskId: 'front', isTyped: true, pin })
  expect((await screen.post('/api/login/kiosk/', { cardId: card, kioskId: 'front' })).statusCode).toBe(200)
  const key = await staff.post('/api/admin/api-keys/', { name: 'Wiki', scopes: ['devices.read'] })
  keep(key.json().key)
  await portal.app.inject({ url: '/api/admin/devices/', headers: { authorization: `Api-Key ${key.json().key}` } })
  await staff.put('/api/admin/settings/STRIPE_SECRET_KEY/', { value: 'sk_live_4711' })
  const door = await aDevice(portal.db)
  const made = keep((await staff.post(`/api/admin/devices/${door.id}/keys/`)).json().key)
  const url = await portal.listen()
  for (const tried of [made, keep('WRONGKEY.0123456789abcdef0123456789abcdef')]) {
    const device = await dialDevice(url, { path: `/ws/access/door/${door.serial}`, key: tried })
    device.send({ command: 'log_access', card_id: card })
    await device.next()
    await device.close()
  }
}

test.each(['with a mail server', 'without one'])(
  'nothing that lets in is in the log, %s, at the most talkative level, nor whom a link was for',
  async (setUp) => {
    const smtp = setUp === 'with a mail server' ? await startTestSmtpServer() : null
    const watched = await startWatched(smtp?.url)
    const { portal, secrets } = watched
    try {
      const mailed: SentTexts = async (to) =>
        (smtp?.mails ?? [])
          .filter((mail) => mail.to?.some(({ address }) => address === to))
          .map((mail) => mail.text ?? '')
      const sent = smtp ? mailed : kept(portal)
      await useAccount(watched, sent)
      await useOffice(watched, sent)
      await portal.runJobs()
      expect(portal.services.log.isLevelEnabled('trace')).toBe(true)
      const log = portal.logLines.join('')
      expect(log).toContain(smtp ? 'a message was sent' : 'nothing to send a message with')
      expect(secrets.size).toBeGreaterThan(25)
      expect([...secrets].filter((secret) => secret === '' || log.includes(secret))).toEqual([])
      expect(log).not.toMatch(/@example\.org|http:\/\/localhost:8000/)
    } finally {
      await portal.close()
      await smtp?.close()
    }
  },
)
