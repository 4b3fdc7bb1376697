import { createHash } from 'node:crypto'
import { globSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import type { Plugin } from 'vite'

const root = fileURLToPath(new URL('..', import.meta.url))
const sources = [
  'web/src/**/*.*',
  'web/public/**/*.*',
  'web/index.html',
  'web/*.ts',
  'contract/src/**/*.ts',
  'docs/guide/*.md',
  'package-lock.json',
]
/** Tests are not built, and the tree of routes is written by the build. */
const isBuilt = (path: string) => !/\.(test|testing)\.tsx?$|\.gen\.ts$/.test(path)

/** Where a build says what it was made of. */
export const fingerprintFile = 'sources.txt'

/** The same for the same sources, wherever they are and whenever they were copied there. */
export const sourceFingerprint = (): string => {
  const hash = createHash('sha256')
  const paths = globSync(sources, { cwd: root }).map((path) => path.replaceAll('\\', '/'))
  // A checkout on Windows has other line ends.
  for (const path of paths.filter(isBuilt).toSorted())
    hash.update(`${path}\n${readFileSync(join(root, path), 'utf8').replaceAll('\r\n', '\n')}\0`)
  return hash.digest('hex')
}

/** Leaves the fingerprint beside the built screens. Taken before the build: what is edited meanwhile may be missing in it. */
export const writeFingerprint = (): Plugin => {
  let fingerprint = ''
  return {
    name: 'source-fingerprint',
    apply: 'build',
    buildStart: () => {
      fingerprint = sourceFingerprint()
    },
    generateBundle() {
      this.emitFile({ type: 'asset', fileName: fingerprintFile, source: `${fingerprint}\n` })
    },
  }
}
