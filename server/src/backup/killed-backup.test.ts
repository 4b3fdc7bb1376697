import { spawn } from 'node:child_process'
import { existsSync, mkdirSync, readdirSync, rmSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { byProgram, command, end, killOnce, newFolder, startProcess } from '../test-process.ts'

const cli = join(import.meta.dirname, '../cli.ts')

const ada = '--email ada@example.org --first-name Ada --last-name O --mobile 0400000000 --password horse-battery-42'

const namesIn = (folder: string): string[] => (existsSync(folder) ? readdirSync(folder) : [])

const hasDraft = (dataDir: string) => namesIn(join(dataDir, 'backups')).some((name) => name.endsWith('.backup.draft'))

const archivesIn = (folder: string) => namesIn(folder).filter((name) => name.endsWith('.backup'))

test('the machine burns: with a copy and its key a bare one has the portal again; and what is killed on the way leaves nothing in the way', async () => {
  const [dataDir, elsewhere, bare] = [newFolder(), newFolder(), newFolder()]
  const portal = await startProcess(dataDir, 0)
  await command(dataDir, 'admin', 'create', ...ada.split(' '))

  // A key that is typed back from paper counts; without it copies elsewhere are not made.
  await expect(command(dataDir, 'backup', '--to', elsewhere)).rejects.toThrow('there is no key yet')
  const shown = spawn(process.execPath, [cli, 'backup', 'key'], { env: { ...process.env, DATA_DIR: dataDir } })
  let output = ''
  shown.stdout.on('data', (chunk: Buffer) => (output += chunk.toString()))
  const codeIn = () => /(?:[0-9A-Z]{4}-){6}[0-9A-Z]{4}/.exec(output)?.[0]
  await expect.poll(codeIn, byProgram).toBeDefined()
  const code = codeIn() ?? ''
  shown.stdin.end(`${code.toLowerCase()}\n`)
  await expect.poll(() => output, byProgram).toContain('encrypted with this key from now on')

  // Killed while it copies, and while it tries the copy.
  await killOnce(dataDir, ['backup'], () => hasDraft(dataDir))
  await killOnce(dataDir, ['backup', '--prove'], () => existsSync(join(dataDir, 'proving/postgres/postmaster.pid')))
  await command(dataDir, 'backup', '--prove', '--to', elsewhere)
  expect(hasDraft(dataDir)).toBe(false)
  expect(existsSync(join(dataDir, 'proving'))).toBe(false)
  expect(await command(dataDir, 'backup', 'prove')).toContain('can be restored')

  // The database of a portal that was killed still runs.
  await end(portal.child, 'SIGKILL')
  const [name = ''] = archivesIn(elsewhere)
  expect(await command(dataDir, 'restore', join(elsewhere, name))).toContain('is kept in')
  expect(await command(dataDir, 'staff', 'list')).toContain('ada@example.org')
  rmSync(dataDir, { recursive: true, force: true })
  mkdirSync(dataDir)

  const restore = ['restore', join(elsewhere, name), '--code', code]
  const steps = ['restoring', 'restoring/postgres/global/pg_control', 'restoring/postgres/postmaster.pid']
  for (const step of steps) await killOnce(bare, restore, () => existsSync(join(bare, step)))
  await killOnce(bare, restore, () => !existsSync(join(bare, 'portal.lock')) && existsSync(join(bare, 'postgres')))
  const said = await command(bare, ...restore)
  expect(said).toMatch(/The portal is restored|is finished now/)
  expect(existsSync(join(bare, 'restoring'))).toBe(false)

  const again = await startProcess(bare, 0)
  const login = await fetch(`${again.url}/api/login/`, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify({ email: 'ada@example.org', password: 'horse-battery-42' }),
  })
  expect(login.status).toBe(200)
  await expect(command(bare, ...restore)).rejects.toThrow('already works in')
  // The portal itself makes one when an administrator asks.
  const cookies = login.headers.getSetCookie().map((one) => one.split(';')[0] ?? '')
  const token = cookies.find((one) => one.startsWith('csrftoken='))?.slice('csrftoken='.length) ?? ''
  const start = await fetch(`${again.url}/api/admin/backups/`, {
    method: 'POST',
    headers: { cookie: cookies.join('; '), 'x-csrftoken': token },
  })
  expect(start.status).toBe(200)
  await expect.poll(() => archivesIn(join(bare, 'backups')).length, byProgram).toBe(1)
})
