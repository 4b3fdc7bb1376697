import { once } from 'node:events'
import { createServer, request as askOf } from 'node:http'
import { openFaultyLine } from '#platform/db/faulty-line.testing.ts'

/**
 * What is left of a payment when its portal is killed: what a transaction wrote about money, and what Stripe was asked
 * to do. Each is a step; the statements of one transaction are there together, or not at all.
 */
export type PaymentSteps = {
  /** The same database, and the same Stripe, by way of this. */
  lead: (connectionString: string) => string
  stripeUrl: string
  /** The n-th step from now on, or the first after it that is wanted, never arrives; none for 0. Says which, once it came. */
  holdAt: (n: number, isWanted?: (step: string) => boolean) => () => string | null
  close: () => Promise<void>
}

const money =
  /\b(?:insert into|update|delete from) "?(subscriptions|charges|invoices|payments|provider_lines|ledger_entries|stripe_\w+)\b/

const tablesOf = (script: readonly string[]): string[] => [
  ...new Set(script.flatMap((text) => money.exec(text)?.[1] ?? [])),
]

/** Reads are passed on; of what changes something at Stripe, the caller says whether it is. */
const openStripeRelay = async (stripeUrl: string, isHeld: (step: string) => boolean) => {
  const to = new URL(stripeUrl)
  const server = createServer((request, response) => {
    const { method = 'GET', url = '/', headers } = request
    if (method !== 'GET' && isHeld(`${method} ${url.replaceAll(/\/[a-z]+_[A-Za-z0-9]{10,}/g, '/*')}`)) return
    const asked = askOf({ host: to.hostname, port: to.port, method, path: url, headers }, (answer) => {
      response.writeHead(answer.statusCode ?? 500, answer.headers)
      answer.pipe(response)
    })
    asked.on('error', () => response.destroy())
    request.pipe(asked)
  }).listen(0, '127.0.0.1')
  await once(server, 'listening')
  const address = server.address()
  const close = async () => {
    const closed = once(server, 'close')
    server.close()
    server.closeAllConnections()
    await closed
  }
  return { url: `http://127.0.0.1:${typeof address === 'object' && address ? address.port : 0}`, close }
}

/** Stands between a portal and both its database and Stripe. */
export const openPaymentSteps = async (input: { database: string; stripe: string }): Promise<PaymentSteps> => {
  let left = Infinity
  let wants = (_step: string) => true
  let held: string | null = null
  const isHeld = (step: string): boolean => {
    left -= 1
    if (left > 0 || held !== null || !wants(step)) return false
    held = step
    return true
  }
  const line = await openFaultyLine(input.database)
  const relay = await openStripeRelay(input.stripe, isHeld)
  const isStep = (script: readonly string[]): boolean => {
    const tables = tablesOf(script)
    const isWhole = script.length === 1 || /^\s*commit\b/i.test(script.at(-1) ?? '')
    return isWhole && tables.length > 0 && isHeld(tables.join(', '))
  }
  const holdAt = (n: number, isWanted = (_step: string) => true) => {
    left = n === 0 ? Infinity : n
    wants = isWanted
    held = null
    void line.strike(isStep, 'hold')
    return () => held
  }
  const close = async () => {
    await line.close()
    await relay.close()
  }
  return { lead: line.lead, stripeUrl: relay.url, holdAt, close }
}
