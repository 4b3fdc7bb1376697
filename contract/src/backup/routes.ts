import { z } from 'zod'
import { Download, Empty, Instant, routes } from '../route.ts'

/** How a try ended; without a fault it went well. */
const BackupOutcome = z.object({ at: Instant, fault: z.string().nullable() })

/** An archive that is kept in DATA_DIR. */
export const BackupArchive = z.object({
  name: z.string(),
  madeAt: Instant,
  bytes: z.number().int(),
  /** The version of the portal that made it; null where it can’t be read, and `fault` says why. */
  version: z.string().nullable(),
  fault: z.string().nullable(),
  /** The key it is encrypted with; null without encryption. */
  keyId: z.string().nullable(),
  /** When it was restored for a try; null before the first time. */
  proven: BackupOutcome.nullable(),
})

export type BackupArchive = z.infer<typeof BackupArchive>

const BackupKey = z.object({
  id: z.string(),
  madeAt: Instant,
  /** When it was last typed in from paper; nothing is encrypted with it before the first time. */
  typedAt: Instant.nullable(),
})

export type BackupKey = z.infer<typeof BackupKey>

/** Where copies go beside this machine. */
export const CopyPlace = z.enum(['folder', 's3', 'sftp'])

export type CopyPlace = z.infer<typeof CopyPlace>

/** How often a backup is restored for a try; a small machine, or one that takes long, does it once a week. */
export const ProofPace = z.enum(['nightly', 'weekly', 'impossible'])

export type ProofPace = z.infer<typeof ProofPace>

export const BackupState = z.object({
  isNightly: z.boolean(),
  proofs: ProofPace,
  archives: z.array(BackupArchive),
  /** The run that goes on or is about to begin, and how many bytes are written by now. */
  running: z
    .object({ step: z.enum(['waiting', 'making', 'copying', 'proving']), startedAt: Instant, bytes: z.number().int() })
    .nullable(),
  /** How the last try to make one ended. */
  made: BackupOutcome.nullable(),
  /** The newest key, which may not count yet. */
  key: BackupKey.nullable(),
  /** The places for copies that are set, as people read them, and how the last copy to each ended. */
  places: z.array(z.object({ place: CopyPlace, where: z.string(), copied: BackupOutcome.nullable() })),
  allowsClear: z.boolean(),
  /** Room where archives are kept; null where the system doesn’t say. */
  freeBytes: z.number().int().nullable(),
})

export type BackupState = z.infer<typeof BackupState>

const SetupLink = z.object({ token: z.string().max(200) })

/** An upload that was begun, and its next byte. */
const RestorePiece = SetupLink.extend({ uploadId: z.uuid(), at: z.coerce.number().int().min(0) })

/** Larger backups are restored from the command line. */
export const mostRestoreBytes = 100_000_000_000

/** A backup is uploaded in pieces of this size, so that no server in front holds it back and its progress is seen. */
export const restorePieceBytes = 4 * 1024 * 1024

export const RestoreState = z.object({
  /** Whether this portal can restore from its page; one with a database at DATABASE_URL can’t. */
  isPossible: z.boolean(),
  /** `waiting`: all is ready, and the portal has to be started again by a person. */
  step: z.enum(['none', 'uploading', 'restoring', 'restarting', 'waiting']),
  /** Why the last try failed. */
  fault: z.string().nullable(),
})

export type RestoreState = z.infer<typeof RestoreState>

const Archive = z.object({
  name: z.string().regex(/^spacekeeper-[\w.+-]{1,80}\.backup$/, 'This is not the name of a backup.'),
})

export const backupApi = routes({
  get: {
    method: 'GET',
    path: '/api/admin/backups/',
    access: 'admin',
    summary: 'The backups that are kept on this machine, how they fare, and the key that they are encrypted with.',
    output: BackupState,
  },
  start: {
    method: 'POST',
    path: '/api/admin/backups/',
    access: 'admin',
    summary: 'Makes a backup in the background and tries to restore it.',
    output: Empty,
    errors: ['backupFolderMissing', 'backupRunning'],
  },
  remove: {
    method: 'DELETE',
    path: '/api/admin/backups/:name/',
    access: 'admin',
    stepUp: 'strong',
    summary: 'Deletes a backup from this machine. Copies elsewhere stay.',
    params: Archive,
    output: Empty,
    errors: ['notFound', 'backupFolderMissing', 'backupRunning'],
  },
  download: {
    method: 'GET',
    path: '/api/admin/backups/:name/file/',
    access: 'admin',
    stepUp: 'strong',
    summary: 'A backup as a file. Without encryption it holds everything that the portal knows, in the clear.',
    params: Archive,
    output: Download,
    errors: ['notFound', 'backupFolderMissing'],
  },
  createKey: {
    method: 'POST',
    path: '/api/admin/backups/key/',
    access: 'admin',
    stepUp: 'strong',
    summary: 'Makes a new key. Its code is in this answer and in no other; it counts once it was typed in again.',
    output: z.object({ id: z.string(), code: z.string() }),
    errors: ['backupFolderMissing'],
  },
  typeKey: {
    method: 'PUT',
    path: '/api/admin/backups/key/',
    access: 'admin',
    rate: 'credentials',
    summary: 'Shows that the code of the newest key was written down. From the first time on backups are encrypted.',
    body: z.object({ code: z.string().trim().min(1, 'Type the code from your paper.').max(100) }),
    output: Empty,
    errors: ['backupFolderMissing'],
  },
  testPlace: {
    method: 'POST',
    path: '/api/admin/backups/places/:place/test/',
    access: 'admin',
    keepsAnswers: true,
    summary: 'Writes a small file where copies go, reads it back and deletes it; says why where that fails.',
    params: z.object({ place: CopyPlace }),
    output: z.object({
      problem: z.string().nullable(),
      /** The fingerprint of a server that is not trusted yet, or shows another key than before. */
      hostKey: z.string().nullable(),
      /** Whether another portal puts its copies there. */
      isTaken: z.boolean(),
    }),
    errors: ['notFound', 'backupFolderMissing'],
  },
  takePlace: {
    method: 'POST',
    path: '/api/admin/backups/places/:place/take/',
    access: 'admin',
    stepUp: 'strong',
    summary: 'Makes a place for copies that of this portal, which replaces the one whose copies are there.',
    params: z.object({ place: CopyPlace }),
    output: Empty,
    errors: ['notFound', 'backupFolderMissing'],
  },
  getRestore: {
    method: 'GET',
    path: '/api/setup/:token/restore/',
    access: 'anyone',
    summary: 'How restoring a backup into this new portal goes on.',
    params: SetupLink,
    output: RestoreState,
    errors: ['invalidLink'],
  },
  beginRestore: {
    method: 'POST',
    path: '/api/setup/:token/restore/',
    keepsAnswers: true,
    access: 'anyone',
    summary: 'Begins the upload of a backup into a new portal that has no member, if there is room to restore it.',
    params: SetupLink,
    body: z.object({
      bytes: z
        .number()
        .int()
        .min(1)
        .refine(
          (bytes) => bytes <= mostRestoreBytes,
          'A backup of more than 100 GB is restored with the command line.',
        ),
    }),
    output: z.object({ uploadId: z.uuid() }),
    errors: ['invalidLink', 'restoreElsewhere', 'restoreRunning', 'backupFolderMissing'],
    rate: 'credentials',
  },
  addRestorePiece: {
    method: 'PUT',
    path: '/api/setup/:token/restore/:uploadId/:at/',
    keepsAnswers: true,
    access: 'anyone',
    summary: 'Adds the next piece to the upload of a backup.',
    params: RestorePiece,
    upload: { mediaTypes: ['application/octet-stream'], maxBytes: restorePieceBytes },
    output: Empty,
    errors: ['invalidLink', 'restoreRunning', 'notFound'],
  },
  startRestore: {
    method: 'POST',
    path: '/api/setup/:token/restore/:uploadId/start/',
    keepsAnswers: true,
    access: 'anyone',
    summary: 'Restores the backup that was uploaded; the portal starts again with it.',
    params: RestorePiece.omit({ at: true }),
    body: z.object({ code: z.string().trim().max(100) }),
    output: Empty,
    errors: ['invalidLink', 'restoreRunning', 'notFound'],
    rate: 'credentials',
  },
})
