import { execFile, spawn, type ChildProcess } from 'node:child_process'
import { once } from 'node:events'
import { chmodSync, mkdtempSync, readdirSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { fileURLToPath } from 'node:url'
import { promisify } from 'node:util'
import { test as base } from '@playwright/test'
import { freePort } from '../server/src/platform/http/free-port.ts'
import { expect, expectAccessible } from './portal.ts'

const run = promisify(execFile)
const fileOf = (name: string) => fileURLToPath(new URL(`../server/src/${name}`, import.meta.url))

type Machine = {
  dataDir: string
  url: string
  command: (...words: string[]) => Promise<string>
  stop: () => Promise<void>
}

/** A machine of its own: a folder, and the program that people start there. */
const startMachine = async (): Promise<Machine> => {
  const dataDir = mkdtempSync(join(tmpdir(), 'spacekeeper-e2e-'))
  chmodSync(dataDir, 0o711)
  const port = await freePort()
  const env = { ...process.env, DATA_DIR: dataDir, PORT: String(port), HOST: '127.0.0.1', LOG_LEVEL: 'warn' }
  const child: ChildProcess = spawn(process.execPath, [fileOf('main.ts')], { env, stdio: 'ignore' })
  const url = `http://127.0.0.1:${port}`
  const isReady = () =>
    fetch(`${url}/readyz`).then(
      ({ ok }) => ok,
      () => false,
    )
  while (!(await isReady())) {
    if (child.exitCode !== null) throw new Error('The portal ended before it could serve.')
    await sleep(100)
  }
  return {
    dataDir,
    url,
    command: async (...words) => (await run(process.execPath, [fileOf('cli.ts'), ...words], { env })).stdout.trim(),
    stop: async () => {
      if (child.exitCode === null) {
        const ended = once(child, 'exit')
        child.kill()
        await ended
      }
      rmSync(dataDir, { recursive: true, force: true })
    },
  }
}

const test = base.extend<{ machine: () => Promise<Machine> }>({
  // eslint-disable-next-line no-empty-pattern -- Playwright reads which others it needs
  machine: async ({}, use) => {
    const machines: Machine[] = []
    await use(async () => {
      const machine = await startMachine()
      machines.push(machine)
      return machine
    })
    for (const machine of machines) await machine.stop()
  },
})

test('the machine burned: an empty portal is given the backup and its code in the browser, and Ada logs in again', async ({
  page,
  machine,
}) => {
  const burned = await machine()
  const password = 'horse-battery-42'
  const ada = `--email ada@example.org --first-name Ada --last-name O --mobile 0400000000 --password ${password}`
  await burned.command('admin', 'create', ...ada.split(' '))
  await page.goto(`${burned.url}/login`)
  await page.getByLabel('Email').fill('ada@example.org')
  await page.getByLabel('Password', { exact: true }).or(page.getByLabel('Password *')).first().fill(password)
  await page.getByRole('button', { name: 'Log in', exact: true }).click()
  await page.waitForURL('**/dashboard')
  await page.goto(`${burned.url}/manage/backups`)
  await page.getByRole('button', { name: 'Make a key' }).click()
  await page.getByRole('dialog').getByRole('button', { name: 'Make a key' }).click()
  const code = await page.getByText(/^[0-9A-Z]{4}(-[0-9A-Z]{4}){6}$/).textContent()
  await page.getByRole('button', { name: 'I wrote it down' }).click()
  await page.getByLabel(/^Code of the key/).fill(code ?? '')
  await page.getByRole('button', { name: 'Check the code' }).click()
  await expect(page.getByText('That’s the code.')).toBeVisible()
  await burned.command('backup')
  const [name = ''] = readdirSync(join(burned.dataDir, 'backups')).filter((one) => one.endsWith('.backup'))
  const buffer = readFileSync(join(burned.dataDir, 'backups', name))
  await burned.stop()

  const bare = await machine()
  await page.context().clearCookies()
  await page.goto((await bare.command('admin', 'link')).replace(/^https?:\/\/[^/]+/, bare.url))
  await page.getByRole('link', { name: 'Restore from a backup' }).click()
  await expect(page.getByRole('heading', { name: 'Restore from a backup' })).toBeVisible()
  await expectAccessible(page)
  await page.locator('input[type=file]').setInputFiles({ name, mimeType: 'application/octet-stream', buffer })
  await page.getByLabel('Code of its key').fill('K7QX-0000')
  await page.getByRole('button', { name: 'Restore', exact: true }).click()
  await expect(page.getByText(/^Wrong key/)).toBeVisible()
  await page.getByLabel('Code of its key').fill((code ?? '').toLowerCase())
  await page.getByRole('button', { name: 'Restore', exact: true }).click()
  await expect(page.getByRole('heading', { name: 'The portal is restored' })).toBeVisible()
  await page.getByRole('link', { name: 'Log in' }).click()
  await page.getByLabel('Email').fill('ada@example.org')
  await page.getByLabel('Password', { exact: true }).or(page.getByLabel('Password *')).first().fill(password)
  await page.getByRole('button', { name: 'Log in', exact: true }).click()
  await page.waitForURL('**/dashboard')
  await page.goto(`${bare.url}/manage/audit`)
  await expect(page.getByText(/The portal was restored from the backup/)).toBeVisible()
})
