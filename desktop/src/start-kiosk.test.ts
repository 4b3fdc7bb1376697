import { createHash } from 'node:crypto'
import { existsSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest'
import about from '../package.json' with { type: 'json' }
import { bundle } from '../scripts/bundle.ts'
import { runPreload } from './fake-electron.ts'
import { networkCard, newFolder, testKiosk } from './test-kiosk.ts'
import { TestPortal } from './test-portal.ts'

let portal: TestPortal
let kiosks: ReturnType<typeof testKiosk>[]

beforeEach(async () => {
  portal = await TestPortal.start()
  kiosks = []
})
afterEach(async () => {
  for (const { electron, windows } of kiosks) {
    electron.app.quit()
    for (const window of windows) window.destroy()
  }
  await portal.stop()
})

const make = (input: Parameters<typeof testKiosk>[0] = {}) => {
  const kiosk = testKiosk({ args: [`--portal=${portal.url.href}`], ...input })
  kiosks.push(kiosk)
  return kiosk
}
async function started(input: Parameters<typeof testKiosk>[0] = {}) {
  const kiosk = make(input)
  await kiosk.start()
  const [window] = kiosk.windows
  if (!window) throw new Error('No window was opened.')
  await expect.poll(() => portal.asked).toContain('/')
  return { ...kiosk, window }
}

describe('the window', () => {
  test('fills the screen, shares nothing with the page and loads the portal', async () => {
    const { window, electron } = await started()
    expect(window.visited).toEqual([portal.url.href])
    expect(window.options).toMatchObject({
      kiosk: true,
      fullscreen: true,
      webPreferences: {
        sandbox: true,
        contextIsolation: true,
        nodeIntegration: false,
        webviewTag: false,
        devTools: false,
      },
    })
    expect(electron.app).toMatchObject({ isSandboxed: true, opensAtLogin: true })
    expect(electron.app.removedSwitches).toContain('ignore-certificate-errors')
    expect(electron.app.eventNames()).not.toContain('certificate-error')
    expect(window.webContents.eventNames()).not.toContain('certificate-error')
  })

  test('is an ordinary one with developer tools on a developer’s computer', async () => {
    const kiosk = make({ args: [`--portal=${portal.url.href}`, '--windowed'] })
    kiosk.electron.app.isPackaged = false
    await kiosk.start()
    expect(kiosk.windows[0]?.options).toMatchObject({ kiosk: false, webPreferences: { devTools: true } })
    expect(kiosk.electron.app.opensAtLogin).toBeUndefined()
  })

  test('comes back when it is closed', async () => {
    const { window, windows } = await started()
    window.destroy()
    await expect.poll(() => windows).toHaveLength(2)
    await expect.poll(() => windows[1]?.url).toBe(portal.url.href)
  })

  test('logs out when the computer sleeps, is locked or wakes up', async () => {
    const { window, electron } = await started()
    for (const event of ['lock-screen', 'suspend', 'resume']) {
      electron.powerMonitor.emit(event)
      expect(window.url, event).toBe(`${portal.url.href}logout`)
    }
  })
})

describe('the page', () => {
  test('goes to pages of the portal only', async () => {
    const { window } = await started()
    expect(window.go(`${portal.url.href}login`)).toBe(true)
    expect(window.go('https://example.org/')).toBe(false)
    expect(window.go('file:///etc/passwd')).toBe(false)
    expect(window.go('https://example.org/', 'will-redirect')).toBe(false)
    expect(window.go(`${portal.url.href}login`, 'will-redirect')).toBe(true)
    expect(window.visited).not.toContain('https://example.org/')
  })

  test('opens no other window and embeds none', async () => {
    const { window } = await started()
    const prevented = vi.fn<() => void>()
    window.webContents.emit('will-attach-webview', { preventDefault: prevented })
    expect(window.webContents.openHandler?.()).toEqual({ action: 'deny' })
    expect(prevented).toHaveBeenCalledOnce()
  })
})

describe('the session', () => {
  test('grants the card reader to the portal and nothing else to anybody', async () => {
    const { electron } = await started()
    const session = electron.session.defaultSession
    const ask = (permission: string, requestingUrl: string) => {
      const answers: boolean[] = []
      session.request(undefined, permission, (isGranted) => answers.push(isGranted), { requestingUrl })
      return answers
    }
    expect(ask('serial', portal.url.href)).toEqual([true])
    expect(ask('media', portal.url.href)).toEqual([false])
    expect(ask('serial', 'https://example.org/')).toEqual([false])
    expect(session.check(undefined, 'hid', portal.url.origin)).toBe(true)
    expect(session.check(undefined, 'geolocation', portal.url.origin)).toBe(false)
    const device = { portId: '1', portName: 'ttyUSB0' }
    expect(session.device({ deviceType: 'serial', origin: portal.url.origin, device })).toBe(true)
    expect(session.device({ deviceType: 'usb', origin: portal.url.origin, device })).toBe(false)
    expect(session.device({ deviceType: 'serial', origin: 'https://example.org', device })).toBe(false)
  })

  test('chooses the reader itself and downloads nothing', async () => {
    const { electron } = await started()
    const session = electron.session.defaultSession
    const event = { preventDefault: vi.fn<() => void>() }
    const chosen = vi.fn<(id: string | null) => void>()
    session.emit('select-serial-port', event, [{ portId: 'a' }, { portId: 'b', vendorId: '1a86' }], {}, chosen)
    session.emit('select-hid-device', event, { deviceList: [{ deviceId: 'c' }] }, chosen)
    session.emit('select-hid-device', event, { deviceList: [] }, chosen)
    session.emit('will-download', event)
    expect(chosen.mock.calls).toEqual([['b'], ['c'], [null]])
    expect(event.preventDefault).toHaveBeenCalledTimes(4)
  })
})

describe('the bridge', () => {
  const hash = createHash('sha256').update(networkCard.mac).digest('hex')

  test('tells the portal who this computer is, over the bundled script in a sandbox', async () => {
    const kiosk = await started()
    await bundle(join(kiosk.folder, 'app'))
    const file = join(kiosk.folder, 'app', 'preload.cjs')
    const exposed = runPreload(file, { answers: kiosk.answers, frame: { url: kiosk.window.url, parent: null } })
    // The type of what the script exposes is checked where it is written; here it is what a page would find.
    const shell = exposed.get('shell') as Record<'kioskId' | 'hostname' | 'reload', () => Promise<unknown>>
    expect(exposed.get('shell')).toMatchObject({ kind: 'desktop', version: about.version })
    expect(await shell.kioskId()).toBe(hash)
    expect(await shell.hostname()).toBe('front-desk')
    expect(await shell.reload()).toBeUndefined()
    expect(kiosk.window.visited).toEqual([portal.url.href, portal.url.href])
    expect([...exposed.keys()]).toEqual(['shell'])
  })

  test('is silent towards any other page and towards frames', async () => {
    const { answers } = await started()
    const answer = answers.get('shell:kiosk-id')
    expect(() => answer?.({ senderFrame: { url: 'https://example.org/', parent: null } })).toThrow('Only the portal')
    expect(() => answer?.({ senderFrame: { url: portal.url.href, parent: {} } })).toThrow('Only the portal')
    expect(() => answer?.({ senderFrame: null })).toThrow('Only the portal')
  })

  test('tells the same at the next start, also without a network and after damage to the file', async () => {
    const { folder, answers } = await started()
    const event = { senderFrame: { url: portal.url.href, parent: null } }
    expect(answers.get('shell:kiosk-id')?.(event)).toBe(hash)
    const offline = await started({ folder, interfaces: [] })
    expect(offline.answers.get('shell:kiosk-id')?.(event)).toBe(hash)
    writeFileSync(join(folder, 'identity.json'), '{"kioskId": "x"')
    const mended = await started({ folder })
    expect(mended.answers.get('shell:kiosk-id')?.(event)).toBe(hash)
  })
})

test('a disk that takes nothing keeps no kiosk from its portal', async () => {
  const notAFolder = join(newFolder(), 'file')
  writeFileSync(notAFolder, '')
  const { answers, complaints } = await started({ folder: join(notAFolder, 'data') })
  const frame = { url: portal.url.href, parent: null }
  expect(answers.get('shell:kiosk-id')?.({ senderFrame: frame })).toMatch(/^[0-9a-f]{64}$/)
  expect(complaints).toHaveLength(1)
})

describe('one app on a computer', () => {
  test('a second start ends and brings the first to the front', async () => {
    const { window, electron } = await started()
    const second = make()
    second.electron.app.isOnly = false
    await second.start()
    expect(second.electron.app.isQuit).toBe(true)
    expect(second.windows).toEqual([])
    electron.app.emit('second-instance', {}, ['kiosk'])
    expect(window.isFocused).toBe(true)
    expect(electron.app.isQuit).toBe(false)
  })

  test('a second start with --quit ends the first, whose window stays closed', async () => {
    const { window, windows, electron } = await started()
    electron.app.emit('second-instance', {}, ['kiosk', '--quit'])
    expect(electron.app.isQuit).toBe(true)
    window.destroy()
    await new Promise((resolve) => setTimeout(resolve, 50))
    expect(windows).toHaveLength(1)
  })
})

describe('starting with the computer', () => {
  const linux = (folder: string) => ({
    platform: 'linux' as const,
    home: folder,
    program: '/opt/Spacekeeper Kiosk/kiosk',
    hostname: 'front-desk',
    interfaces: () => [networkCard],
  })

  test('is an entry of the desktop on Linux, which goes when it is switched off', async () => {
    const { folder, start } = make()
    const entry = join(folder, '.config', 'autostart', 'spacekeeper-kiosk.desktop')
    await start({ computer: linux(folder) })
    expect(readFileSync(entry, 'utf8')).toContain('Exec="/opt/Spacekeeper Kiosk/kiosk"\n')
    writeFileSync(join(folder, 'kiosk.json'), JSON.stringify({ autoStart: false }))
    await start({ computer: linux(folder) })
    expect(existsSync(entry)).toBe(false)
  })

  test('is asked of the system elsewhere', async () => {
    const { folder, electron, start } = make()
    writeFileSync(join(folder, 'kiosk.json'), JSON.stringify({ autoStart: false }))
    await start()
    expect(electron.app.opensAtLogin).toBe(false)
  })
})
