// On its own: what user agents look like is a matter of its own.
import type { MobilePlatform } from '@spacekeeper/contract/mobile-shell.ts'

/** What members read in the list of their logins: the model where the phone says it. */
export const deviceNameOf = (userAgent: string, platform: MobilePlatform): string => {
  if (platform === 'ios') return /\biPad\b/.test(userAgent) ? 'iPad' : 'iPhone'
  // `K` is what newer browsers say instead of the model.
  const model = /Android [^;)]*; (?!K\b)([^;)]+?)(?: Build\/[^)]*)?\)/.exec(userAgent)?.[1]?.trim()
  return model ?? 'Android'
}
