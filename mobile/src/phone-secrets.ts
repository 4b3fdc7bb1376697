import { KeychainAccess, SecureStorage } from '@aparajita/capacitor-secure-storage'
import type { PhoneSecrets } from '@spacekeeper/contract/mobile-shell.ts'

/** On this phone alone: a backup that is put on another one brings no login along. */
const access = KeychainAccess.afterFirstUnlockThisDeviceOnly

/** The keychain of iOS, and storage under a key of the keystore on Android. */
export const phoneSecrets: PhoneSecrets = {
  read: async (name) => {
    // What another key encrypted, as after a move to a new phone, is as good as nothing.
    const value = await SecureStorage.get(name, false).catch(() => null)
    return typeof value === 'string' ? value : null
  },
  write: (name, value) => SecureStorage.set(name, value, false, false, access),
  remove: async (name) => {
    await SecureStorage.remove(name)
  },
}
