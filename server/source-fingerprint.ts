import { createHash } from 'node:crypto'
import { readdirSync, readFileSync, statSync } from 'node:fs'
import { join } from 'node:path'

const root = join(import.meta.dirname, '..')
const folders = ['server/src', 'contract/src']
const single = ['package-lock.json', 'server/package.json', 'server/source-fingerprint.ts', 'server/vite.config.ts']

/** Tests are no part of the program. */
const isBuilt = (name: string) => name.endsWith('.ts') && !/\.(test|testing)\.ts$/.test(name)

/** Where a build says what it was made of, and how large each of its files is. */
export const fingerprintFile = 'sources.txt'

/** The same for the same sources, wherever they are and whenever they were copied there. */
export const sourceFingerprint = (): string => {
  const hash = createHash('sha256')
  const paths = folders.flatMap((folder) =>
    readdirSync(join(root, folder), { recursive: true, encoding: 'utf8' })
      .filter(isBuilt)
      .map((name) => `${folder}/${name.replaceAll('\\', '/')}`),
  )
  for (const path of [...single, ...paths.toSorted()]) {
    const content = readFileSync(join(root, path))
    hash.update(`${path} ${content.length}\n`).update(content)
  }
  return hash.digest('hex')
}

/** The files of a build and their sizes, a line each. */
export const listSizes = (dist: string): string[] =>
  readdirSync(dist, { recursive: true, encoding: 'utf8' })
    .filter((name) => name !== fingerprintFile && statSync(join(dist, name)).isFile())
    .toSorted()
    .map((name) => `${statSync(join(dist, name)).size} ${name.replaceAll('\\', '/')}`)

const hasSize = (dist: string, line: string): boolean => {
  const space = line.indexOf(' ')
  return statSync(join(dist, line.slice(space + 1))).size === Number(line.slice(0, space))
}

/** The program in few files, if it is whole and was built of the sources that are there; undefined otherwise. */
export const findBuiltProgram = (dist = join(import.meta.dirname, 'dist')): string | undefined => {
  try {
    const [built, ...files] = readFileSync(join(dist, fingerprintFile), 'utf8').trim().split('\n')
    // After a power cut some files may be empty.
    const isWhole = files.some((line) => line.endsWith(' main.js')) && files.every((line) => hasSize(dist, line))
    return isWhole && built === sourceFingerprint() ? join(dist, 'main.js') : undefined
  } catch {
    return undefined
  }
}
