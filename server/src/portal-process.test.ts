import { rmSync, statSync } from 'node:fs'
import { join } from 'node:path'
import { SiteConfig } from '@spacekeeper/contract/home/shapes.ts'
import { startDoor, type Door } from '@spacekeeper/simulators/door.ts'
import { expect, test } from 'vitest'
import { freePort } from '#platform/http/free-port.ts'
import { aGrant } from './access/factory.ts'
import { aMember } from './members/factory.ts'
import { afterThis, byProgram, command, end, newFolder, openFolder, startProcess, typed } from './test-process.ts'

/** Holds a card to a door again and again, counting what the portal confirms, until the line breaks. */
const swipeUntilCut = async (door: Door) => {
  let acknowledged = 0
  while (door.state().isAuthorised) {
    const swipes = Array.from({ length: 5 }, () => door.swipe('4711').acknowledged)
    acknowledged += (await Promise.all(swipes)).filter(Boolean).length
  }
  return acknowledged
}

test('a new portal says how to create the first administrator and logs no link, keeps its secrets to itself and starts again on any free port', async () => {
  const [dataDir, port] = [newFolder(), await freePort()]
  const first = await startProcess(dataDir, port)
  await expect.poll(first.output, byProgram).toContain('npm run cli -- admin link')
  expect(first.output()).not.toContain('/setup/')
  expect(await command(dataDir, 'admin', 'link')).toMatch(/^http:\/\/localhost:\d+\/setup\/\S{20,}$/)
  expect(statSync(join(dataDir, 'secret-key')).mode & 0o777).toBe(0o600)
  const ada = '--email ada@example.org --first-name Ada --last-name O --mobile 0400000000 --password horse-battery-42'
  await command(dataDir, 'admin', 'create', ...ada.split(' '))
  await expect(command(dataDir, 'admin', 'revoke', '--email', 'ada@example.org')).rejects.toThrow('last administrator')
  await command(dataDir, 'staff', 'set', '--email', 'ada@example.org', '--permissions', 'members,money')
  expect(await command(dataDir, 'staff', 'list')).toMatch(/administrator +ada@example.org/)
  expect(await command(dataDir, 'admin', 'link')).toContain('"admin reset-link EMAIL"')
  expect(await command(dataDir, 'admin', 'reset-link', 'ada@example.org')).toMatch(
    /\/profile\/password\/reset\/[\w-]{43}$/,
  )
  await expect(command(dataDir, 'admin', 'reset-link', 'unknown@example.org')).rejects.toThrow(
    'No account has the address',
  )
  expect(await typed(dataDir, 'another-horse-43\n', 'password', 'ada@example.org')).toContain('is set')
  await end(first.child, 'SIGTERM')
  expect(first.child.exitCode).toBe(0)
  // Its own database stops with it, which is no loss of a connection.
  expect(first.output()).not.toContain('connection to the database was lost')

  const second = await startProcess(dataDir, 0)
  expect(second.output()).not.toContain('/setup/')
  const login = await fetch(`${second.url}/api/login/`, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify({ email: 'ada@example.org', password: 'another-horse-43' }),
  })
  expect(login.status).toBe(200)
  const { password_hash: hash } = await openFolder(dataDir)
    .db.selectFrom('members')
    .select('password_hash')
    .executeTakeFirstOrThrow()
  expect(hash).toContain('$argon2id$v=19$m=19456,t=2,p=1$')
  // The base of links in emails is the port it took.
  const cookie = login.headers.getSetCookie().join('; ')
  const pending = await fetch(`${second.url}/api/admin/devices/pending/`, { headers: { cookie } })
  expect(await pending.json()).toMatchObject({ siteUrl: second.url.replace('127.0.0.1', 'localhost') })
})

test('settings and devices can be scripted while the portal runs, and it hears of it', async () => {
  const [dataDir, port] = [newFolder(), await freePort()]
  const { url } = await startProcess(dataDir, port)
  expect(await command(dataDir, 'settings', 'get', 'SITE_NAME')).toBe('"MemberMatters Portal"')
  await command(dataDir, 'settings', 'set', 'SITE_NAME', 'Riverbend')
  await expect
    .poll(async () => SiteConfig.parse(await (await fetch(`${url}/api/config/`)).json()).general.siteName)
    .toBe('Riverbend')
  await expect(command(dataDir, 'settings', 'set', 'THEME_PRIMARY', 'blue')).rejects.toThrow('THEME_PRIMARY: A colour')
  expect(await command(dataDir, 'device', 'add', '--serial', 'aabb', '--name', 'Front door')).toMatch(/^\w{8}\.\w{32}$/)
  expect(await command(dataDir, 'device', 'list')).toContain('Front door')
  // Without an account that is wrong.
  const { db } = openFolder(dataDir)
  await db.insertInto('settings').values({ key: 'SMS_ENABLE', value: 'true', changed_at: new Date() }).execute()
  await expect(command(dataDir, 'doctor', '--json')).rejects.toMatchObject({
    code: 1,
    stdout: expect.stringMatching(/^\{[^]*"name": "jobs.workers",[^}]*"state": "well"[^]*\}\s*$/),
    stderr: expect.stringContaining('wrong'),
  })
  await expect(command(dataDir, 'nonsense')).rejects.toThrow('There is no command')
  await expect(command(dataDir, 'settings', 'set', 'SITE_NAME', 'River', 'bend')).rejects.toThrow(
    'Unexpected argument "bend"',
  )
  await expect(command(dataDir, 'reset', '--yes')).rejects.toThrow('Another portal')
})

test('a secret can be set without standing among the arguments, and is lost with its key only when one says so', async () => {
  const dataDir = newFolder()
  await typed(dataDir, 'sk_test_1\n', 'settings', 'set', 'STRIPE_SECRET_KEY', '-')
  expect(await command(dataDir, 'settings', 'get', 'STRIPE_SECRET_KEY')).toBe('set')
  rmSync(join(dataDir, 'secret-key'))
  await expect(command(dataDir, 'settings', 'get', 'STRIPE_SECRET_KEY')).rejects.toThrow('another SECRET_KEY')
  await command(dataDir, 'secrets', 'forget', '--yes')
  expect(await command(dataDir, 'settings', 'get', 'STRIPE_SECRET_KEY')).toBe('not set')
})

test('killed in the middle of swipes, the portal has lost none that it confirmed', async () => {
  const [dataDir, port] = [newFolder(), await freePort()]
  const { child, url } = await startProcess(dataDir, port)
  const key = await command(dataDir, 'device', 'add', '--serial', 'aabb', '--name', 'Front door')
  const { db, close } = openFolder(dataDir)
  const { id: deviceId } = await db.selectFrom('devices').select('id').executeTakeFirstOrThrow()
  const { id: memberId } = await aMember(db, { cards: ['4711'] })
  await aGrant(db, { memberId, deviceId })

  const door = startDoor({ server: url.replace('http', 'ws'), serial: 'aabb', key, storePath: null, reconnectMs: 50 })
  afterThis(() => door.close())
  await door.until((state) => state.isAuthorised && state.tags.includes('4711'), byProgram.timeout)
  const counting = swipeUntilCut(door)
  const stored = () =>
    db
      .selectFrom('swipes')
      .select((is) => is.fn.countAll<number>().as('n'))
      .executeTakeFirstOrThrow()
  await expect.poll(async () => (await stored()).n, byProgram).toBeGreaterThan(50)
  await close()
  await end(child, 'SIGKILL')
  const acknowledged = await counting

  await startProcess(dataDir, port)
  const after = openFolder(dataDir)
  const { n } = await after.db
    .selectFrom('swipes')
    .select((is) => is.fn.countAll<number>().as('n'))
    .executeTakeFirstOrThrow()
  expect(acknowledged).toBeGreaterThan(20)
  expect(n).toBeGreaterThanOrEqual(acknowledged)
  await door.until((state) => state.isAuthorised, byProgram.timeout)
})
