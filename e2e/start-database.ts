import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { createInterface } from 'node:readline'
import { fileURLToPath } from 'node:url'

const program = fileURLToPath(new URL('database-process.ts', import.meta.url))

/** Playwright's global set-up. The database is a program of its own, so that it ends however this one does. */
// oxlint-disable-next-line import/no-default-export -- Playwright takes the default export
export default async () => {
  const child = spawn(process.execPath, [program], { stdio: ['pipe', 'pipe', 'inherit'] })
  const exited = once(child, 'exit')
  const [line] = await Promise.race([
    once(createInterface({ input: child.stdout }), 'line'),
    exited.then(() => Promise.reject(new Error('The database did not start.'))),
  ])
  // Found by portal-process.ts, since workers and what they start get this environment.
  process.env['E2E_DATABASE_URL'] = String(line)
  return async () => {
    child.stdin.end()
    await exited
  }
}
