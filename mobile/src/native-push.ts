import { type PermissionState } from '@capacitor/core'
import { PushNotifications } from '@capacitor/push-notifications'
import type { NativePush, MobilePlatform, PushPermission } from '@spacekeeper/contract/mobile-shell.ts'

const permissionOf = (state: PermissionState): PushPermission =>
  state === 'granted' || state === 'denied' ? state : 'prompt'

/** The token comes as an event, and so does what is wrong. */
const askForToken = async (): Promise<string> => {
  const { promise, resolve, reject } = Promise.withResolvers<string>()
  const added = await Promise.all([
    PushNotifications.addListener('registration', ({ value }) => resolve(value)),
    PushNotifications.addListener('registrationError', ({ error }) => reject(new Error(error))),
  ])
  try {
    await PushNotifications.register()
    return await promise
  } finally {
    for (const { remove } of added) await remove()
  }
}

/** Where a notification leads; what is no path of the portal leads to the first page. */
export const pathIn = (data: unknown): string => {
  const path = typeof data === 'object' && data !== null && 'path' in data ? data.path : null
  return typeof path === 'string' && /^\/(?![/\\])/.test(path) ? path : '/dashboard'
}

/** Notifications by FCM or APNs. One that started the app waits for its listener. */
export const nativePush = (platform: MobilePlatform): NativePush => ({
  permission: async () => permissionOf((await PushNotifications.checkPermissions()).receive),
  register: async () => {
    const { receive } = await PushNotifications.requestPermissions()
    return receive === 'granted' ? { platform, token: await askForToken() } : null
  },
  unregister: () => PushNotifications.unregister(),
  onOpened: (listener) => {
    const added = PushNotifications.addListener('pushNotificationActionPerformed', ({ notification }) =>
      listener(pathIn(notification.data)),
    )
    return () => void added.then(({ remove }) => remove())
  },
})
