import { onTestFinished } from 'vitest'
import { startTestSmtpServer } from '#platform/mail/smtp-server.testing.ts'
import { changeBilling } from '../billing/billing-work.ts'
import { bookPayment } from '../billing/payments/payments.ts'
import { aDoor } from '../doors/factory.ts'
import { aMember, type MemberFacts } from '../members/factory.ts'
import { aPlan } from '../plans/factory.ts'
import { startTestPortal, type TestPortal } from '../portal.testing.ts'
import { changeSetting } from '../settings/settings.ts'

/** When it is in the tests of joining. */
export const signupNow = new Date('2026-03-10T02:00:00Z')

let count = 0

/** A number no card has yet. */
export const cardNumber = () => `55${String((count += 1)).padStart(6, '0')}`

const actsOn = (portal: TestPortal, planId: number) => {
  const join = async (facts: MemberFacts = {}) => {
    const { id, email } = await aMember(portal.db, { state: 'noob', ...facts })
    return { id, email, api: await portal.as(id) }
  }
  return {
    join,
    set: (key: Parameters<typeof changeSetting>[1]['key'], value: unknown) => changeSetting(portal.ctx, { key, value }),
    /** A newcomer with a plan and a card, who has only to pay. */
    ready: async (facts: MemberFacts = {}) => {
      const person = await join(facts)
      await person.api.signup.choosePlan({ planId })
      await person.api.signup.registerCard({ accessCard: cardNumber() })
      return person
    },
    pay: async (memberId: number, amountCents = 7000) => {
      await changeBilling(portal.ctx, 'billing.paid', (work) =>
        bookPayment(work, { memberId, amountCents, currency: 'AUD', method: 'bank', paidOn: work.today }),
      )
      await portal.runJobs()
    },
    stateOf: async (id: number) =>
      (await portal.db.selectFrom('members').selectAll().where('id', '=', id).executeTakeFirstOrThrow())
        .membership_state,
    subscriptionsOf: (id: number) =>
      portal.db.selectFrom('subscriptions').selectAll().where('member_id', '=', id).orderBy('id').execute(),
    grantsOf: (id: number) => portal.db.selectFrom('grants').selectAll().where('member_id', '=', id).execute(),
    eventsOf: async (id: number) =>
      (
        await portal.db
          .selectFrom('audit_events')
          .select('event')
          .where('subject_kind', '=', 'member')
          .where('subject_id', '=', id)
          .orderBy('id')
          .execute()
      ).map(({ event }) => event),
  }
}

/** A portal where members join for 50.00 a month and 20.00 once, with a door they get by default. Close it in afterAll. */
export const startSignup = async () => {
  const smtp = await startTestSmtpServer()
  const portal = await startTestPortal({ smtpUrl: smtp.url, now: () => signupNow })
  const { id: staffId } = await aMember(portal.db, { permissions: ['members'] })
  const staff = await portal.as(staffId)
  await aDoor(portal.db, { isDefaultAccess: true })
  const { id: planId } = await aPlan(portal.db, { joiningFeeCents: 2000 })
  const acts = actsOn(portal, planId)
  await acts.set('EMAIL_ADMIN', 'desk@example.org')
  await acts.set('BANK_ACCOUNT_NAME', 'The Shed')
  await acts.set('BANK_ACCOUNT_NUMBER', 'DE89370400440532013000')
  return {
    portal,
    staff,
    staffId,
    smtp,
    planId,
    ...acts,
    subjectsTo: (address: string) =>
      smtp.mails.filter(({ envelope }) => envelope.to.includes(address)).map(({ subject }) => subject),
    /** Sets one thing for the test that runs. */
    setForTest: async (key: Parameters<typeof changeSetting>[1]['key'], value: unknown) => {
      const before = await portal.ctx.settings.get(key)
      await acts.set(key, value)
      onTestFinished(async () => void (await acts.set(key, before)))
    },
    forgetMails: async () => {
      await portal.runJobs()
      smtp.mails.length = 0
    },
    close: async () => {
      await portal.close()
      await smtp.close()
    },
  }
}
