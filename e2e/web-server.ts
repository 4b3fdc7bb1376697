import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout } from 'node:timers/promises'
import { findDebianProgram } from '../scripts/debian-program.ts'

/** A web server in front of a portal, with a certificate of its own that no browser knows. */
export type WebServer = { url: string; stop: () => Promise<void> }

/** Not what a machine of a space needs: other ports, no port 80, and no certificate among those the system trusts. */
const options = (storage: string) =>
  `{\n admin off\n auto_https disable_redirects\n skip_install_trust\n storage file_system ${storage}\n}\n`

/** Caddy by the file of deploy/, between these ports of this machine; undefined where there is no Caddy. */
export const startCaddy = async (ports: { own: number; portal: number }): Promise<WebServer | undefined> => {
  const program = await findDebianProgram('caddy')
  if (program === undefined) return undefined
  const folder = mkdtempSync(join(tmpdir(), 'spacekeeper-caddy-'))
  const file = join(folder, 'Caddyfile')
  const site = readFileSync(new URL('../deploy/Caddyfile', import.meta.url), 'utf8')
    .replace(/^portal\.example\.org \{/m, `https://localhost:${ports.own} {\n\ttls internal`)
    .replace('127.0.0.1:8000', `127.0.0.1:${ports.portal}`)
  writeFileSync(file, options(folder) + site)
  const env = { ...process.env, HOME: folder, XDG_DATA_HOME: folder, XDG_CONFIG_HOME: folder }
  const child = spawn(program, ['run', '--config', file, '--adapter', 'caddyfile'], { env, stdio: 'ignore' })
  const exited = once(child, 'exit')
  const listens = () =>
    fetch(`http://127.0.0.1:${ports.own}/`).then(
      () => true,
      () => false,
    )
  // It answers plain HTTP on its port with a refusal as soon as it listens.
  while (child.exitCode === null && !(await listens())) await setTimeout(100)
  if (child.exitCode !== null) throw new Error('Caddy ended. Run it by hand with the Caddyfile of deploy/ to see why.')
  return {
    url: `https://localhost:${ports.own}`,
    stop: async () => {
      child.kill('SIGTERM')
      await exited
      rmSync(folder, { recursive: true, force: true })
    },
  }
}
