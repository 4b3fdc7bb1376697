import { EventEmitter } from 'node:events'
import { readFileSync } from 'node:fs'
import { runInNewContext } from 'node:vm'
import type { BrowserWindowConstructorOptions } from 'electron'
import type {
  AppSurface,
  PermissionRequest,
  KioskWindow,
  NetSurface,
  PageContents,
  SessionSurface,
  Surface,
} from './surface.ts'

/** Behaves like the Electron this app uses: windows that load over real HTTP and tell of it by the same events. */

const refused = -102
const aborted = -3

class FakeContents extends EventEmitter implements PageContents {
  openHandler: (() => { action: 'deny' }) | undefined
  crash: () => void = () => undefined

  setWindowOpenHandler(handler: () => { action: 'deny' }) {
    this.openHandler = handler
  }
  forcefullyCrashRenderer() {
    this.crash()
  }
}

export class FakeWindow extends EventEmitter implements KioskWindow {
  readonly webContents = new FakeContents()
  readonly options: BrowserWindowConstructorOptions
  /** Everything that was loaded, in order. */
  readonly visited: string[] = []
  isFocused = false

  constructor(options: BrowserWindowConstructorOptions) {
    super()
    this.options = options
    this.webContents.crash = () => this.webContents.emit('render-process-gone', {}, { reason: 'killed' })
  }

  get url() {
    return this.visited.at(-1) ?? ''
  }
  /** The text of the app's own page, if one is shown. */
  get ownPage() {
    const [, html] = /^data:text\/html;charset=utf-8,(.*)$/s.exec(this.url) ?? []
    return html === undefined ? undefined : decodeURIComponent(html)
  }

  async loadURL(url: string) {
    this.visited.push(url)
    if (url.startsWith('data:')) return
    try {
      const { status, headers } = await fetch(url, { redirect: 'manual' })
      const target = status >= 300 && status < 400 ? headers.get('location') : null
      if (target === null) this.webContents.emit('did-navigate', {}, url, status)
      else if (!this.go(target, 'will-redirect'))
        this.webContents.emit('did-fail-load', {}, aborted, 'ERR_ABORTED', url, true)
    } catch (error) {
      this.webContents.emit('did-fail-load', {}, refused, 'ERR_CONNECTION_REFUSED', url, true)
      throw error
    }
  }
  focus() {
    this.isFocused = true
  }
  destroy() {
    this.emit('closed')
  }

  /** A visitor follows a link, or the server sends the page elsewhere. Whether it went there. */
  go(url: string, how: 'will-navigate' | 'will-redirect' = 'will-navigate', isMainFrame = true): boolean {
    let isAllowed = true
    this.webContents.emit(how, { url, isMainFrame, preventDefault: () => (isAllowed = false) })
    if (isAllowed) void this.loadURL(url).catch(() => undefined)
    return isAllowed
  }
}

type RequestHandler = Parameters<SessionSurface['setPermissionRequestHandler']>[0]
type CheckHandler = Parameters<SessionSurface['setPermissionCheckHandler']>[0]
type DeviceHandler = Parameters<SessionSurface['setDevicePermissionHandler']>[0]

export class FakeSession extends EventEmitter implements SessionSurface {
  request: RequestHandler = (_contents, _permission, callback) => callback(true)
  check: CheckHandler = () => true
  device: DeviceHandler = () => true

  setPermissionRequestHandler(handler: RequestHandler) {
    this.request = handler
  }
  setPermissionCheckHandler(handler: CheckHandler) {
    this.check = handler
  }
  setDevicePermissionHandler(handler: DeviceHandler) {
    this.device = handler
  }
}

export class FakeApp extends EventEmitter implements AppSurface {
  isPackaged = true
  isOnly = true
  isSandboxed = false
  isQuit = false
  opensAtLogin: boolean | undefined
  readonly removedSwitches: string[] = []
  readonly commandLine = { removeSwitch: (name: string) => void this.removedSwitches.push(name) }

  requestSingleInstanceLock() {
    return this.isOnly
  }
  async whenReady() {}
  quit() {
    this.isQuit = true
    this.emit('before-quit')
  }
  enableSandbox() {
    this.isSandboxed = true
  }
  setLoginItemSettings({ openAtLogin }: { openAtLogin: boolean }) {
    this.opensAtLogin = openAtLogin
  }
}

export function fakeElectron() {
  const windows: FakeWindow[] = []
  const answers = new Map<string, (event: PermissionRequest) => unknown>()
  class BrowserWindow extends FakeWindow {
    constructor(options: BrowserWindowConstructorOptions) {
      super(options)
      windows.push(this)
    }
  }
  const net: NetSurface = { fetch: (url, init) => fetch(url, init) }
  const electron = {
    app: new FakeApp(),
    BrowserWindow,
    session: { defaultSession: new FakeSession() },
    ipcMain: {
      handle: (channel: string, answer: (event: PermissionRequest) => unknown) => void answers.set(channel, answer),
    },
    net,
    powerMonitor: new EventEmitter(),
    powerSaveBlocker: { start: () => 1 },
    Menu: { setApplicationMenu: () => undefined },
  } satisfies Surface
  return { electron, windows, answers }
}

/**
 * Runs a bundled preload script as the sandbox does, with nothing but Electron to require, and returns what the page
 * finds. Values are copied on their way, as they are between processes.
 */
export function runPreload(
  file: string,
  {
    answers,
    frame,
  }: { answers: ReadonlyMap<string, (event: PermissionRequest) => unknown>; frame: PermissionRequest['senderFrame'] },
): Map<string, unknown> {
  const exposed = new Map<string, unknown>()
  const electron = {
    contextBridge: { exposeInMainWorld: (name: string, value: unknown) => void exposed.set(name, value) },
    ipcRenderer: {
      invoke: async (channel: string) => {
        const answer = answers.get(channel)
        if (!answer) throw new Error(`No handler registered for '${channel}'`)
        return structuredClone(await answer({ senderFrame: frame }))
      },
    },
  }
  const requireInSandbox = (name: string) => {
    if (name === 'electron') return electron
    throw new Error(`module not found: ${name}`)
  }
  runInNewContext(readFileSync(file, 'utf8'), { require: requireInSandbox, exports: {}, module: {} })
  return exposed
}
