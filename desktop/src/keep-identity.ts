import { createHash, randomBytes } from 'node:crypto'
import { readFileSync } from 'node:fs'
import { z } from 'zod'
import { decideIdentity, hardwareAddresses, type Identity, type Interface } from './rules.ts'
import { writeSafely } from './write-safely.ts'

const sha256 = (text: string) => createHash('sha256').update(text).digest('hex')
const StoredIdentity = z.object({ kioskId: z.string().regex(/^[0-9a-f]{64}$/), from: z.enum(['hardware', 'chance']) })

/** A file that was damaged is worth as much as none. */
function readStored(path: string): Identity | undefined {
  try {
    return StoredIdentity.parse(JSON.parse(readFileSync(path, 'utf8')))
  } catch {
    return undefined
  }
}

/** The name of this computer, the same at every start. One whose disk takes nothing goes by its hardware each time. */
export function keepIdentity(
  path: string,
  interfaces: readonly Interface[],
  complain: (error: unknown) => void,
): string {
  const stored = readStored(path)
  const hashes = hardwareAddresses(interfaces).map(sha256)
  const identity = decideIdentity({ hashes, stored, chance: () => sha256(randomBytes(32).toString('hex')) })
  try {
    if (identity !== stored) writeSafely(path, JSON.stringify(identity))
  } catch (error) {
    complain(error)
  }
  return identity.kioskId
}
