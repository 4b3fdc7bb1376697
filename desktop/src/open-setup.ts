import { askPortal, type Trouble } from './ask-portal.ts'
import { addressOf, setupPage, setupTarget } from './own-pages.ts'
import { readAddress } from './rules.ts'
import type { Surface } from './surface.ts'

const objections: Record<Trouble, (origin: string) => string> = {
  unreachable: (origin) => `Nothing answers at ${origin}. Is the network there, and the address right?`,
  certificate: (origin) => `The certificate of ${origin} is not one this computer trusts.`,
  failing: (origin) => `${origin} answers, but something is wrong with it. Try again in a minute.`,
  moved: (origin) => `${origin} sends visitors to another address. Type the one a browser shows in the end.`,
  foreign: (origin) => `Something answers at ${origin}, but it is not a portal.`,
}

/** Asks which portal to show; resolves with one that answered, or with nothing when the window was closed. */
export function openSetup(
  electron: Pick<Surface, 'BrowserWindow' | 'net'>,
  problem: string | undefined,
): Promise<URL | undefined> {
  const window = new electron.BrowserWindow({
    width: 900,
    height: 700,
    title: 'Spacekeeper Kiosk',
    autoHideMenuBar: true,
    webPreferences: {
      sandbox: true,
      contextIsolation: true,
      nodeIntegration: false,
      devTools: false,
      spellcheck: false,
    },
  })
  const show = (state: Parameters<typeof setupPage>[0]) => {
    window.loadURL(addressOf(setupPage(state))).catch(() => undefined)
  }
  window.webContents.setWindowOpenHandler(() => ({ action: 'deny' }))
  window.webContents.on('will-attach-webview', (event) => event.preventDefault())
  return new Promise((resolve) => {
    const take = async (typed: string) => {
      const address = readAddress(typed)
      if ('problem' in address) return show({ problem: address.problem, typed })
      const trouble = await askPortal(electron.net, address.portal)
      if (trouble) return show({ problem: objections[trouble](address.portal.origin), typed })
      resolve(address.portal)
      window.destroy()
    }
    window.on('closed', () => resolve(undefined))
    window.webContents.on('will-navigate', (event) => {
      event.preventDefault()
      if (event.url.startsWith(setupTarget)) void take(new URL(event.url).searchParams.get('address') ?? '')
    })
    show({ problem })
  })
}
