import { randomUUID } from 'node:crypto'
import { type FakeStripe, startStripe } from '@spacekeeper/simulators/stripe/server.ts'
import { Stripe } from 'stripe'
import { afterAll, beforeAll, expect, test, vi } from 'vitest'
import { type FaultPoint, openFaultyLine, type FaultyLine } from '#platform/db/faulty-line.testing.ts'
import { sessionCookie } from '#platform/http/credential.ts'
import { freePort } from '#platform/http/free-port.ts'
import { aMember } from '../members/factory.ts'
import { aPlan } from '../plans/factory.ts'
import { startTestPortal, type TestPortal } from '../portal.testing.ts'
import { changeSetting } from '../settings/settings.ts'
import { end, newFolder, startProcess } from '../test-process.ts'
import { aMemberWhoOwes, cutOn, monthAndFee, payDues, sumOf, takenOf } from './cut-acts.testing.ts'
import { giveKeyTo } from './process-key.testing.ts'

vi.setConfig({ testTimeout: 240_000 })

let line: FaultyLine
let fake: FakeStripe
let portal: TestPortal

beforeAll(async () => {
  fake = await startStripe()
  portal = await startTestPortal({
    stripeUrl: fake.url,
    through: async (connectionString) => {
      line = await openFaultyLine(connectionString)
      return line.lead(connectionString)
    },
  })
  for (const [key, value] of [
    ['STRIPE_SECRET_KEY', fake.secretKey],
    ['STRIPE_PUBLISHABLE_KEY', fake.publishableKey],
    ['ENABLE_STRIPE', true],
  ] as const) {
    await changeSetting(portal.ctx, { key, value })
  }
  const { id: monthly } = await aPlan(portal.db, { costCents: 3100, collectors: ['bank'], joiningFeeCents: 1000 })
  const { id: treasurerId } = await aMember(portal.db, { permissions: ['money'] })
  cutOn({ portal, fake, stripe: new Stripe(fake.secretKey, fake.client), monthly, bigger: monthly, treasurerId })
})
afterAll(async () => {
  await portal.close()
  await line.close()
  await fake.close()
})

const reads = /^\s*select\b(?!.*(?:add_job|pg_notify))/is

/** Every write of a payment of dues: the row before Stripe is asked, and the booking when Stripe has the money. */
const listPoints = async (): Promise<FaultPoint[]> => {
  const found: FaultPoint[] = []
  for (const statement of ['into "card_payments"', 'into "payments"']) {
    const memberId = await aMemberWhoOwes()
    const points = await line.findPoints(() => payDues(memberId), statement)
    found.push(...points.filter(({ script, at }) => !reads.test(script[at] ?? '')))
  }
  return found
}

/** The member presses pay. */
const press = (url: string, { key, session }: Pick<KilledPayment, 'key' | 'session'>): Promise<unknown> =>
  fetch(`${url}/api/billing/my/card/payments/`, {
    method: 'POST',
    headers: {
      'content-type': 'application/json',
      'x-csrftoken': 'of-this-test',
      cookie: `csrftoken=of-this-test; ${sessionCookie}=${session}`,
    },
    body: JSON.stringify({ amountCents: monthAndFee, way: 'saved', idempotencyKey: key }),
  })

/** As many as there is time for, the first and the last among them: each costs a start of the portal. */
const mostKills = 4
const spread = <T>(all: readonly T[]): T[] => {
  const places = Array.from({ length: mostKills }, (_, at) => Math.round((at * (all.length - 1)) / (mostKills - 1)))
  return all.filter((_, at) => places.includes(at))
}

type KilledPayment = { memberId: number; key: string; session: string; point: FaultPoint }

const outcomeOf = async ({ memberId }: KilledPayment) => [await takenOf(memberId), await sumOf('payments', memberId)]

/** The member presses once more, in the portal that was started again. */
const pressAgain = async (url: string, killed: KilledPayment): Promise<void> => {
  await press(url, killed)
  await expect.poll(() => outcomeOf(killed), { timeout: 30_000 }).toEqual([monthAndFee, monthAndFee])
}

test('a portal that is killed with kill -9 at the writes of a card payment of dues takes the money once and books it once', async () => {
  const payments: KilledPayment[] = []
  for (const point of spread(await listPoints())) {
    const memberId = await aMemberWhoOwes()
    payments.push({ memberId, key: randomUUID(), session: await portal.sessionOf(memberId), point })
  }
  expect(payments.length).toBe(mostKills)
  vi.stubEnv('DATABASE_URL', line.lead(portal.ownerUrl))
  vi.stubEnv('STRIPE_URL', fake.url)
  await giveKeyTo({ portal, fake, secret: 'of a process of these tests only' })
  try {
    const [dataDir, port] = [newFolder(), await freePort()]
    let last: KilledPayment | undefined
    for (const payment of payments) {
      const { child, url } = await startProcess(dataDir, port)
      if (last) await pressAgain(url, last)
      const struck = line.strike(payment.point, 'hold')
      const pressed = press(url, payment).catch(() => null)
      await struck
      await end(child, 'SIGKILL')
      await pressed
      last = payment
    }
    const { child, url } = await startProcess(dataDir, port)
    if (last) await pressAgain(url, last)
    await end(child, 'SIGTERM')
    for (const payment of payments) expect(await outcomeOf(payment)).toEqual([monthAndFee, monthAndFee])
  } finally {
    vi.unstubAllEnvs()
  }
})
