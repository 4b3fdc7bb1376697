import { existsSync, mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { extname, join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { expect, type Page } from '@playwright/test'
import { writeAppFiles } from '../mobile/scripts/app-files.ts'
import type { JourneyPortal } from './portal.ts'

/** Where the pages of the app come from on Android. */
const origin = 'https://localhost'

/** What a test does to the phone, and reads of it; the page has it as `window.phone`. */
export type PhoneHands = {
  /** The phone opens an address in the app. */
  open: (url: string) => void
  back: () => void
  tapCard: (bytes: number[]) => void
  /** What the camera sees. */
  scanned: string
  /** The last address that the app handed to the phone's browser; null without one. */
  outside: string | null
  hasLeft: boolean
  isSplashHidden: boolean
}

type FakeCall = (options: Record<string, unknown>) => unknown

/** The plugins of the phone by name, whose methods answer at once. */
const installPlugins = () => {
  const listeners = new Map<string, (data: unknown) => void>()
  const tell = (event: string, data: unknown) => listeners.get(event)?.(data)
  const hands: PhoneHands = {
    open: (url) => tell('App.appUrlOpen', { url }),
    back: () => tell('App.backButton', { canGoBack: true }),
    tapCard: (bytes) => tell('CapacitorNfc.nfcEvent', { type: 'tag', tag: { id: bytes } }),
    scanned: '',
    outside: null,
    hasLeft: false,
    isSplashHidden: false,
  }
  // The keychain outlives the page; only this stand-in keeps it here.
  const keychain = (key: unknown) => `keychain:${String(key)}`
  const plugins: Record<string, Record<string, FakeCall>> = {
    App: {
      getInfo: () => ({ version: '1.4.0' }),
      getLaunchUrl: () => undefined,
      minimizeApp: () => {
        hands.hasLeft = true
      },
    },
    SplashScreen: {
      hide: () => {
        hands.isSplashHidden = true
      },
    },
    SecureStorage: {
      internalGetItem: ({ prefixedKey }) => ({ data: localStorage.getItem(keychain(prefixedKey)) }),
      internalSetItem: ({ prefixedKey, data }) => localStorage.setItem(keychain(prefixedKey), String(data)),
      internalRemoveItem: ({ prefixedKey }) => {
        localStorage.removeItem(keychain(prefixedKey))
        return { success: true }
      },
    },
    CapacitorNfc: {
      isSupported: () => ({ supported: true }),
      getStatus: () => ({ status: 'NFC_OK' }),
      startScanning: () => undefined,
      stopScanning: () => undefined,
    },
    CapacitorBarcodeScanner: { scanBarcode: () => ({ ScanResult: hands.scanned }) },
  }
  // The web view stays at the app's own pages: what leads elsewhere, the native side opens in the phone's browser.
  window.navigation.addEventListener('navigate', (event) => {
    const { url } = event.destination
    if (new URL(url).origin === location.origin) return
    event.preventDefault()
    hands.outside = url
  })
  Object.assign(window, { phone: hands, phonePlugins: plugins, phoneListeners: listeners })
}

type PhonePlugins = {
  phonePlugins: Record<string, Record<string, FakeCall>>
  phoneListeners: Map<string, (data: unknown) => void>
}

/**
 * The native side of the app, as Capacitor's own bridge puts it into each page before its first script. What stands above
 * it, the app's own code and the plugins' scripts, is real.
 */
const installBridge = () => {
  const { phonePlugins, phoneListeners } = window as unknown as PhonePlugins // put there by installPlugins
  const events = new Set(['App', 'CapacitorNfc'])
  const PluginHeaders = Object.entries(phonePlugins).map(([name, methods]) => ({
    name,
    methods: [
      ...Object.keys(methods).map((method) => ({ name: method, rtype: 'promise' })),
      ...(events.has(name) ? ['addListener', 'removeListener'].map((method) => ({ name: method })) : []),
    ],
  }))
  const nativePromise = async (plugin: string, method: string, options: Record<string, unknown> = {}) =>
    phonePlugins[plugin]?.[method]?.(options)
  const nativeCallback = async (
    ...[plugin, method, { eventName }, callback]: [string, string, { eventName: string }, (data: unknown) => void]
  ) => {
    const key = `${plugin}.${eventName}`
    if (method === 'addListener') phoneListeners.set(key, callback)
    else phoneListeners.delete(key)
    return key
  }
  Object.assign(window, {
    androidBridge: { postMessage: () => {} },
    Capacitor: { PluginHeaders, nativePromise, nativeCallback },
  })
}

const types: Record<string, string> = {
  '.css': 'text/css',
  '.html': 'text/html',
  '.js': 'text/javascript',
  '.png': 'image/png',
  '.svg': 'image/svg+xml',
  '.woff2': 'font/woff2',
}

/** The files of the app, as the script that makes the native projects puts them together. */
export const buildApp = async () => {
  const folder = mkdtempSync(join(tmpdir(), 'spacekeeper-app-'))
  await writeAppFiles({ screens: fileURLToPath(new URL('../web/dist', import.meta.url)), folder, push: [] })
  return { folder, remove: () => rmSync(folder, { recursive: true, force: true }) }
}

/** The app on a phone whose network reaches the portal. Chromium asks before a page may call this machine. */
export const openApp = async (page: Page, folder: string, path = '/') => {
  await page.context().grantPermissions(['local-network-access'], { origin })
  await page.route(`${origin}/**`, async (route) => {
    const { pathname } = new URL(route.request().url())
    // As the web view does: an address without a file is a page.
    const file = extname(pathname) === '' ? 'index.html' : pathname.slice(1)
    const found = join(folder, file)
    if (!existsSync(found)) return route.fulfill({ status: 404 })
    return route.fulfill({ path: found, contentType: types[extname(found)] ?? 'application/octet-stream' })
  })
  await page.addInitScript(installPlugins)
  await page.addInitScript(installBridge)
  await page.goto(origin + path)
}

/** Goes on at the login of the portal, as a phone does that was there before. */
export const connect = async (page: Page, portal: JourneyPortal) => {
  await page.getByLabel('Address of the portal').fill(portal.url)
  await page.getByRole('button', { name: 'Connect' }).click()
}

const handsOf = () => {
  if (!('phone' in window)) throw new Error('The phone is not there.')
  return window.phone as PhoneHands // put there by installPlugins
}

export const phone = {
  open: (page: Page, url: string) => page.evaluate(`window.phone.open(${JSON.stringify(url)})`),
  back: (page: Page) => page.evaluate('window.phone.back()'),
  tapCard: async (page: Page, bytes: number[]) => {
    // The page may evaluate nothing, so it is asked from outside.
    await expect.poll(() => page.evaluate(`window.phoneListeners.has('CapacitorNfc.nfcEvent')`)).toBe(true)
    await page.evaluate(`window.phone.tapCard(${JSON.stringify(bytes)})`)
  },
  see: (page: Page, text: string) => page.evaluate(`window.phone.scanned = ${JSON.stringify(text)}`),
  state: (page: Page) => page.evaluate(handsOf),
  /** The address that the phone's browser opens now. */
  leftFor: async (page: Page): Promise<string> => {
    await expect.poll(async () => (await page.evaluate(handsOf)).outside).not.toBeNull()
    return (await page.evaluate(handsOf)).outside ?? ''
  },
}
