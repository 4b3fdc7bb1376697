import { readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { testKiosk } from './test-kiosk.ts'
import { TestPortal } from './test-portal.ts'

let portal: TestPortal
let kiosk: ReturnType<typeof testKiosk>

beforeEach(async () => {
  portal = await TestPortal.start()
})
afterEach(async () => {
  kiosk.electron.app.quit()
  for (const window of kiosk.windows) window.destroy()
  await portal.stop()
})

async function begin(input: Parameters<typeof testKiosk>[0] & { file?: string } = {}) {
  kiosk = testKiosk(input)
  const path = join(kiosk.folder, 'kiosk.json')
  if (input.file !== undefined) writeFileSync(path, input.file)
  const done = kiosk.start()
  await expect.poll(() => kiosk.windows).toHaveLength(1)
  const [window] = kiosk.windows
  if (!window) throw new Error('No window was opened.')
  const type = (address: string) =>
    expect(window.go(`https://setup.invalid/?address=${encodeURIComponent(address)}`)).toBe(false)
  return { window, done, path, type }
}

test('the first start asks for the portal, checks what is typed, and keeps it', async () => {
  const { window, done, path, type } = await begin()
  expect(window.ownPage).toContain('Set up this kiosk')
  expect(window.options).toMatchObject({ webPreferences: { sandbox: true, devTools: false } })
  expect(window.options).not.toHaveProperty('kiosk')
  expect(window.options).not.toHaveProperty('webPreferences.preload')
  type('ftp://"><b>')
  await expect.poll(() => window.ownPage).toContain('is not the address of a portal')
  expect(window.ownPage).not.toContain('<b>')
  type('http://127.0.0.1:1')
  await expect.poll(() => window.ownPage).toContain('Nothing answers at http://127.0.0.1:1')
  type(portal.url.href)
  await done
  expect(JSON.parse(readFileSync(path, 'utf8'))).toEqual({ autoStart: true, portal: portal.url.origin })
  expect(kiosk.windows[1]?.url).toBe(portal.url.href)
})

test('something that answers and is no portal is refused', async () => {
  portal.config = []
  const { window, type } = await begin()
  type(portal.url.href)
  await expect.poll(() => window.ownPage).toContain('but it is not a portal')
  portal.movedTo = 'http://localhost:1'
  type(portal.url.href)
  await expect.poll(() => window.ownPage).toContain('Nothing answers')
  const elsewhere = await TestPortal.start()
  portal.movedTo = elsewhere.url.origin
  type(portal.url.href)
  await expect.poll(() => window.ownPage).toContain('sends visitors to another address')
  await elsewhere.stop()
  portal.movedTo = undefined
  portal.status = 503
  type(portal.url.href)
  await expect.poll(() => window.ownPage).toContain('something is wrong with it')
})

test('leaving the set-up ends the app', async () => {
  const { window, done } = await begin()
  window.destroy()
  await done
  expect(kiosk.electron.app.isQuit).toBe(true)
})

test('the set-up goes nowhere and opens nothing', async () => {
  const { window } = await begin()
  expect(window.go('https://example.org/')).toBe(false)
  expect(window.webContents.openHandler?.()).toEqual({ action: 'deny' })
})

test('with --setup another portal is chosen', async () => {
  const { done, type } = await begin({
    args: ['--setup'],
    file: '{"portal":"https://old.example.org","autoStart":false}',
  })
  type(portal.url.href)
  await done
  expect(JSON.parse(readFileSync(join(kiosk.folder, 'kiosk.json'), 'utf8'))).toEqual({
    portal: portal.url.origin,
    autoStart: false,
  })
})

test.each<[string, { args?: string[]; env?: NodeJS.ProcessEnv; file?: string }, string]>([
  ['a file that is not JSON', { file: '{' }, 'kiosk.json: '],
  ['a field that is unknown', { file: '{"portl":"https://a.example.org"}' }, 'portl'],
  ['a field of the wrong kind', { file: '{"autoStart":"yes"}' }, 'autoStart: expected true or false'],
  ['an address in the file', { file: '{"portal":"http://a.example.org"}' }, 'portal: a.example.org is reached'],
  ['an address in the environment', { env: { SPACEKEEPER_PORTAL: 'x://y' } }, 'SPACEKEEPER_PORTAL: “x://y”'],
  ['an address on the command line', { args: ['--portal=x://y'] }, '--portal: “x://y”'],
])('%s that is wrong is named on the set-up page', async (_name, input, problem) => {
  const { window } = await begin(input)
  expect(window.ownPage).toContain(problem)
})

test('the command line counts before the environment, and that before the file', async () => {
  const file = '{"portal":"https://file.example.org"}'
  const env = { SPACEKEEPER_PORTAL: portal.url.href }
  const fromEnv = await begin({ env, file })
  await fromEnv.done
  expect(fromEnv.window.url).toBe(portal.url.href)
  const fromArgs = await begin({ args: [`--portal=${portal.url.href}`], env: { SPACEKEEPER_PORTAL: 'x://y' }, file })
  await fromArgs.done
  expect(fromArgs.window.url).toBe(portal.url.href)
})
