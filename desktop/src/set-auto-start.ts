import { rmSync } from 'node:fs'
import { join } from 'node:path'
import type { AppSurface } from './surface.ts'
import { writeSafely } from './write-safely.ts'

export type Computer = {
  platform: NodeJS.Platform
  home: string
  /** The program that starts this app. */
  program: string
}

const quoted = (path: string) => `"${path.replace(/["`$\\]/g, String.raw`\$&`).replaceAll('%', '%%')}"`

const desktopEntry = (program: string) =>
  [
    '[Desktop Entry]',
    'Type=Application',
    'Name=Spacekeeper Kiosk',
    `Exec=${quoted(program)}`,
    'Terminal=false',
    '',
  ].join('\n')

/** Starts with the computer's login, or no longer. Electron knows how on Windows and macOS, not on Linux. */
export function setAutoStart(app: AppSurface, computer: Computer, isWanted: boolean): void {
  if (computer.platform !== 'linux') return app.setLoginItemSettings({ openAtLogin: isWanted })
  const entry = join(computer.home, '.config', 'autostart', 'spacekeeper-kiosk.desktop')
  if (isWanted) writeSafely(entry, desktopEntry(computer.program))
  else rmSync(entry, { force: true })
}
