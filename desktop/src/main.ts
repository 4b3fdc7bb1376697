import { hostname, homedir, networkInterfaces } from 'node:os'
import { join } from 'node:path'
import * as electron from 'electron'
import { patience } from './show-portal.ts'
import { startKiosk } from './start-kiosk.ts'
import type { Surface } from './surface.ts'

const restartAfterMs = 5_000

/** A kiosk runs unattended: what goes wrong in here starts it anew, not so fast that it never gets anywhere. */
function restart(error: unknown) {
  console.error(error)
  setTimeout(() => {
    electron.app.relaunch()
    electron.app.exit(1)
  }, restartAfterMs)
}
process.on('uncaughtException', restart)

const surface: Surface = electron

startKiosk({
  electron: surface,
  // While it is developed, the folder of the app stands before its arguments.
  args: process.argv.slice(electron.app.isPackaged ? 1 : 2),
  env: process.env,
  folder: electron.app.getPath('userData'),
  preload: join(import.meta.dirname, 'preload.cjs'),
  patience,
  complain: (error) => console.error(error),
  computer: {
    platform: process.platform,
    home: homedir(),
    program: process.env['APPIMAGE'] ?? process.execPath,
    hostname: hostname(),
    interfaces: () => Object.values(networkInterfaces()).flatMap((list) => list ?? []),
  },
}).catch(restart)
