// On its own: an import into a database and an archive both bring the key.

import { existsSync } from 'node:fs'
import { readFile, rename } from 'node:fs/promises'
import { join } from 'node:path'
import { ArchiveProblem, instantInName } from '../archive-file.ts'
import { writeWhole } from '../whole-file.ts'

/** Puts the key of secret settings where the portal looks for it; another one that was there is kept beside it. */
export const placeSecretKey = async (dataDir: string, secretKey: string, now: Date): Promise<void> => {
  const path = join(dataDir, 'secret-key')
  if (existsSync(path)) {
    if ((await readFile(path, 'utf8')).trim() === secretKey.trim()) return
    await rename(path, `${path}.before-${instantInName(now)}`)
  }
  await writeWhole(path, secretKey)
}

/** Throws where the key of secret settings did not come along, and is not given either. */
export const checkHasKey = (set: { hasSecretKey: boolean }, { isGiven }: { isGiven: boolean }): void => {
  if (!set.hasSecretKey && !isGiven)
    throw new ArchiveProblem(
      'The portal that made this copy was given its SECRET_KEY in the environment, so it is not inside. Set the same SECRET_KEY, and try again.',
    )
}
