import type { MobileShell } from '@spacekeeper/contract/mobile-shell.ts'
import { changePortal } from './mobile/portal-change.ts'
import { mobileText } from './mobile/text.ts'

const loadStyle = (href: string) =>
  new Promise<void>((resolve) => {
    const link = document.createElement('link')
    link.rel = 'stylesheet'
    link.href = href
    link.addEventListener('load', () => resolve())
    link.addEventListener('error', () => resolve())
    document.head.append(link)
  })

/** The page without a network, inside of the app: the digital ID, and the way to a portal that is there. */
export const showOffline = async (shell: MobileShell): Promise<void> => {
  await loadStyle('/offline.css')
  const main = document.createElement('main')
  main.id = 'offline'
  const other = document.createElement('button')
  other.type = 'button'
  other.textContent = mobileText.changePortal
  other.addEventListener('click', () => void changePortal(shell))
  const below = document.createElement('div')
  below.className = 'below'
  below.append(other)
  document.body.append(main, below)
  // Its script looks for the place to draw in.
  await import('./profile/offline-id.ts')
  document.getElementById('splash')?.remove()
  await shell.hideSplash()
}
