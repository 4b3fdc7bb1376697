import { spawn } from 'node:child_process'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { z } from 'zod'

const program = fileURLToPath(new URL('main.ts', import.meta.url))
const SwipeAnswer = z.object({ outcome: z.string(), isReported: z.boolean(), isAcknowledged: z.boolean() })
const State = z.object({ tags: z.array(z.string()), isAuthorised: z.boolean(), isConnected: z.boolean() })

export type DoorProcessOptions = { name: string; server: string; serial: string; key: string; storeDir: string }

/** A simulated door that runs as a program of its own, as the real one does. */
export type DoorProcess = {
  name: string
  /** Holds a card to the reader; what the door did with it. */
  swipe: (card: string) => Promise<z.infer<typeof SwipeAnswer>>
  state: () => Promise<z.infer<typeof State>>
  stop: () => void
}

/** Resolves once the program takes cards; whether it reaches the portal shows in `state()`. */
export const startDoorProcess = (options: DoorProcessOptions): Promise<DoorProcess> => {
  const { name, server, serial, key, storeDir } = options
  const child = spawn(
    process.execPath,
    [
      program,
      'door',
      '--server',
      server,
      '--serial',
      serial,
      '--store',
      join(storeDir, `${serial}.json`),
      '--control',
      '0',
      '--reconnect',
      '2',
      '--unlock',
      '2',
    ],
    { stdio: ['ignore', 'pipe', 'inherit'], env: { ...process.env, DOOR_KEY: key } },
  )
  const stop = () => void child.kill('SIGTERM')
  process.once('exit', stop)
  return new Promise((resolve, reject) => {
    child.once('error', reject)
    child.once('exit', (code) => reject(new Error(`The simulated door ${name} ended with code ${code}.`)))
    let printed = ''
    child.stdout.on('data', (chunk: Buffer) => {
      if (printed.length > 10_000) return
      printed += chunk.toString()
      const url = /listens on (http:\S+)/.exec(printed)?.[1]
      if (!url) return
      const ask = async (path: string, init?: RequestInit): Promise<unknown> =>
        (await fetch(`${url}${path}`, init)).json()
      resolve({
        name,
        swipe: async (card) =>
          SwipeAnswer.parse(await ask('/swipe', { method: 'POST', body: JSON.stringify({ card }) })),
        state: async () => State.parse(await ask('/state')),
        stop,
      })
    })
  })
}
