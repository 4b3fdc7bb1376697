import type { CopyPlace } from '@spacekeeper/contract/backup/routes.ts'
import type { Settings } from '@spacekeeper/contract/index.ts'
import type { CopyStore } from './copy-store.ts'
import { folderStore } from './folder-store.ts'

/** The settings of copies, be they kept in the database or given to a command. */
export type CopySettings = Pick<
  Settings,
  Extract<keyof Settings, 'BACKUP_FOLDER' | `BACKUP_S3_${string}` | `BACKUP_SFTP_${string}`>
>

const s3SettingsOf = (settings: CopySettings) => ({
  endpoint: settings.BACKUP_S3_ENDPOINT,
  region: settings.BACKUP_S3_REGION,
  bucket: settings.BACKUP_S3_BUCKET,
  prefix: settings.BACKUP_S3_PREFIX,
  isPathStyle: settings.BACKUP_S3_PATH_STYLE,
  accessKey: settings.BACKUP_S3_ACCESS_KEY,
  secretKey: settings.BACKUP_S3_SECRET_KEY,
})

const sftpSettingsOf = (settings: CopySettings) => ({
  host: settings.BACKUP_SFTP_HOST,
  port: settings.BACKUP_SFTP_PORT,
  user: settings.BACKUP_SFTP_USER,
  password: settings.BACKUP_SFTP_PASSWORD,
  privateKey: settings.BACKUP_SFTP_PRIVATE_KEY,
  hostKey: settings.BACKUP_SFTP_HOST_KEY,
  folder: settings.BACKUP_SFTP_FOLDER,
})

const hostOf = (address: string) => URL.parse(address)?.host ?? address

export type SetPlace = { place: CopyPlace; where: string }

/** The places for copies that are set, as people read them. */
export const placesOf = (settings: CopySettings): SetPlace[] => {
  const { BACKUP_FOLDER: folder, BACKUP_S3_BUCKET: bucket, BACKUP_S3_ENDPOINT: endpoint } = settings
  const { BACKUP_SFTP_HOST: server, BACKUP_SFTP_USER: user, BACKUP_SFTP_FOLDER: at } = settings
  return [
    ...(folder === '' ? [] : [{ place: 'folder' as const, where: folder }]),
    ...(bucket === '' || endpoint === '' ? [] : [{ place: 's3' as const, where: `${bucket} at ${hostOf(endpoint)}` }]),
    ...(server === '' ? [] : [{ place: 'sftp' as const, where: `${user}@${server}${at === '' ? '' : `:${at}`}` }]),
  ]
}

/** How patiently a place is asked: a backup tries again what fails for a moment, and what waits for it does not. */
export type StorePatience = 'patient' | 'brief'

/** Reads the programs for other machines only once one of these is asked. */
export const openStore = async (
  place: CopyPlace,
  settings: CopySettings,
  { dataDir, patience = 'patient' }: { dataDir: string; patience?: StorePatience },
): Promise<CopyStore> => {
  const pace = patience === 'brief' ? { tries: 1 } : {}
  if (place === 'folder') return folderStore(settings.BACKUP_FOLDER, dataDir)
  if (place === 's3') return (await import('./s3-store.ts')).s3Store(s3SettingsOf(settings), pace)
  return (await import('./sftp-store.ts')).sftpStore(sftpSettingsOf(settings), pace)
}
