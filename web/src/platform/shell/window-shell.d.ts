import type { Shell } from '@spacekeeper/contract/shell.ts'

declare global {
  interface Window {
    /** Only in the desktop app. */
    readonly shell?: Shell
  }
}
