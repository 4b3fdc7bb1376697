// On its own: what is written in one piece by several editors is compared alike, whatever it is.
import { createHash } from 'node:crypto'
import { AppError } from './http/app-error.ts'

/** Names what stands there, so that an editor can say what they began with. */
export const versionOf = (text: unknown): string =>
  createHash('sha256').update(JSON.stringify(text)).digest('base64url').slice(0, 22)

/** Refuses what was written over another text than the one that stands there now; asked on the locked row. */
export const refuseOtherVersion = (began: string | undefined, current: unknown) => {
  if (began !== undefined && began !== versionOf(current)) throw new AppError('changedMeanwhile')
}
