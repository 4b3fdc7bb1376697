import { createInterface } from 'node:readline'
import type { RelayEvent, RelayOptions } from './relay.ts'

type Plug = { url: string; relay: { press: () => void }; close: () => Promise<void> }
type PlugStart = (options: RelayOptions) => Promise<Plug>

/** A simulated relay as a program, until it is asked to end. A line from the keyboard presses its button. */
export const runPlug = async (input: { name: string; isInteractive: boolean; start: PlugStart }): Promise<void> => {
  const { name, isInteractive, start } = input
  const say = (text: string) => console.log(`${new Date().toISOString()} ${name}: ${text}`)
  const plug = await start({ onEvent: ({ text }: RelayEvent) => say(text) })
  say(`listens on ${plug.url}`)
  const end = () => void plug.close().then(() => process.exit(0))
  process.once('SIGINT', end)
  process.once('SIGTERM', end)
  if (isInteractive) createInterface({ input: process.stdin }).on('line', plug.relay.press)
}
