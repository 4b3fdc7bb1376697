import type { MobileShell, NativePush } from '@spacekeeper/contract/mobile-shell.ts'
import type { PushState } from '@spacekeeper/contract/push/shapes.ts'
import { api } from '#platform/api/client.ts'

type PhonePush = { push: NativePush }

/**
 * What the app on this phone is notified by. `null` outside of the app; `notSetUp` where the app was built without it or the
 * space has not set it up for this kind of phone.
 */
export const findPhonePush = (
  { appPlatforms }: Pick<PushState, 'appPlatforms'>,
  shell: MobileShell | undefined = window.mobileShell,
): PhonePush | 'notSetUp' | null => {
  if (!shell) return null
  return shell.push && appPlatforms.includes(shell.platform) ? { push: shell.push } : 'notSetUp'
}

/** Asks the phone, and has the portal notify it; false where its owner does not allow it. */
export const registerPhone = async (push: NativePush): Promise<boolean> => {
  const registration = await push.register()
  if (!registration) return false
  await api.push.addAppDevice(registration)
  return true
}
