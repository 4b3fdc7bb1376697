import { sql } from 'kysely'
import { afterAll, afterEach, beforeAll, expect, test } from 'vitest'
import { aMember } from '../members/factory.ts'
import { startSmsPortal, type SmsPortal } from './sms.testing.ts'

let space: SmsPortal
let portal: SmsPortal['portal']
let twilio: SmsPortal['twilio']
let admin: SmsPortal['admin']
let set: SmsPortal['set']
let textsOf: SmsPortal['textsOf']
const now = new Date()

beforeAll(async () => {
  space = await startSmsPortal(() => now)
  ;({ portal, twilio, admin, set, textsOf } = space)
})
afterEach(() => space.reset())
afterAll(() => space.close())

test('a text message to a member goes to their normalised number, with the footer, and is audited for both', async () => {
  const { id } = await aMember(portal.db, { phone: '0400 111 222', firstName: 'Bo', lastName: 'Berg' })
  expect(await admin.messages.sendSms({ memberId: id, smsBody: ' Your parcel is here. ' })).toBeUndefined()
  await portal.runJobs()
  expect(twilio.taken).toMatchObject([
    { to: '+61400111222', body: 'Your parcel is here.\n\nRiverbend, do not reply', from: twilio.account.senderId },
  ])
  const [message] = (await admin.messages.list({ member: id })).messages
  expect(message).toMatchObject({
    channel: 'sms',
    to: '0400 111 222',
    member: { id, fullName: 'Bo Berg' },
    state: 'sent',
    subject: 'Your parcel is here.',
  })
  expect(await admin.messages.get({ messageId: message?.id ?? 0 })).toMatchObject({
    kind: 'staff',
    html: null,
    providerId: twilio.taken[0]?.sid,
    text: 'Your parcel is here.\n\nRiverbend, do not reply',
  })
  const audit = portal.db.selectFrom('audit_events').select(['actor_id', 'data']).where('event', '=', 'member.smsSent')
  expect(await audit.where('subject_id', '=', id).execute()).toEqual([
    { actor_id: space.adminId, data: { messageId: message?.id } },
  ])
})

test('a member without a number that takes text messages is sent none, and staff are told why', async () => {
  for (const phone of ['', '12345']) {
    const { id } = await aMember(portal.db, { phone })
    await expect(admin.messages.sendSms({ memberId: id, smsBody: 'Hello' })).rejects.toMatchObject({
      status: 400,
      code: 'noPhoneNumber',
    })
    expect(await textsOf(id)).toEqual([])
  }
})

test('where text messages are off, sending one is refused in so many words', async () => {
  const { id } = await aMember(portal.db)
  await set('SMS_ENABLE', false)
  await expect(admin.messages.sendSms({ memberId: id, smsBody: 'Hello' })).rejects.toMatchObject({
    status: 409,
    code: 'smsNotSetUp',
  })
})

test.each(['', '   ', 'x'.repeat(321), 'a\u0000b'])(
  'a text message of %j is refused beside its field',
  async (smsBody) => {
    const { id } = await aMember(portal.db)
    await expect(admin.messages.sendSms({ memberId: id, smsBody })).rejects.toMatchObject({
      status: 400,
      body: { fields: [{ field: 'smsBody' }] },
    })
  },
)

test('a text message may have 320 characters', async () => {
  const { id } = await aMember(portal.db)
  await admin.messages.sendSms({ memberId: id, smsBody: 'x'.repeat(320) })
  expect(await textsOf(id)).toHaveLength(1)
})

test('a text message to an unknown member is not found', async () => {
  await expect(admin.messages.sendSms({ memberId: 999_999, smsBody: 'Hello' })).rejects.toMatchObject({ status: 404 })
})

test('without an account text messages are kept, and sent later when staff say so', async () => {
  const { id } = await aMember(portal.db)
  await set('TWILIO_AUTH_TOKEN', '')
  await admin.messages.sendSms({ memberId: id, smsBody: 'Later' })
  await portal.runJobs()
  const [kept] = await textsOf(id)
  expect(kept).toMatchObject({ state: 'kept' })
  const messageId = kept?.id ?? 0
  expect((await admin.messages.get({ messageId })).retryRefusal).toBe('notSetUp')
  await set('TWILIO_AUTH_TOKEN', twilio.account.authToken)
  await admin.messages.retry({ messageId })
  await portal.runJobs()
  expect(await textsOf(id)).toMatchObject([{ state: 'sent' }])
})

test('what the provider does not take now is tried again, what it refuses for good is not, and it says why', async () => {
  const { id } = await aMember(portal.db)
  twilio.refuse({ status: 429, code: 20429, message: 'Too Many Requests' })
  await admin.messages.sendSms({ memberId: id, smsBody: 'One' })
  await portal.runJobs()
  expect(await textsOf(id)).toMatchObject([{ state: 'queued', attempts: 1, error: 'Too Many Requests (20429)' }])
  twilio.refuse({ status: 400, code: 21610, message: 'Attempt to send to unsubscribed recipient' })
  await sql`update graphile_worker._private_jobs set run_at = now()`.execute(portal.db)
  await portal.runJobs()
  expect(await textsOf(id)).toMatchObject([
    { state: 'failed', attempts: 2, error: 'Attempt to send to unsubscribed recipient (21610)' },
  ])
  expect(twilio.taken).toEqual([])
})

test('the token of the account stands in no log line', async () => {
  const { id } = await aMember(portal.db)
  twilio.refuse({ status: 401, code: 20003, message: 'Authenticate' })
  await admin.messages.sendSms({ memberId: id, smsBody: 'Hello' })
  await portal.runJobs()
  expect(await textsOf(id)).toMatchObject([{ state: 'queued', error: 'Authenticate (20003)' }])
  const { accountSid, authToken } = twilio.account
  const basic = Buffer.from(`${accountSid}:${authToken}`).toString('base64')
  const said = portal.logLines.join('\n')
  for (const secret of [authToken, basic]) expect(said).not.toContain(secret)
})

test('after a year the words of a text message are forgotten, also its beginning', async () => {
  const { id } = await aMember(portal.db)
  await admin.messages.sendSms({ memberId: id, smsBody: 'Something personal' })
  await portal.runJobs()
  const yearAgo = new Date(now.getTime() - 366 * 24 * 60 * 60_000)
  await portal.db.updateTable('messages').set({ created_at: yearAgo }).where('member_id', '=', id).execute()
  await sql`select graphile_worker.add_job('cleanUp', '{}'::json)`.execute(portal.db)
  await portal.runJobs()
  const { messages } = await admin.messages.list({ member: id })
  expect(messages).toMatchObject([{ state: 'sent', subject: 'Text message' }])
})
