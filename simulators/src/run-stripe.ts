import { startStripe } from './stripe/server.ts'

type StripeProgram = {
  port: number
  file: string | undefined
  now: string | undefined
  /** What its pages call the space. */
  name: string
}

/** A stand-in for Stripe as a program, until it is asked to end. Its keys stand in the first lines it says. */
export const runStripe = async ({ port, file, now, name }: StripeProgram): Promise<void> => {
  const stripe = await startStripe({
    port,
    account: { name },
    ...(file !== undefined && { file }),
    ...(now !== undefined && { now: new Date(now) }),
  })
  const say = (text: string) => console.log(`${new Date().toISOString()} stripe: ${text}`)
  say(`listens on ${stripe.url}`)
  say(`secret key ${stripe.secretKey}, publishable key ${stripe.publishableKey}`)
  say(`it is ${stripe.now().toISOString()}; POST ${stripe.url}/_control/advance {"to": "…"} moves the clock`)
  const end = () => void stripe.close().then(() => process.exit(0))
  process.once('SIGINT', end)
  process.once('SIGTERM', end)
}
