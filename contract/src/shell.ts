/**
 * What the desktop app offers the page, as `window.shell`; browsers have none. Its preload script exposes exactly this, and
 * everything crosses a process boundary, so only plain values do. A page asks for it once and works without it.
 */
export type Shell = {
  readonly kind: 'desktop'
  /** The app's own, such as `1.4.0`. */
  readonly version: string
  /** The same at every start of this computer, 64 hexadecimal digits: a name to be known by, never a proof of being it. */
  kioskId: () => Promise<string>
  /** What the computer is called in its network. */
  hostname: () => Promise<string>
  /** Loads the portal anew, from its first page. */
  reload: () => Promise<void>
}
