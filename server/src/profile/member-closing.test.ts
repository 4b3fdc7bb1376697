import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import { type TestSmtpServer, startTestSmtpServer } from '#platform/mail/smtp-server.testing.ts'
import { aMember, type MemberFacts } from '../members/factory.ts'
import { type TestPortal, startTestPortal } from '../portal.testing.ts'

let smtp: TestSmtpServer

let portal: TestPortal

let boss: { id: number; email: string }

beforeAll(async () => {
  smtp = await startTestSmtpServer()
  portal = await startTestPortal({ smtpUrl: smtp.url })
  boss = await aMember(portal.db, { isAdmin: true })
})

beforeEach(async () => {
  await portal.runJobs()
  smtp.mails.length = 0
})

afterAll(async () => {
  await portal.close()
  await smtp.close()
})

const rowOf = (id: number) => portal.db.selectFrom('members').selectAll().where('id', '=', id).executeTakeFirstOrThrow()

/** Staff who look after members. */
const aClerk = () => aMember(portal.db, { permissions: ['members'], firstName: 'Kim', lastName: 'Clerk' })

test('staff close an account: it is erased as by its owner, who is told, and the audit names who did it', async () => {
  const { id, email } = await aMember(portal.db, { firstName: 'Zelda', cards: ['6611'], suspension: 'Stole the saw.' })
  const clerk = await aClerk()
  const staff = await portal.as(clerk.id)
  expect((await staff.members.getDetails({ memberId: id })).tasks).toContain('closing')
  expect(await staff.profile.getMemberClosing({ memberId: id })).toMatchObject({ cards: 1, isSuspended: true })
  const own = await portal.as(id)
  await staff.profile.closeMember({ memberId: id, confirmation: ` ${email.toUpperCase()} ` })
  await portal.runJobs()
  await expect(own.profile.get()).rejects.toMatchObject({ status: 401 })
  expect(await rowOf(id)).toMatchObject({
    first_name: 'Former',
    password_hash: null,
    suspension_reason: 'Stole the saw.',
  })
  const goodbye = smtp.mails.find(({ to }) => to?.some(({ address }) => address === email))
  expect(goodbye).toMatchObject({
    subject: 'Your account is closed',
    text: expect.stringContaining('Staff closed your'),
  })
  const told = smtp.mails.find(({ subject }) => subject === 'A member’s account was closed')
  expect(told?.text).toContain('Kim Clerk')
  const event = portal.db.selectFrom('audit_events').selectAll().where('event', '=', 'member.closed')
  expect(await event.where('subject_id', '=', id).execute()).toMatchObject([
    { actor_id: clerk.id, data: { cards: 1, isSuspended: true } },
  ])
  await expect(staff.profile.closeMember({ memberId: id, confirmation: email })).rejects.toMatchObject({
    code: 'memberClosed',
  })
  await expect(staff.profile.getMemberClosing({ memberId: id })).rejects.toMatchObject({ code: 'memberClosed' })
})

test('staff close no account but the one they named, none of staff with more rights, and not their own', async () => {
  const clerk = await aClerk()
  const staff = await portal.as(clerk.id)
  const { id } = await aMember(portal.db)
  await expect(staff.profile.closeMember({ memberId: id, confirmation: clerk.email })).rejects.toMatchObject({
    status: 400,
    body: { fields: [{ field: 'confirmation' }] },
  })
  const facts: MemberFacts[] = [{ isAdmin: true }, { permissions: ['money'] }]
  for (const more of facts) {
    const above = await aMember(portal.db, more)
    await expect(staff.profile.getMemberClosing({ memberId: above.id })).rejects.toMatchObject({ code: 'outranked' })
    await expect(staff.profile.closeMember({ memberId: above.id, confirmation: above.email })).rejects.toMatchObject({
      code: 'outranked',
    })
    expect((await rowOf(above.id)).closed_at).toBeNull()
  }
  const administrator = await portal.as(boss.id)
  await expect(staff.profile.closeMember({ memberId: clerk.id, confirmation: clerk.email })).rejects.toMatchObject({
    code: 'notYourself',
  })
  await expect(
    administrator.profile.closeMember({ memberId: boss.id, confirmation: boss.email }),
  ).rejects.toMatchObject({
    status: expect.any(Number),
    code: expect.stringMatching(/^(notYourself|lastAdministrator)$/),
  })
  expect((await rowOf(boss.id)).closed_at).toBeNull()
})

test('of two administrators who close each other’s accounts at once, one stays', async () => {
  await portal.db.updateTable('members').set({ is_admin: false }).execute()
  const [one, two] = [await aMember(portal.db, { isAdmin: true }), await aMember(portal.db, { isAdmin: true })]
  const [byOne, byTwo] = [await portal.as(one.id), await portal.as(two.id)]
  const outcomes = await Promise.allSettled([
    byOne.profile.closeMember({ memberId: two.id, confirmation: two.email }),
    byTwo.profile.closeMember({ memberId: one.id, confirmation: one.email }),
  ])
  expect(outcomes.map(({ status }) => status).toSorted()).toEqual(['fulfilled', 'rejected'])
  await portal.db.updateTable('members').set({ is_admin: true }).where('id', '=', boss.id).execute()
})
