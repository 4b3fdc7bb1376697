import { App } from '@capacitor/app'
import { Capacitor } from '@capacitor/core'
import { SplashScreen } from '@capacitor/splash-screen'
import type { MobileShell, MobilePlatform } from '@spacekeeper/contract/mobile-shell.ts'
import about from '../package.json' with { type: 'json' }
import { findCardReader } from './card-reader.ts'
import { nativePush } from './native-push.ts'
import { watchAddresses } from './opened-addresses.ts'
import { phoneSecrets } from './phone-secrets.ts'
import { scanCode } from './scan-code.ts'
import { shareFile } from './share-file.ts'

// The first script of the app: it offers the page what the phone can, and then starts the screens, which are those of
// the web.

const platform = (): MobilePlatform => (Capacitor.getPlatform() === 'ios' ? 'ios' : 'android')

const versionOf = () =>
  App.getInfo().then(
    ({ version }) => version,
    () => about.version,
  )

/** What the page of the app says of it (mobile/scripts/app-files.ts). */
const ownScript = document.querySelector<HTMLScriptElement>('script[data-screens]')

const hasPush = () => ownScript?.dataset['push']?.split(' ').includes(platform()) ?? false

const createShell = async (): Promise<MobileShell> => {
  const [version, nfc] = await Promise.all([versionOf(), findCardReader()])
  return {
    kind: 'mobile',
    platform: platform(),
    version,
    secrets: phoneSecrets,
    ...(nfc && { nfc }),
    ...(hasPush() && { push: nativePush(platform()) }),
    openOutside: async (url) => {
      // The web view hands what is not the app's own to the phone's browser, and stays. A new window would need a touch
      // just before on iPhones, where an answer of the portal comes too late for that.
      globalThis.location.assign(url)
    },
    shareFile,
    scanCode,
    onLink: watchAddresses(),
    onBack: (listener) => {
      const added = App.addListener('backButton', listener)
      return () => void added.then(({ remove }) => remove())
    },
    leave: () => App.minimizeApp(),
    hideSplash: () => SplashScreen.hide(),
  }
}

/** The screens' own script, which the page of the app names but does not load by itself. */
const startScreens = async () => {
  const address = ownScript?.dataset['screens']
  if (address === undefined) throw new Error('The page of the app names no screens.')
  Object.defineProperty(globalThis, 'mobileShell', { value: await createShell() })
  await import(/* @vite-ignore */ address)
}

void startScreens()
