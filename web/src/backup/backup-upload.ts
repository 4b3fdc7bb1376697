import { restorePieceBytes } from '@spacekeeper/contract/backup/routes.ts'
import { ApiError, hasCode, isOutcomeUnknown } from '#platform/api/api-error.ts'
import { backups } from './api.ts'

const mostTries = 5
const pauseMs = 2000

const pause = (ms: number) =>
  new Promise<void>((settle) => {
    setTimeout(settle, ms)
  })

/** How long to wait before a piece is sent again: the line broke, or the portal has taken too many; null where that won’t help. */
const pauseAfter = (error: unknown, tried: number): number | null => {
  if (isOutcomeUnknown(error)) return pauseMs * tried
  if (!hasCode(error, 'tooManyRequests')) return null
  return error instanceof ApiError && error.retryAfterSeconds !== null
    ? error.retryAfterSeconds * 1000
    : pauseMs * tried
}

/** A piece is sent again: the portal knows one that it has. */
const sendPiece = async (piece: Parameters<typeof backups.addRestorePiece>[0]): Promise<void> => {
  for (let tried = 1; ; tried += 1) {
    try {
      return await backups.addRestorePiece(piece)
    } catch (error) {
      const wait = pauseAfter(error, tried)
      if (tried === mostTries || wait === null) throw error
      await pause(wait)
    }
  }
}

/** Uploads a backup piece by piece; the number of the upload. `progress` is told how much of it is there, from 0 to 1. */
export const uploadBackup = async (
  file: File,
  { token, progress }: { token: string; progress: (part: number) => void },
): Promise<string> => {
  const { uploadId } = await backups.beginRestore({ token, bytes: file.size })
  for (let at = 0; at < file.size; at += restorePieceBytes) {
    const piece = new Blob([file.slice(at, at + restorePieceBytes)], { type: 'application/octet-stream' })
    await sendPiece({ token, uploadId, at, file: piece })
    progress(Math.min(1, (at + piece.size) / file.size))
  }
  return uploadId
}
