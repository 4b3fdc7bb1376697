import { expect, test } from 'vitest'
import { setUpAccounts } from '../accounts.testing.ts'
import { aMember } from '../members/factory.ts'
import { openBrowser } from './browser.testing.ts'
import { registrations } from './registrations.testing.ts'

const accounts = setUpAccounts()
const { register, membersCalled } = registrations(accounts)

test('marks that are pasted along with a name or a number, and show nothing, are dropped', async () => {
  const [firstName, lastName] = ['\u200fמרים\u200f', '\u202aکشاورز‌زاده\u202c']
  const mobile = '\u202a+49\u00a089/12345678\u202c'
  await register({ email: '\u202amarks@example.org\u202c', firstName, lastName, mobile })
  expect(await membersCalled('marks@example.org')).toMatchObject([
    { first_name: 'מרים', last_name: 'کشاورز‌زاده', phone: '+498912345678' },
  ])
})

test.each(['+49 89/12345678', '+49 (0)89 / 123-456.78', '٠٤٠٠ ١١١ ٢٢٢', '0400‑111‑222', '(+61) 400 111 222'])(
  'the number %j is one that people write',
  async (mobile) => {
    expect((await register({ mobile })).statusCode).toBe(200)
  },
)

test('an address with letters of its own is one member’s, however its domain is written', async () => {
  expect((await register({ email: 'info@müller.example' })).statusCode).toBe(200)
  expect(await membersCalled('info@müller.example')).toHaveLength(1)
  for (const email of ['info@xn--mller-kva.example', 'INFO@Mu\u0308ller.example'])
    expect((await register({ email })).json().fields).toMatchObject([{ field: 'email' }])
  await accounts.portal.db
    .updateTable('members')
    .set({ email_verified_at: new Date() })
    .where('email', '=', 'info@müller.example')
    .execute()
  const browser = openBrowser(accounts.portal.app, '10.0.3.1')
  const password = 'correct horse battery'
  expect((await browser.post('/api/login/', { email: 'Info@xn--mller-kva.example', password })).statusCode).toBe(200)
  expect((await register({ email: 'ann&ben@example.org' })).statusCode).toBe(200)
})

test.each(['-', ' – ', '—'])(
  'people with one name have a dash (%j) for the last, which no one reads',
  async (lastName) => {
    const email = `one${lastName.trim().codePointAt(0)}@example.org`
    await register({ email, firstName: 'Sukarno', lastName })
    const [member] = await membersCalled(email)
    expect(member?.last_name).toBe('-')
    const admin = await accounts.portal.as((await aMember(accounts.portal.db, { isAdmin: true })).id)
    expect((await admin.members.list({ text: email })).members).toMatchObject([{ fullName: 'Sukarno' }])
  },
)

test('names are kept with composed letters and plain single spaces, and emoji as they are', async () => {
  await register({ email: 'nfc@example.org', firstName: 'Zoe\u0308', lastName: 'van\u00a0 Dyk', screenName: '👩‍🔧❤️' })
  expect(await membersCalled('nfc@example.org')).toMatchObject([
    { first_name: 'Zoë', last_name: 'van Dyk', screen_name: '👩‍🔧❤️' },
  ])
})
