import { beforeAll, afterAll, test, expect } from 'vitest'
import { anAccount } from '../auth/factory.ts'
import { createTestClient, RefusedCall } from '../client.testing.ts'
import { type TestPortal, startTestPortal } from '../portal.testing.ts'

const password = 'correct horse battery'

const newPassword = 'staple of another kind'

let portal: TestPortal

beforeAll(async () => {
  portal = await startTestPortal()
})

afterAll(() => portal.close())

const hashOf = async (id: number) => {
  const row = portal.db.selectFrom('members').select('password_hash').where('id', '=', id)
  return (await row.executeTakeFirstOrThrow()).password_hash
}

const refusal = (call: Promise<unknown>) =>
  call.then(
    () => null,
    (error: unknown) => error,
  )

test('a new password ends the other sessions and old reset links, keeps this session, and is told by mail', async () => {
  const { id, email } = await anAccount(portal.db, { password })
  const [here, elsewhere] = [await portal.as(id), await portal.as(id)]
  const stranger = createTestClient(portal.app, null)
  await stranger.auth.resetPassword({ email })
  await portal.runJobs()
  expect(await here.profile.changePassword({ current: password, new: newPassword })).toEqual({ success: true })
  expect((await here.profile.get()).id).toBe(id)
  await expect(elsewhere.profile.get()).rejects.toMatchObject({ status: 401 })
  await portal.runJobs()
  const mails = await portal.db.selectFrom('messages').select('subject').where('member_id', '=', id).execute()
  expect(mails.map(({ subject }) => subject)).toContain('Your password was changed')
  const links = portal.db.selectFrom('email_links').select('id').where('member_id', '=', id)
  expect(await links.where('used_at', 'is', null).execute()).toEqual([])
  await expect(stranger.auth.login({ email, password })).rejects.toMatchObject({ code: 'wrongLogin' })
  await stranger.auth.login({ email, password: newPassword })
})

test('a wrong current password is refused with 403 and noted, and nothing changes', async () => {
  const { id } = await anAccount(portal.db, { password })
  const before = await hashOf(id)
  const api = await portal.as(id)
  await expect(api.profile.changePassword({ current: 'a wrong one', new: newPassword })).rejects.toMatchObject({
    status: 403,
    code: 'wrongPassword',
  })
  expect(await hashOf(id)).toBe(before)
  const events = portal.db.selectFrom('audit_events').select(['event', 'data']).where('subject_id', '=', id)
  expect(await events.execute()).toEqual([{ event: 'account.passwordRefused', data: { address: '127.0.0.1' } }])
})

test('weak new passwords are refused beside their field', async () => {
  const { id, email } = await anAccount(portal.db, { password })
  const api = await portal.as(id)
  for (const weak of ['short', 'password1', email]) {
    await expect(api.profile.changePassword({ current: password, new: weak })).rejects.toMatchObject({
      status: 400,
      body: { fields: [{ field: 'new' }] },
    })
  }
})

test('guessing the current password is slowed down like logging in, however many guess at once', async () => {
  const { id } = await anAccount(portal.db, { password })
  const api = await portal.as(id)
  const guesses = Array.from({ length: 8 }, (_, n) =>
    refusal(api.profile.changePassword({ current: `guess ${n}`, new: newPassword })),
  )
  const codes = (await Promise.all(guesses)).map((error) => (error instanceof RefusedCall ? error.code : 'none'))
  expect(codes.filter((code) => code === 'wrongPassword')).toHaveLength(5)
  expect(codes.filter((code) => code === 'tooManyRequests')).toHaveLength(3)
  await expect(api.profile.changePassword({ current: password, new: newPassword })).rejects.toMatchObject({
    status: 429,
  })
})

test('of two changes at once, one is made', async () => {
  const { id } = await anAccount(portal.db, { password })
  const api = await portal.as(id)
  const answers = await Promise.all(
    ['first new password', 'second new password'].map((chosen) =>
      refusal(api.profile.changePassword({ current: password, new: chosen })),
    ),
  )
  expect(answers.filter((error) => error === null)).toHaveLength(1)
})

test('neither password stands in the log or the audit', async () => {
  const { id } = await anAccount(portal.db, { password: 'first-and-private' })
  const api = await portal.as(id)
  await api.profile.changePassword({ current: 'first-and-private', new: 'second-and-private' })
  const events = await portal.db.selectFrom('audit_events').selectAll().where('subject_id', '=', id).execute()
  expect(`${JSON.stringify(events)} ${portal.logLines.join(' ')}`).not.toContain('and-private')
})
