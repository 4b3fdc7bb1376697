import { type ChildProcess, spawn } from 'node:child_process'
import { createHash } from 'node:crypto'
import { existsSync, mkdirSync, writeFileSync } from 'node:fs'
import { connect, createServer, type Socket } from 'node:net'
import { userInfo } from 'node:os'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import ssh2, { type ServerChannel } from 'ssh2'
import { onTestFinished } from 'vitest'
import { freePort } from '#platform/http/free-port.ts'
import { anEmptyFolder } from '../backup-scene.testing.ts'
import type { SftpSettings } from './sftp-line.ts'

const { Server, utils } = ssh2

/** OpenSSH's server, of which the part that serves files comes with it. */
export const sshd = ['/usr/sbin/sshd', '/usr/local/sbin/sshd'].find((path) => existsSync(path))
export const sftpProgram = ['/usr/lib/openssh/sftp-server', '/usr/libexec/sftp-server'].find((path) => existsSync(path))

const makeKey = () => utils.generateKeyPairSync('ed25519')

/** As `ssh-keygen -lf` prints it. */
const fingerprintOf = (publicKey: string): string => {
  const blob = Buffer.from(publicKey.split(' ')[1] ?? '', 'base64')
  return `SHA256:${createHash('sha256').update(blob).digest('base64').replace(/=+$/, '')}`
}

const isOpen = (port: number): Promise<boolean> =>
  new Promise((settle) => {
    const socket = connect({ host: '127.0.0.1', port }, () => settle(true))
    socket.on('error', () => settle(false))
    socket.on('connect', () => socket.destroy())
  })

const ended = (child: ChildProcess) => new Promise((settle) => child.once('exit', settle))

/** OpenSSH as spaces have it, on a free port of this machine, for the account that runs the tests, with a key. */
export const startOpenSsh = async (program: string) => {
  const home = anEmptyFolder('ssh')
  const folder = anEmptyFolder('backups')
  const [host, client] = [makeKey(), makeKey()]
  const put = (name: string, text: string) => {
    const path = join(home, name)
    writeFileSync(path, text, { mode: 0o600 })
    return path
  }
  const port = await freePort()
  const config = put(
    'sshd_config',
    [
      `Port ${port}`,
      'ListenAddress 127.0.0.1',
      `HostKey ${put('host-key', host.private)}`,
      `AuthorizedKeysFile ${put('authorized_keys', client.public)}`,
      `PidFile ${join(home, 'pid')}`,
      'StrictModes no',
      'UsePAM no',
      'PermitRootLogin prohibit-password',
      'PasswordAuthentication no',
      'Subsystem sftp internal-sftp',
    ].join('\n'),
  )
  // Where it runs as root it gives rights away in a folder that the system's service makes.
  if (process.getuid?.() === 0) mkdirSync('/run/sshd', { recursive: true, mode: 0o755 })
  const child = spawn(program, ['-D', '-e', '-f', config], { stdio: 'ignore' })
  const gone = ended(child)
  onTestFinished(async () => {
    child.kill()
    await gone
  })
  while (!(await isOpen(port))) {
    if (child.exitCode !== null) throw new Error(`sshd ended with ${child.exitCode}.`)
    await sleep(20)
  }
  const settings: SftpSettings = {
    host: '127.0.0.1',
    port,
    user: userInfo().username,
    password: '',
    privateKey: client.private,
    hostKey: fingerprintOf(host.public),
    folder,
  }
  return { settings, folder }
}

/** Another server with a password, whose line can be cut and whose disk can be full; files are served by OpenSSH's program. */
// oxlint-disable-next-line max-lines-per-function -- one server, whose parts share what it holds
export const startPasswordServer = async (program: string, { mostBlocks }: { mostBlocks?: number } = {}) => {
  const folder = anEmptyFolder('backups')
  const host = makeKey()
  const passwords: string[] = []
  const sockets = new Set<Socket>()
  let cuts = 0
  let isStuck = false
  const cutOff = () => {
    cuts -= 1
    for (const socket of sockets) socket.destroy()
  }
  const serve = (channel: ServerChannel) => {
    const limit = mostBlocks === undefined ? '' : `trap '' XFSZ; ulimit -f ${mostBlocks}; `
    const child = spawn('sh', ['-c', `${limit}exec ${program}`], { stdio: ['pipe', 'pipe', 'ignore'] })
    child.stdin.on('error', () => undefined)
    let received = 0
    channel.on('data', (piece: Buffer) => {
      const before = received
      received += piece.length
      if (cuts > 0 && before < 100_000 && received >= 100_000) cutOff()
      else if (!isStuck || received < 100_000) child.stdin.write(piece)
    })
    channel.on('close', () => child.kill())
    child.stdout.pipe(channel)
  }
  const ssh = new Server({ hostKeys: [host.private] }, (client) => {
    // Lines that are cut end with an error.
    client.on('error', () => undefined)
    client.on('authentication', (attempt) => {
      if (attempt.method !== 'password') return attempt.reject(['password'])
      passwords.push(attempt.password)
      return attempt.password === 'walnut' ? attempt.accept() : attempt.reject()
    })
    client.on('session', (accept) => accept().on('subsystem', (acceptChannel) => serve(acceptChannel())))
  })
  const server = createServer((socket) => {
    sockets.add(socket)
    ssh.injectSocket(socket)
  })
  await new Promise<void>((settle) => server.listen(0, '127.0.0.1', settle))
  const close = () =>
    new Promise<void>((settle) => {
      server.close(() => settle())
      for (const socket of sockets) socket.destroy()
    })
  onTestFinished(close)
  const address = server.address()
  const settings: SftpSettings = {
    host: '127.0.0.1',
    port: typeof address === 'object' && address ? address.port : 0,
    user: 'space',
    password: 'walnut',
    privateKey: '',
    hostKey: fingerprintOf(host.public),
    folder,
  }
  const cut = (times: number) => {
    cuts = times
  }
  /** Takes what is written from then on, and never does it. */
  const stick = () => {
    isStuck = true
  }
  return { settings, folder, passwords, cut, stick, close }
}
