import { execFileSync, spawn } from 'node:child_process'
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

const newFolder = (name: string) => mkdtempSync(join(tmpdir(), `spacekeeper-${name}-`))
const readOwn = (name: string) => readFileSync(new URL(`../deploy/${name}`, import.meta.url), 'utf8')

type Ports = { own: number; portal: number }
type Program = { name: string; file: string; args: string[]; folder: string; env?: NodeJS.ProcessEnv }

/** Runs one until it is stopped, and its folder with it. */
const startServer = async ({ name, file, args, folder, env = {} }: Program, port: number): Promise<WebServer> => {
  const child = spawn(file, args, { env: { ...process.env, ...env }, stdio: 'ignore' })
  const exited = once(child, 'exit')
  const listens = () =>
    fetch(`http://127.0.0.1:${port}/`).then(
      () => true,
      () => false,
    )
  // It answers plain HTTP on its port with a refusal as soon as it listens.
  while (child.exitCode === null && !(await listens())) await setTimeout(100)
  if (child.exitCode !== null) throw new Error(`${name} ended. Run it by hand with its file of deploy/ to see why.`)
  return {
    url: `https://localhost:${port}`,
    stop: async () => {
      child.kill('SIGTERM')
      await exited
      rmSync(folder, { recursive: true, force: true })
    },
  }
}

/** Caddy by the file of deploy/, between these ports of this machine; undefined where there is no Caddy. */
export const startCaddy = async (ports: Ports): Promise<WebServer | undefined> => {
  const program = await findDebianProgram('caddy')
  if (program === undefined) return undefined
  const folder = newFolder('caddy')
  const file = join(folder, 'Caddyfile')
  const site = readOwn('Caddyfile')
    .replace(/^portal\.example\.org \{/m, `https://localhost:${ports.own} {\n\ttls internal`)
    .replace('127.0.0.1:8000', `127.0.0.1:${ports.portal}`)
  writeFileSync(file, options(folder) + site)
  const env = { HOME: folder, XDG_DATA_HOME: folder, XDG_CONFIG_HOME: folder }
  const args = ['run', '--config', file, '--adapter', 'caddyfile']
  return startServer({ name: 'Caddy', file: program, args, folder, env }, ports.own)
}

const certificate = 'req -x509 -newkey ec -pkeyopt ec_paramgen_curve:P-256 -nodes -days 2 -subj /CN=localhost'

/** The same with nginx, and a certificate that openssl makes. */
export const startNginx = async (ports: Ports): Promise<WebServer | undefined> => {
  const [program, openssl] = [await findDebianProgram('nginx'), await findDebianProgram('openssl')]
  if (program === undefined || openssl === undefined) return undefined
  const folder = newFolder('nginx')
  const [key, pem] = [join(folder, 'privkey.pem'), join(folder, 'fullchain.pem')]
  execFileSync(openssl, [...certificate.split(' '), '-keyout', key, '-out', pem], { stdio: 'ignore' })
  const site = readOwn('nginx.conf')
    // Nothing of this machine at port 80, and no second address.
    .replace(/^server \{\n {4}listen 80;[^]*?^\}\n/m, '')
    .replace(/^ *listen \[::\].*\n/m, '')
    .replace('listen 443', `listen 127.0.0.1:${ports.own}`)
    .replaceAll('portal.example.org', 'localhost')
    .replaceAll('/etc/letsencrypt/live/localhost', folder)
    .replace('127.0.0.1:8000', `127.0.0.1:${ports.portal}`)
  const temporary = ['client_body', 'proxy', 'fastcgi', 'uwsgi', 'scgi'].map(
    (name) => `${name}_temp_path ${join(folder, name)};`,
  )
  const file = join(folder, 'nginx.conf')
  writeFileSync(
    file,
    `daemon off;\nuser root;\npid ${join(folder, 'pid')};\nerror_log ${join(folder, 'log')};\nevents {}\nhttp {\naccess_log off;\n${temporary.join('\n')}\n${site}}\n`,
  )
  return startServer({ name: 'nginx', file: program, args: ['-p', folder, '-c', file], folder }, ports.own)
}
