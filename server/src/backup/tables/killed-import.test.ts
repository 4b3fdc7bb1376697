import { existsSync, readdirSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { command, end, killOnce, newFolder, startProcess } from '../../test-process.ts'

const ada = '--email ada@example.org --first-name Ada --last-name O --mobile 0400000000 --password horse-battery-42'

test('a portal moves by export and import, and where either is killed the next try works', async () => {
  const [dataDir, bare, parent] = [newFolder(), newFolder(), newFolder()]
  const folder = join(parent, 'export')
  const portal = await startProcess(dataDir, 0)
  await command(dataDir, 'admin', 'create', ...ada.split(' '))

  await killOnce(dataDir, ['export', folder], () => existsSync(join(folder, 'unfinished')))
  await killOnce(dataDir, ['export', folder], () => existsSync(join(folder, 'public.members.copy')))
  expect(await command(dataDir, 'export', folder)).toContain(`rows are in ${folder}`)
  expect(readdirSync(folder)).toContain('secret-key')
  await end(portal.child, 'SIGTERM')

  const steps = ['postgres.new', 'postgres/PG_VERSION', 'postgres/postmaster.pid', 'secret-key', 'installation']
  for (const step of steps) await killOnce(bare, ['import', folder], () => existsSync(join(bare, step)))
  // Killed the moment it ended, it may have ended.
  const said = await command(bare, 'import', folder).catch((error: unknown) => String(error))
  expect(said).toMatch(/rows are as they were|it has 1 members/)
  await expect(command(bare, 'import', folder)).rejects.toThrow('it has 1 members')

  const again = await startProcess(bare, 0)
  const login = await fetch(`${again.url}/api/login/`, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify({ email: 'ada@example.org', password: 'horse-battery-42' }),
  })
  expect(login.status).toBe(200)
  expect(await command(bare, 'ledger', 'verify')).toContain('All is well')
})
