import { createInterface } from 'node:readline'
import { startCardReader } from './card-reader.ts'
import { startControl } from './control.ts'

type CardReaderRun = { port: number; isTalkative: boolean; isInteractive: boolean; control: number | undefined }

/** A simulated card reader as a program, until it is asked to end. A line from the keyboard is a card. */
export const runCardReader = async ({ control, isInteractive, ...options }: CardReaderRun): Promise<void> => {
  const say = (text: string) => console.log(`${new Date().toISOString()} card reader: ${text}`)
  const reader = await startCardReader({ ...options, onEvent: say })
  say(`waits for a kiosk at ${reader.url}`)
  const end = () => void reader.close().then(() => process.exit(0))
  process.once('SIGINT', end)
  process.once('SIGTERM', end)
  if (isInteractive) createInterface({ input: process.stdin }).on('line', (card) => card && reader.swipe(card))
  if (control === undefined) return
  const { port } = await startControl(
    { state: reader.state, swipe: async (card) => ({ isHeard: reader.swipe(card) }) },
    control,
  )
  say(`listens on http://127.0.0.1:${port}`)
}
