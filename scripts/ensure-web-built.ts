import { spawnSync } from 'node:child_process'
import { accessSync, constants, existsSync, readFileSync } from 'node:fs'
import { createRequire } from 'node:module'
import { dirname, join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { fingerprintFile, sourceFingerprint } from '../web/source-fingerprint.ts'

const webFolder = fileURLToPath(new URL('../web', import.meta.url))
const serverFolder = fileURLToPath(new URL('../server', import.meta.url))

/** Undefined when nothing is built. */
const builtFrom = (web: string): string | undefined => {
  try {
    return readFileSync(join(web, 'dist', fingerprintFile), 'utf8').trim()
  } catch {
    return undefined
  }
}

/** The program that builds the screens; undefined after an installation without what only developers need. */
const findVite = (web: string): string | undefined => {
  try {
    const manifest = createRequire(join(web, 'package.json')).resolve('vite/package.json')
    return join(dirname(manifest), 'bin/vite.js')
  } catch {
    return undefined
  }
}

const isWritable = (folder: string): boolean => {
  try {
    accessSync(folder, constants.W_OK)
    return true
  } catch {
    return false
  }
}

const build = (folder: string, vite: string): boolean => {
  const { status } = spawnSync(process.execPath, [vite, 'build', '--logLevel', 'warn'], {
    cwd: folder,
    stdio: ['ignore', 'ignore', 'inherit'],
    // Wherever it is started: for development React does everything twice.
    env: { ...process.env, NODE_ENV: 'production' },
  })
  return status === 0
}

/** Builds the screens when they are not built or were made of other sources; throws a sentence that says what to do. */
export const ensureWebBuilt = (web = webFolder, server = serverFolder): void => {
  const built = builtFrom(web)
  // An image carries what was built of the sources, and not the sources.
  const isImage = built !== undefined && !existsSync(join(web, 'src'))
  if (isImage || built === sourceFingerprint()) return
  const state = built === undefined ? 'The screens are not built' : 'web/dist was built from other sources'
  const vite = findVite(web)
  if (vite === undefined) {
    throw new Error(
      `${state}, and Vite, which builds them, is not installed. ` +
        'Run "npm ci" without "--omit=dev", or copy the web/dist that belongs to this version here.',
    )
  }
  if (!isWritable(web)) {
    throw new Error(`${state}, and ${web} is read-only. Run "npm run build" where it can be written.`)
  }
  process.stdout.write('Building the screens…\n')
  // The program in few files comes with them. Where that is older than its sources, they run themselves.
  if (!build(web, vite)) throw new Error('The screens could not be built. The reason is above.')
  if (isWritable(server) && !build(server, vite))
    process.stderr.write('The program in few files could not be built, so its sources run. The reason is above.\n')
}
