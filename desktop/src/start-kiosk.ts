import { join } from 'node:path'
import { keepIdentity } from './keep-identity.ts'
import { lockPage } from './lock-page.ts'
import { lockSession } from './lock-session.ts'
import { openSetup } from './open-setup.ts'
import { readConfig, readConfigFile } from './read-config.ts'
import type { Interface } from './rules.ts'
import { serveBridge } from './serve-bridge.ts'
import { setAutoStart, type Computer } from './set-auto-start.ts'
import { ShowPortal, type Patience } from './show-portal.ts'
import type { KioskWindow, Surface } from './surface.ts'
import { writeSafely } from './write-safely.ts'

export type KioskStart = {
  electron: Surface
  args: string[]
  env: NodeJS.ProcessEnv
  /** Where what is kept of this kiosk lies. */
  folder: string
  preload: string
  patience: Patience
  /** Hears of what went wrong and does not keep the kiosk from showing the portal. */
  complain: (error: unknown) => void
  computer: Computer & { hostname: string; interfaces: () => readonly Interface[] }
}

/** With these an untrusted certificate would pass, or the page could be steered from outside. */
const refusedSwitches = ['ignore-certificate-errors', 'remote-debugging-port', 'remote-debugging-pipe', 'inspect']

function openWindow({ electron, preload }: KioskStart, isWindowed: boolean): KioskWindow {
  return new electron.BrowserWindow({
    kiosk: !isWindowed,
    fullscreen: !isWindowed,
    width: 1024,
    height: 768,
    title: 'Spacekeeper Kiosk',
    autoHideMenuBar: true,
    backgroundColor: '#0461b1',
    webPreferences: {
      preload,
      sandbox: true,
      contextIsolation: true,
      nodeIntegration: false,
      webviewTag: false,
      devTools: !electron.app.isPackaged,
      // Would fetch dictionaries from a third party.
      spellcheck: false,
    },
  })
}

/** The window of the kiosk; one that is closed comes back, until the app is told to end. */
function runKiosk(start: KioskStart, portal: URL, isWindowed: boolean): void {
  const { electron, computer } = start
  let isEnding = false
  let shown: { window: KioskWindow; page: ShowPortal } | undefined
  const open = () => {
    const window = openWindow(start, isWindowed)
    const page = new ShowPortal({ window, net: electron.net, portal, patience: start.patience })
    lockPage(window.webContents, portal)
    shown = { window, page }
    window.on('closed', () => {
      page.stop()
      if (!isEnding) setTimeout(open, start.patience.restart.firstMs)
    })
    page.load()
  }
  // The member who was logged in has gone, or another one comes back to the screen.
  const logOut = () => shown?.page.load('/logout')
  electron.app.on('before-quit', () => {
    isEnding = true
  })
  electron.app.on('second-instance', () => shown?.window.focus())
  electron.powerMonitor.on('lock-screen', logOut)
  electron.powerMonitor.on('suspend', logOut)
  electron.powerMonitor.on('resume', logOut)
  electron.powerSaveBlocker.start('prevent-display-sleep')
  lockSession(electron.session.defaultSession, portal)
  const kioskId = keepIdentity(join(start.folder, 'identity.json'), computer.interfaces(), start.complain)
  serveBridge(electron, portal, {
    kioskId: () => kioskId,
    hostname: () => computer.hostname,
    reload: () => shown?.page.load(),
  })
  open()
}

export async function startKiosk(start: KioskStart): Promise<void> {
  const { app, Menu } = start.electron
  const isOnly = app.requestSingleInstanceLock()
  if (!isOnly || start.args.includes('--quit')) return app.quit()
  // The one that is running hears the command line of every later one.
  app.on('second-instance', (_event, argv) => {
    if (argv.includes('--quit')) app.quit()
  })
  // Without a listener Electron ends when the last window closes; this one reopens it.
  app.on('window-all-closed', () => undefined)
  app.enableSandbox()
  for (const name of refusedSwitches) app.commandLine.removeSwitch(name)
  await app.whenReady()
  Menu.setApplicationMenu(null)
  const path = join(start.folder, 'kiosk.json')
  const file = readConfigFile(path)
  const config = readConfig({ args: start.args, env: start.env, file })
  const asked = config.portal && !config.asksForPortal ? undefined : await openSetup(start.electron, config.problem)
  const portal = asked ?? (config.asksForPortal ? undefined : config.portal)
  if (!portal) return app.quit()
  try {
    if (asked) writeSafely(path, `${JSON.stringify({ ...file.file, portal: asked.origin }, undefined, 2)}\n`)
    if (app.isPackaged) setAutoStart(app, start.computer, config.autoStart)
  } catch (error) {
    start.complain(error)
  }
  runKiosk(start, portal, config.isWindowed)
}
