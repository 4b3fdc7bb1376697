// On its own: the login, the profile and the page without a network lead here.
import type { MobileShell } from '@spacekeeper/contract/mobile-shell.ts'
import { sendToPortal } from '#platform/api/transport.ts'
import { forgetKept } from '#platform/session/kept.ts'
import { forgetPortal } from './tokens.ts'

/**
 * Logs out and starts the app anew, without a portal. One that cannot be reached any more holds no phone back: then its
 * login runs out by itself.
 */
export const changePortal = async (shell: MobileShell): Promise<void> => {
  await shell.push?.unregister().catch(() => null)
  await sendToPortal('/api/logout/', { method: 'POST', signal: AbortSignal.timeout(5000) }).catch(() => null)
  await forgetPortal(shell.secrets)
  forgetKept()
  globalThis.location.assign('/')
}
