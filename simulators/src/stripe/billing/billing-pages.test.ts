import { afterAll, beforeAll, expect, test } from 'vitest'
import { idIn, startBilling } from './scene.testing.ts'

let scene: Awaited<ReturnType<typeof startBilling>>
beforeAll(async () => {
  scene = await startBilling('2027-03-01T00:00:00Z')
})
afterAll(() => scene.fake.close())

const card = (number: string) => ({ type: 'card', number, expiry: '08 / 30', cvc: '123', name: 'Bo' })

const send = async (url: string, fields: Record<string, string>) => {
  const response = await fetch(url, { method: 'POST', body: new URLSearchParams(fields), redirect: 'manual' })
  return { to: response.headers.get('location') ?? '', html: await response.text() }
}
const pageAt = async (url: string) => (await fetch(url)).text()

/** A subscription whose first payment is still to be made, and the page for it. */
const openInvoice = async () => {
  const { stripe, member, price } = scene
  const { customer } = await member(null)
  const items = [{ price: await price(2000) }]
  const made = await stripe.subscriptions.create({ customer, items, payment_behavior: 'default_incomplete' })
  const invoice = await stripe.invoices.retrieve(idIn(made.latest_invoice))
  return { id: made.id, invoice: invoice.id, url: invoice.hosted_invoice_url ?? '' }
}

test('the hosted page of an invoice says what is due, what is wrong with a card, and that it is paid', async () => {
  const { id, url } = await openInvoice()
  const page = await pageAt(url)
  expect(page).toContain('1 × Full membership (at €20.00 / month)')
  expect((await send(url, card('4000 0000 0000 9995'))).html).toContain('Your card has insufficient funds.')
  const { to } = await send(url, card('4242 4242 4242 4242'))
  expect(to).toBe(url)
  expect(await pageAt(url)).toContain('This invoice is paid')
  expect((await scene.look(id)).status).toBe('active')
})

test('a bank that wants to see the payer is asked on its own page, and leads back to the invoice', async () => {
  const { id, url } = await openInvoice()
  const { to } = await send(url, card('4000 0027 6000 3184'))
  expect(to).toContain('/3ds/')
  const failed = await send(to, { result: 'fail' })
  expect(await pageAt(failed.to)).toContain('unable to authenticate')
  const again = await send(url, card('4000 0027 6000 3184'))
  const back = await send(again.to, { result: 'complete' })
  expect(back.to).toContain(url)
  expect((await scene.look(id)).status).toBe('active')
})

test('a renewal that its bank did not let pass is paid with the card that is there', async () => {
  const { stripe, member, price, to, invoicesOf, look } = scene
  const { customer } = await member()
  const { id } = await stripe.subscriptions.create({ customer, items: [{ price: await price(2000) }] })
  const careful = await stripe.paymentMethods.attach('pm_card_authenticationRequired', { customer })
  await stripe.subscriptions.update(id, { default_payment_method: careful.id })
  await to('2027-04-01T02:00:00Z')
  const url = (await invoicesOf(id)).at(-1)?.hosted_invoice_url ?? ''
  expect(await pageAt(url)).toContain('with the card ending in 3184')
  const bank = await send(url, { saved: careful.id })
  await send(bank.to, { result: 'complete' })
  expect((await look(id)).status).toBe('active')
})

test('the portal keeps another card as what pays from now on, once per link', async () => {
  const { stripe, member } = scene
  const { customer, method } = await member()
  const back = 'http://portal.example/account/billing'
  const session = await stripe.billingPortal.sessions.create({
    customer,
    flow_data: {
      type: 'payment_method_update',
      after_completion: { type: 'redirect', redirect: { return_url: back } },
    },
  })
  expect((await send(session.url, card('4000 0000 0000 0002'))).html).toContain('Your card was declined.')
  expect((await send(session.url, card('5555 5555 5555 4444'))).to).toBe(back)
  const { invoice_settings: settings } = await stripe.customers
    .retrieve(customer)
    .then((one) => ('deleted' in one && one.deleted ? { invoice_settings: null } : one))
  expect(settings?.default_payment_method).not.toBe(method)
  expect((await fetch(session.url)).status).toBe(404)
  await expect(
    stripe.billingPortal.sessions.create({ customer, flow_data: { type: 'subscription_update' } }),
  ).rejects.toMatchObject({ param: 'flow_data[type]' })
})
