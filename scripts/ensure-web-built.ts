import { spawnSync } from 'node:child_process'
import { existsSync, globSync, statSync } from 'node:fs'
import { fileURLToPath } from 'node:url'

const root = fileURLToPath(new URL('..', import.meta.url))
const sources = [
  'web/src/**/*',
  'web/public/**/*',
  'web/index.html',
  'web/vite.config.ts',
  'contract/src/**/*',
  'package-lock.json',
]

const modifiedAt = (path: string) => statSync(`${root}/${path}`).mtimeMs

const isCurrent = () => {
  const built = 'web/dist/index.html'
  if (!existsSync(`${root}/${built}`)) return false
  const builtAt = modifiedAt(built)
  return globSync(sources, { cwd: root }).every((path) => modifiedAt(path) <= builtAt)
}

/** Builds the screens when they are not built or older than what they are made of. */
export const ensureWebBuilt = () => {
  if (isCurrent()) return
  process.stdout.write('Building the screens…\n')
  const { status } = spawnSync('npm', ['run', 'build', '--silent'], {
    cwd: root,
    stdio: ['ignore', 'ignore', 'inherit'],
  })
  if (status !== 0) throw new Error('The screens could not be built.')
}
