import { hash, parseOptions, verify } from '@node-rs/argon2'
import { newToken } from '#platform/secrets/tokens.ts'

/** argon2id, the library's default kind. Dearer values make hashes anew, one by one, as people log in. */
const cost = { memoryCost: 19_456, timeCost: 2, parallelism: 1, outputLen: 32 }

// The same letters can be typed as different code points on different keyboards.
const normal = (password: string) => password.normalize('NFC')

export const hashPassword = (password: string): Promise<string> => hash(normal(password), cost)

let nobodys: Promise<string> | undefined

/** The hash of a password nobody has. */
const nobodysHash = () => (nobodys ??= hashPassword(newToken()))

/**
 * Whether this is the password. Without a hash (no such account, or none set) the answer is no,
 * after the same work, so that the time it takes tells nothing.
 */
export const verifyPassword = async (passwordHash: string | null, password: string): Promise<boolean> => {
  const stored = passwordHash ?? (await nobodysHash())
  const isRight = await verify(stored, normal(password))
  return isRight && passwordHash !== null
}

/** Whether a hash was made with other costs than new ones are. */
export const isOutdated = (passwordHash: string): boolean => {
  const { memoryCost, timeCost, parallelism } = parseOptions(passwordHash)
  return memoryCost !== cost.memoryCost || timeCost !== cost.timeCost || parallelism !== cost.parallelism
}
