// On its own: simulators/src/main.ts loads it alone, with the library that checks signatures.
import { startWebhookReceiver } from './webhook-receiver.ts'

/** Prints what the portal tells, until it is asked to end. */
export const runWebhookReceiver = async ({ port, secret }: { port: number; secret: string }): Promise<void> => {
  const say = (text: string) => console.log(`${new Date().toISOString()} webhook: ${text}`)
  const receiver = await startWebhookReceiver({
    port,
    secret,
    onEvent: ({ type, data }) => say(`${type} ${JSON.stringify(data)}`),
    onRefused: (why) => say(`a message was not believed: ${why}`),
  })
  say(`listens at ${receiver.url}`)
  const end = () => void receiver.close().then(() => process.exit(0))
  process.once('SIGINT', end)
  process.once('SIGTERM', end)
}
