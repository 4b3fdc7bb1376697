/**
 * What the phone app offers the page, as `window.mobileShell`; browsers have none. A script of the app (mobile/src) sets it
 * before the screens start, so that nothing of Capacitor is in them. It answers in the page itself, unlike the desktop's.
 */
export type MobileShell = {
  readonly kind: 'mobile'
  readonly platform: MobilePlatform
  /** The app's own, such as `1.4.0`. */
  readonly version: string
  secrets: PhoneSecrets
  /** Absent where the phone reads no cards. */
  readonly nfc?: PhoneCardReader
  /** Absent where the app was built without a service for notifications. */
  readonly push?: NativePush
  /** Opens an address outside of the app, in the phone's browser or what it keeps for it. */
  openOutside: (url: string) => Promise<void>
  /** Offers the member to keep or send a file: a web view saves none by itself. */
  shareFile: (file: { name: string; content: Blob }) => Promise<void>
  /** Reads a QR code with the camera; null where the member turned back. */
  scanCode: () => Promise<string | null>
  /** Hears of addresses the phone opens in the app; the one that started it is among them. Answers with what ends it. */
  onLink: (listener: (url: string) => void) => () => void
  /** Hears of Android's back button. */
  onBack: (listener: () => void) => () => void
  /** Puts the app in the background. */
  leave: () => Promise<void>
  hideSplash: () => Promise<void>
}

export type MobilePlatform = 'android' | 'ios'

/** The phone's keychain: kept through restarts, encrypted, and in no backup. */
export type PhoneSecrets = {
  read: (name: string) => Promise<string | null>
  write: (name: string, value: string) => Promise<void>
  remove: (name: string) => Promise<void>
}

export type PhoneCardReader = {
  /** Whether reading is turned on in the phone's settings. */
  isOn: () => Promise<boolean>
  /** Waits for a card; its number in hexadecimal digits as readers at doors send it. Rejects once the signal is aborted. */
  readNumber: (signal: AbortSignal) => Promise<string>
}

export type PushPermission = 'granted' | 'denied' | 'prompt'

/** Notifications through the phone's own service: FCM on Android, APNs on iOS. */
export type NativePush = {
  /** Asks the member nothing. */
  permission: () => Promise<PushPermission>
  /** Asks the member where they have not been asked yet; null where they refused. The same phone may get another token later. */
  register: () => Promise<PushRegistration | null>
  /** The phone gets nothing more under its token. */
  unregister: () => Promise<void>
  /**
   * Hears of notifications that are tapped, the one that started the app among them, as the portal's path in their data
   * (`path`, such as `/account/access`); the dashboard where there is none. Answers with what ends it.
   */
  onOpened: (listener: (path: string) => void) => () => void
}

export type PushRegistration = { platform: MobilePlatform; token: string }
