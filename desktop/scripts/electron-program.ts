import { spawnSync } from 'node:child_process'
import { existsSync, readFileSync } from 'node:fs'
import { createRequire } from 'node:module'
import { dirname, join } from 'node:path'

const folder = dirname(createRequire(import.meta.url).resolve('electron/package.json'))
const patienceMs = 10 * 60_000

/** Without fetching it. */
export function installedElectron(): string | undefined {
  const override = process.env['ELECTRON_OVERRIDE_DIST_PATH']
  const name = join(folder, 'path.txt')
  if (!existsSync(name)) return undefined
  const program = join(override ?? join(folder, 'dist'), readFileSync(name, 'utf8'))
  return existsSync(program) ? program : undefined
}

/**
 * Electron's program. `npm ci` brings only its types and the script that fetches it, because it comes from where not
 * every machine can reach; it is fetched the first time it is needed.
 */
export function electronProgram(): string | undefined {
  const here = installedElectron()
  if (here !== undefined) return here
  spawnSync(process.execPath, [join(folder, 'install.js')], { stdio: 'inherit', timeout: patienceMs })
  return installedElectron()
}
