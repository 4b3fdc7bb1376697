import { test, expect } from 'vitest'
import { setUpAccounts } from '../accounts.testing.ts'
import { changeSetting } from '../settings/settings.ts'
import { openBrowser } from './browser.testing.ts'
import { registrations } from './registrations.testing.ts'

const accounts = setUpAccounts()

const { aRegistration, register, membersCalled } = registrations(accounts)

test('a registration makes a new member with an unverified address, and not logged in', async () => {
  const browser = openBrowser(accounts.portal.app)
  const answer = await browser.post('/api/register/', aRegistration({ email: 'Zoe@Example.org' }))
  expect(answer.statusCode).toBe(200)
  expect(answer.body).toBe('')
  expect(await browser.isLoggedIn()).toBe(false)
  const [member] = await membersCalled('zoe@example.org')
  expect(member).toMatchObject({
    email: 'zoe@example.org',
    email_verified_at: null,
    state: 'noob',
    subscription_status: 'inactive',
    is_admin: false,
    vehicle_registration_plate: null,
  })
  expect(member?.password_hash).toMatch(/^\$argon2id\$/)
})

test('a new member gets a link that verifies the address', async () => {
  await register({ email: 'link@example.org' })
  await accounts.portal.runJobs()
  const [mail] = accounts.smtp.mails
  expect(mail?.to).toMatchObject([{ address: 'link@example.org' }])
  expect(mail?.text).toMatch(/http:\/\/localhost:8000\/profile\/email\/[\w-]{43}\/verify/)
  expect(mail?.text).toContain('Hi Ann,')
})

test('the administrators hear of a new account and answer to the new member', async () => {
  await changeSetting(accounts.portal.ctx, { key: 'EMAIL_ADMIN', value: 'office@example.org' })
  await register({ email: 'heard@example.org' })
  await accounts.portal.runJobs()
  const notice = accounts.smtp.mails.find((mail) => mail.to?.some(({ address }) => address === 'office@example.org'))
  expect(notice?.replyTo).toMatchObject([{ address: 'heard@example.org' }])
  expect(notice?.text).toContain("Ann O'Neill")
  expect(notice?.html).not.toMatch(/&amp;#/)
  await changeSetting(accounts.portal.ctx, { key: 'EMAIL_ADMIN', value: '' })
  accounts.smtp.mails.length = 0
  await register()
  await accounts.portal.runJobs()
  expect(accounts.smtp.mails).toHaveLength(1)
})

test('where members do not pay here, a new one is told where the induction is booked', async () => {
  await changeSetting(accounts.portal.ctx, { key: 'POST_INDUCTION_URL', value: 'https://events.example.org/induction' })
  await changeSetting(accounts.portal.ctx, { key: 'ENABLE_STRIPE_MEMBERSHIP_PAYMENTS', value: false })
  await register()
  await accounts.portal.runJobs()
  expect(accounts.smtp.mails.map((mail) => mail.text).join()).toContain('https://events.example.org/induction')
  await changeSetting(accounts.portal.ctx, { key: 'POST_INDUCTION_URL', value: '' })
  await changeSetting(accounts.portal.ctx, { key: 'ENABLE_STRIPE_MEMBERSHIP_PAYMENTS', value: true })
})

test('a name that would become a link is left out of the email', async () => {
  await register({ email: 'victim@example.org', firstName: 'win.example.com/x' })
  await accounts.portal.runJobs()
  expect(accounts.smtp.mails[0]?.text).toContain('Hello,')
  expect(accounts.smtp.mails[0]?.text).not.toContain('win.example.com')
})

test('an address in use, in whatever letter case, is refused as taken', async () => {
  await register({ email: 'taken@example.org' })
  const answer = await register({ email: 'TAKEN@example.ORG' })
  expect(answer.statusCode).toBe(409)
  expect(answer.json()).toMatchObject({ code: 'emailTaken', message: 'error.accountAlreadyExists' })
})

test('a screen name in use, in whatever letter case, is refused as taken', async () => {
  await register({ screenName: 'Bob' })
  const answer = await register({ screenName: 'bOB' })
  expect(answer.statusCode).toBe(409)
  expect(answer.json()).toMatchObject({ code: 'screenNameTaken', message: 'error.screenNameAlreadyExists' })
})

test('an address and a screen name that are both taken are named in one answer', async () => {
  await register({ email: 'both@example.org', screenName: 'Both' })
  const answer = await register({ email: 'Both@example.org', screenName: 'bOTH' })
  expect(answer.json()).toMatchObject({ code: 'emailTaken', fields: [{ field: 'email' }, { field: 'screenName' }] })
})

test('of many who register one address at once, exactly one gets it', async () => {
  const answers = await Promise.all(Array.from({ length: 6 }, () => register({ email: 'race@example.org' })))
  expect(answers.map(({ statusCode }) => statusCode).toSorted((a, b) => a - b)).toEqual([200, 409, 409, 409, 409, 409])
  expect(await membersCalled('race@example.org')).toHaveLength(1)
})

test('of many who register one screen name at once, exactly one gets it', async () => {
  const answers = await Promise.all(Array.from({ length: 6 }, () => register({ screenName: 'Racer' })))
  expect(answers.map(({ statusCode }) => statusCode).toSorted((a, b) => a - b)).toEqual([200, 409, 409, 409, 409, 409])
})

test('a refused registration leaves nothing behind: no account, no link, no mail', async () => {
  await register({ screenName: 'Only One' })
  await accounts.portal.runJobs()
  accounts.smtp.mails.length = 0
  await register({ email: 'leftover@example.org', screenName: 'only one' })
  await accounts.portal.runJobs()
  expect(await membersCalled('leftover@example.org')).toEqual([])
  expect(accounts.smtp.mails).toEqual([])
  expect((await register({ email: 'leftover@example.org' })).statusCode).toBe(200)
})

test('a mail server that is down does not keep anybody from registering', async () => {
  accounts.smtp.refuse({ code: 451, text: 'down' })
  expect((await register({ email: 'patient@example.org' })).statusCode).toBe(200)
  await accounts.portal.runJobs()
  accounts.smtp.refuse(undefined)
  expect(await membersCalled('patient@example.org')).toHaveLength(1)
})

test.each(['email', 'firstName', 'lastName', 'screenName', 'mobile', 'password'])(
  'a registration without %s is refused, names it, and takes nothing',
  async (field) => {
    const complete = aRegistration()
    const rest = Object.fromEntries(Object.entries(complete).filter(([name]) => name !== field))
    const answer = await openBrowser(accounts.portal.app, '10.0.2.1').post('/api/register/', rest)
    expect(answer.statusCode).toBe(400)
    expect(answer.json().fields).toEqual([expect.objectContaining({ field })])
    expect(await membersCalled(complete.email)).toEqual([])
  },
)

test.each([
  ['email', 'x&values[0]=victim'],
  ['email', 'a@b'],
  ['firstName', 'x'.repeat(31)],
  ['lastName', '   '],
  ['screenName', 'nul\u0000'],
  ['mobile', 'call me'],
  ['mobile', '1'],
  ['password', '1234567'],
  ['password', 'x'.repeat(201)],
  ['password', 'password1'],
  ['password', 'QWERTYUIOP'],
  ['email', 12],
  ['firstName', null],
  ['vehicleRegistrationPlate', 'x'.repeat(31)],
])('a registration whose %s is %j is refused with its name', async (field, value) => {
  const answer = await register({ [field]: value })
  expect(answer.statusCode).toBe(400)
  expect(answer.json().fields.map((wrong: { field: string }) => wrong.field)).toContain(field)
})

test.each([
  ['their address', 'MySelf@example.org'],
  ['the part of it before the @', 'myself-2026'],
  ['the screen name', 'Long Enough'],
  ['the screen name without its space, and a number', 'longenough99'],
  ['first and last name', 'Maximilian O’Hara'],
  ['the first name', 'maximilian'],
])('a new member’s password can’t be %s', async (_, password) => {
  const owner = { email: 'myself@example.org', screenName: 'long enough', firstName: 'Maximilian', lastName: "O'Hara" }
  const answer = await register({ ...owner, password })
  expect([answer.statusCode, answer.json().fields]).toEqual([
    400,
    [{ field: 'password', message: 'Your password can’t be your name or email address.' }],
  ])
})

test.each(['aaaaaaaa', '        ', '\u200b'.repeat(8), 'ababABAB', '\u3164\u2800'.repeat(5)])(
  'a password of hardly any characters, such as %j, is refused',
  async (password) => {
    expect((await register({ password })).json().fields).toEqual([
      { field: 'password', message: 'Use at least four different characters.' },
    ])
  },
)

test.each(['ad\u200ba', '\u3164', '\u2800', 'a\u00adda', 'a\u2060da', '\ue000'])(
  'a name with characters that show nothing, %j, is refused beside each field',
  async (name) => {
    const answer = await register({ firstName: name, lastName: name, screenName: name })
    const message = 'Remove the invisible characters.'
    expect(answer.json().fields).toEqual(['firstName', 'lastName', 'screenName'].map((field) => ({ field, message })))
  },
)

test('a name with a bidi override is refused', async () => {
  const answer = await register({ screenName: 'ada\u202eada' })
  expect(answer.json().fields).toEqual([{ field: 'screenName', message: 'Must be plain text on one line.' }])
})

test('a screen name that looks like another one is refused beside the field, and taken for existing clients', async () => {
  await register({ screenName: 'Marvin' })
  const answer = await register({ screenName: 'Mаrvin' })
  expect([answer.statusCode, answer.json()]).toMatchObject([
    409,
    {
      code: 'screenNameTaken',
      message: 'error.screenNameAlreadyExists',
      fields: [{ field: 'screenName', message: 'This is too similar to another member’s screen name.' }],
    },
  ])
})

test('what is registered is kept in the column of its field', async () => {
  await register({ email: 'kept@example.org', vehicleRegistrationPlate: ' ABC 12 ', mobile: '0400 111 222' })
  expect(await membersCalled('kept@example.org')).toMatchObject([
    { first_name: 'Ann', last_name: "O'Neill", phone: '+61400111222', vehicle_registration_plate: 'ABC 12' },
  ])
})

test('an empty vehicle plate is none', async () => {
  expect((await register({ email: 'plate@example.org', vehicleRegistrationPlate: '' })).statusCode).toBe(200)
  expect((await membersCalled('plate@example.org'))[0]?.vehicle_registration_plate).toBeNull()
})

test('fields existing clients add are ignored, and none of them makes an administrator', async () => {
  const answer = await register({ email: 'sly@example.org', isAdmin: true, is_admin: true, state: 'active' })
  expect(answer.statusCode).toBe(200)
  expect((await membersCalled('sly@example.org'))[0]).toMatchObject({ is_admin: false, state: 'noob' })
})

test('from one address only so many accounts are created an hour', async () => {
  const browser = openBrowser(accounts.portal.app, '10.9.9.9')
  for (let n = 0; n < 20; n += 1) await browser.post('/api/register/', aRegistration({ password: 'password1' }))
  const answer = await browser.post('/api/register/', aRegistration())
  expect(answer.statusCode).toBe(429)
  expect(answer.json().retryAfterSeconds).toBeGreaterThan(3000)
  expect(answer.headers['retry-after']).toBe(String(answer.json().retryAfterSeconds))
})

test('a registration leaves an audit event without anything secret', async () => {
  await register({ email: 'audit@example.org' })
  const [member] = await membersCalled('audit@example.org')
  const events = await accounts.portal.db
    .selectFrom('audit_events')
    .selectAll()
    .where('subject_id', '=', member?.id ?? 0)
    .execute()
  expect(events).toMatchObject([{ event: 'account.registered', subject_kind: 'member', data: {} }])
})
