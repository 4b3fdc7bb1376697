import { afterAll, beforeAll, expect, test } from 'vitest'
import { contentOf, startTestSmtpServer, type TestSmtpServer } from '#platform/mail/smtp-server.testing.ts'
import { readPdf } from '#platform/pdf/read-pdf.testing.ts'
import { aMember } from '../members/factory.ts'
import { aPlan } from '../plans/factory.ts'
import { startTestPortal, type TestPortal } from '../portal.testing.ts'
import { changeSetting } from '../settings/settings.ts'
import { changeBilling } from './billing-work.ts'
import { aPayer } from './payer.testing.ts'
import { bookPayment } from './payments/payments.ts'
import { runBilling } from './subscriptions/nightly.ts'
import { startSubscription } from './subscriptions/subscriptions.ts'

let now = new Date('2026-03-01T00:00:00Z')
let smtp: TestSmtpServer
let portal: TestPortal
beforeAll(async () => {
  smtp = await startTestSmtpServer()
  portal = await startTestPortal({ now: () => now, smtpUrl: smtp.url })
  const settings = {
    SITE_OWNER: 'Makers of Łódź',
    SITE_MAIL_ADDRESS: '12 High Street',
    BANK_ACCOUNT_NAME: 'Makers of Łódź',
    BANK_ACCOUNT_NUMBER: 'DE89370400440532013000',
    INVOICE_NOTE: 'No tax is charged. Registration 1234.',
  }
  await portal.db
    .insertInto('settings')
    .values(Object.entries(settings).map(([key, value]) => ({ key, value: JSON.stringify(value), changed_at: now })))
    .execute()
})
afterAll(async () => {
  await portal.close()
  await smtp.close()
})

const numbers = async () =>
  (await portal.db.selectFrom('invoices').select('number').orderBy('number').execute()).map(({ number }) => number)

const textOf = async (memberId: number, invoiceId: number) => {
  const own = await portal.as(memberId)
  const file = await own.billing.downloadMyInvoice({ invoiceId })
  return { name: file.name, text: readPdf(file.content) }
}

const invoicesOf = async (memberId: number) => (await (await portal.as(memberId)).billing.listMyInvoices({})).invoices

test('joining gives one invoice for the fee and the first period, and says how to pay', async () => {
  const payer = await aPayer(portal, { firstName: 'שרה', lastName: 'כהן', joiningFeeCents: 1000 })
  const [invoice, ...others] = await invoicesOf(payer.id)
  expect(others).toEqual([])
  expect(invoice).toMatchObject({ kind: 'invoice', totalCents: 7500, issuedOn: '2026-03-01', isPaid: false })
  const { name, text } = await textOf(payer.id, invoice?.id ?? 0)
  expect(name).toBe(`invoice-${invoice?.number}.pdf`)
  for (const words of ['שרה כהן', 'Makers of Łódź', '12 High Street', 'DE89 3704 0044 0532 0130 00', 'RF', '$75.00']) {
    expect(text).toContain(words)
  }
  expect(text).toContain('1 March 2026 – 31 March 2026')
  expect(text).toContain('No tax is charged. Registration 1234.')
})

test('what an invoice says stays as it was on its day, to the byte', async () => {
  const payer = await aPayer(portal)
  const [invoice] = await invoicesOf(payer.id)
  const own = await portal.as(payer.id)
  const read = async () => own.billing.downloadMyInvoice({ invoiceId: invoice?.id ?? 0 })
  const before = await read()
  await changeSetting(portal.ctx, { key: 'SITE_MAIL_ADDRESS', value: 'Elsewhere 1' })
  await expect.poll(() => portal.ctx.settings.get('SITE_MAIL_ADDRESS')).toBe('Elsewhere 1')
  expect(await read()).toEqual(before)
})

test('a change of plan credits the days left of one invoice and makes another for them', async () => {
  const plan = await aPlan(portal.db, { costCents: 9300 })
  const payer = await aPayer(portal, { costCents: 6200 })
  now = new Date('2026-03-11T00:00:00Z')
  const own = await portal.as(payer.id)
  const { givenBackCents, firstChargeCents, dueNowCents } = await own.billing.previewChange({
    planId: plan.id,
    when: 'now',
  })
  await own.billing.changePlan({ planId: plan.id, when: 'now', givenBackCents, firstChargeCents, dueNowCents })
  const invoices = await invoicesOf(payer.id)
  expect(invoices).toMatchObject([
    { kind: 'invoice', totalCents: 6300 },
    { kind: 'creditNote', totalCents: -4200 },
    { kind: 'invoice', totalCents: 6200 },
  ])
  const { text } = await textOf(payer.id, invoices[1]?.id ?? 0)
  expect(text).toContain(`Corrects invoice\n${invoices[2]?.number}`)
  expect(text).toContain('The plan was changed. These days are charged at the price of the new one.')
  expect(text).toContain('−$42.00')
  const anew = await textOf(payer.id, invoices[0]?.id ?? 0)
  expect(anew.text).toContain('11 March 2026 – 31 March 2026')
})

test('numbers have no gap, however many are issued at once and however many of them are taken back', async () => {
  const plan = await aPlan(portal.db)
  const before = await numbers()
  const join = async (at: number) => {
    const { id: memberId } = await aMember(portal.db)
    return changeBilling(portal.ctx, 'billing.subscribed', async (work) => {
      await startSubscription(work, { memberId, planId: plan.id, collector: 'bank', paysBeforeAccess: false })
      if (at % 3 === 0) throw new Error('taken back')
    })
  }
  // Some fail before their number is taken, some after.
  const tried = await Promise.allSettled(Array.from({ length: 12 }, (_, at) => join(at)))
  expect(tried.filter(({ status }) => status === 'rejected')).toHaveLength(4)
  const payer = await aPayer(portal)
  const own = await portal.as(payer.id)
  // A preview issues invoices, too, and takes them back.
  const dearer = await aPlan(portal.db, { costCents: 9000 })
  await own.billing.previewChange({ planId: dearer.id, when: 'now' })
  await aPayer(portal)
  const after = await numbers()
  expect(after).toEqual(Array.from({ length: before.length + 10 }, (_, at) => at + 1))
})

test('what costs nothing has no invoice', async () => {
  const payer = await aPayer(portal, { collector: 'free' })
  expect(await invoicesOf(payer.id)).toEqual([])
})

test('those who pay by invoice get theirs by email with its PDF, others only when the space wants it', async () => {
  const byInvoice = await aPayer(portal, { collector: 'invoice' })
  const byCash = await aPayer(portal, { collector: 'cash' })
  await portal.runJobs()
  const mailed = async (memberId: number) =>
    portal.db
      .selectFrom('messages')
      .select(['subject', 'text'])
      .where('member_id', '=', memberId)
      .where('template', '=', 'invoice')
      .execute()
  expect(await mailed(byCash.id)).toEqual([])
  const [mail] = await mailed(byInvoice.id)
  expect(mail?.subject).toMatch(/^Invoice \d+: \$65\.00$/)
  expect(mail?.text).toContain('DE89 3704 0044 0532 0130 00')
  expect(mail?.text).toMatch(/RF\d\d D\d{3} \d{3}/)
  const [invoice] = await invoicesOf(byInvoice.id)
  const [file] = smtp.mails.find(({ subject }) => subject === mail?.subject)?.attachments ?? []
  expect(file).toMatchObject({ filename: `invoice-${invoice?.number}.pdf`, mimeType: 'application/pdf' })
  expect(readPdf(contentOf(file))).toContain(`Invoice ${invoice?.number}`)
  await changeSetting(portal.ctx, { key: 'INVOICE_MAIL_ALL', value: true })
  await expect.poll(() => portal.ctx.settings.get('INVOICE_MAIL_ALL')).toBe(true)
  const later = await aPayer(portal, { collector: 'cash' })
  await portal.runJobs()
  expect(await mailed(later.id)).toHaveLength(1)
})

test('the nightly run invoices what it charges, one for each member', async () => {
  const payer = await aPayer(portal)
  now = new Date('2026-04-05T00:00:00Z')
  const own = await portal.as(payer.id)
  await runBilling(portal.ctx)
  expect((await own.billing.listMyInvoices({})).invoices.length).toBeGreaterThan(1)
  const after = await numbers()
  expect(after).toEqual(after.map((_, at) => at + 1))
})

test('a hundred invoices come a page at a time', async () => {
  const { id: memberId } = await aMember(portal.db)
  const first = (await numbers()).length + 1
  const content = {
    ...(await portal.db.selectFrom('invoices').select('content').limit(1).executeTakeFirstOrThrow()),
    kind: 'invoice' as const,
    member_id: memberId,
    issued_on: '2026-03-01',
    at: now,
    total_cents: 100,
    currency: 'AUD',
  }
  await portal.db
    .insertInto('invoices')
    .values(
      Array.from({ length: 60 }, (_, at) => ({
        ...content,
        number: first + at,
        content: JSON.stringify(content.content),
      })),
    )
    .execute()
  const own = await portal.as(memberId)
  const page = await own.billing.listMyInvoices({})
  expect([page.invoices.length, page.hasMore]).toEqual([25, true])
  const next = await own.billing.listMyInvoices({ before: page.invoices.at(-1)?.id })
  expect(next.invoices[0]?.number).toBe(first + 34)
})

test('another member’s invoice is not found, and staff who manage money find each by its number', async () => {
  const payer = await aPayer(portal)
  const [invoice] = await invoicesOf(payer.id)
  const stranger = await portal.as((await aMember(portal.db)).id)
  await expect(stranger.billing.downloadMyInvoice({ invoiceId: invoice?.id ?? 0 })).rejects.toMatchObject({
    code: 'notFound',
  })
  await expect(stranger.billing.downloadInvoice({ number: invoice?.number ?? 0 })).rejects.toMatchObject({
    code: 'notAllowed',
  })
  const staff = await portal.as((await aMember(portal.db, { permissions: ['money'] })).id)
  expect((await staff.billing.downloadInvoice({ number: invoice?.number ?? 0 })).name).toBe(
    `invoice-${invoice?.number}.pdf`,
  )
})

test('closing an account ends its plan and takes the name off its invoices, which stay', async () => {
  const payer = await aPayer(portal, { firstName: 'Quentin', lastName: 'Quitter', email: 'q@example.org' })
  const [invoice] = await invoicesOf(payer.id)
  const staff = await portal.as((await aMember(portal.db, { isAdmin: true })).id)
  await staff.profile.closeMember({ memberId: payer.id, confirmation: 'q@example.org' })
  const { state } = await portal.db
    .selectFrom('subscriptions')
    .select('state')
    .where('id', '=', payer.subscriptionId)
    .executeTakeFirstOrThrow()
  expect(state).toBe('ended')
  const text = readPdf((await staff.billing.downloadInvoice({ number: invoice?.number ?? 0 })).content)
  expect(text).toContain('Former member')
  expect(text).not.toContain('Quitter')
  expect(text).toContain('$65.00')
})

test('an invoice stays as it was when a late payment moves its days, and the list says where they are now', async () => {
  now = new Date('2026-04-01T00:00:00Z')
  const payer = await aPayer(portal, { costCents: 6500, paysBeforeAccess: true })
  expect(await invoicesOf(payer.id)).toMatchObject([{ movedTo: [] }])
  now = new Date('2026-04-04T00:00:00Z')
  await changeBilling(portal.ctx, 'billing.paid', (work) =>
    bookPayment(work, { memberId: payer.id, amountCents: 6500, currency: 'AUD', method: 'bank', paidOn: work.today }),
  )
  const [invoice] = await invoicesOf(payer.id)
  expect(invoice).toMatchObject({ movedTo: [{ from: '2026-04-04', to: '2026-05-04' }], isPaid: true })
  expect((await textOf(payer.id, invoice?.id ?? 0)).text).toContain('1 April 2026 – 30 April 2026')
})
