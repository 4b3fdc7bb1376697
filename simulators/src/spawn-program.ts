import { spawn } from 'node:child_process'
import { fileURLToPath } from 'node:url'

const program = fileURLToPath(new URL('main.ts', import.meta.url))

export type SpawnedProgram = {
  /** Asks the program over its control port; the answer as JSON. */
  ask: (path: string, body?: object) => Promise<unknown>
  stop: () => void
}

/** Starts a simulated device as a program of its own; resolves once it takes cards. */
export const spawnProgram = (input: {
  name: string
  key: string
  args: readonly string[]
}): Promise<SpawnedProgram> => {
  const child = spawn(process.execPath, [program, ...input.args, '--control', '0'], {
    stdio: ['ignore', 'pipe', 'inherit'],
    env: { ...process.env, DEVICE_KEY: input.key },
  })
  const stop = () => void child.kill('SIGTERM')
  process.once('exit', stop)
  child.once('exit', () => process.off('exit', stop))
  return new Promise((resolve, reject) => {
    child.once('error', reject)
    child.once('exit', (code) => reject(new Error(`The simulated ${input.name} ended with code ${code}.`)))
    let printed = ''
    child.stdout.on('data', (chunk: Buffer) => {
      if (printed.length > 10_000) return
      printed += chunk.toString()
      const url = /listens on (http:\S+)/.exec(printed)?.[1]
      if (!url) return
      const ask = async (path: string, body?: object): Promise<unknown> => {
        const init = body && { method: 'POST', body: JSON.stringify(body) }
        return (await fetch(`${url}${path}`, init)).json()
      }
      resolve({ ask, stop })
    })
  })
}
