import type { MobileShell } from '@spacekeeper/contract/mobile-shell.ts'
import type { Shell } from '@spacekeeper/contract/shell.ts'

declare global {
  interface Window {
    /** Only in the desktop app. */
    readonly shell?: Shell
    /** Only in the phone app. */
    readonly mobileShell?: MobileShell
  }
}
