import { createHash } from 'node:crypto'
import { readdirSync, readFileSync, statSync } from 'node:fs'
import { join } from 'node:path'

const root = join(import.meta.dirname, '..')
const folders = ['server/src', 'contract/src']

/** Tests are no part of the program. */
const isBuilt = (name: string) => name.endsWith('.ts') && !/\.(test|testing)\.ts$/.test(name)

/** Where a build says what it was made of. */
export const fingerprintFile = 'sources.txt'

/** The same for the same sources. Their sizes and times are read, not their contents: a start waits for it. */
export const programSources = (): { fingerprint: string; changedAt: number } => {
  const hash = createHash('sha256').update(readFileSync(join(root, 'package-lock.json')))
  let changedAt = 0
  for (const folder of folders) {
    const names = readdirSync(join(root, folder), { recursive: true, encoding: 'utf8' }).filter(isBuilt)
    for (const name of names.toSorted()) {
      const { size, mtimeMs } = statSync(join(root, folder, name))
      hash.update(`${folder}/${name.replaceAll('\\', '/')} ${size}\n`)
      changedAt = Math.max(changedAt, mtimeMs)
    }
  }
  return { fingerprint: hash.digest('hex'), changedAt }
}

/** The program in few files, if they were built of the sources that are there; undefined otherwise. */
export const findBuiltProgram = (dist = join(import.meta.dirname, 'dist')): string | undefined => {
  try {
    const [built, startedAt] = readFileSync(join(dist, fingerprintFile), 'utf8').trim().split('\n')
    const { fingerprint, changedAt } = programSources()
    return built === fingerprint && changedAt <= Number(startedAt) ? join(dist, 'main.js') : undefined
  } catch {
    return undefined
  }
}
