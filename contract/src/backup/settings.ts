import { z } from 'zod'
import { ServiceAddress } from '../addresses.ts'
import { askedAddress, guarded, proven, secret, type Setting } from '../setting.ts'

const kept = (title: string, { usual, help }: { usual: number; help: string }): Setting<number> =>
  guarded('backups', title, z.number().int('A whole number.').min(0).max(1000), usual, help)

const text = (words: RegExp, problem: string) => z.string().trim().max(500).regex(words, problem)

/** The key that a server of SFTP showed when it was trusted, as OpenSSH writes its fingerprint. */
export const HostKey = text(
  /^$|^SHA256:[A-Za-z0-9+/]{43}$/,
  'A fingerprint such as SHA256:… with 43 letters and digits.',
)

export const backupSettings = {
  BACKUP_NIGHTLY: guarded(
    'backups',
    'Back up every night',
    z.boolean(),
    true,
    'Makes a backup every night at 2:20 UTC, or later if the machine was off then, and tries to restore it.',
  ),
  BACKUP_KEEP_DAILY: kept('Days with a backup', {
    usual: 7,
    help: 'Of how many days the last backup is kept.',
  }),
  BACKUP_KEEP_WEEKLY: kept('Weeks with a backup', {
    usual: 4,
    help: 'Of how many weeks the last backup is kept as well.',
  }),
  BACKUP_KEEP_MONTHLY: kept('Months with a backup', {
    usual: 6,
    help: 'Of how many months the last backup is kept as well.',
  }),
  BACKUP_FOLDER: proven(
    guarded(
      'backups',
      'Folder for copies',
      z
        .string()
        .trim()
        .max(500)
        .regex(/^$|^(\/|[A-Za-z]:[\\/])/, 'A full path on the machine of the portal, such as /mnt/backup.'),
      '',
      'Each backup is also copied to this folder on the machine of the portal: a disk that is connected, or a shared folder of another machine. The page of backups tests it.',
    ),
  ),
  BACKUP_COPY_IN_CLEAR: proven(
    guarded(
      'backups',
      'Copies without encryption',
      z.boolean(),
      false,
      'Copies are made also while there is no key. A person who finds one can read everything in it: names, cards, passwords in the form they are stored, and all secrets of the portal.',
    ),
  ),
  BACKUP_S3_ENDPOINT: proven(
    askedAddress(
      'backups',
      'Store for copies',
      ServiceAddress,
      '',
      'The address of an S3-compatible store, to which each backup is copied as well, such as https://s3.eu-central-1.amazonaws.com. The page of backups tests it.',
    ),
  ),
  BACKUP_S3_REGION: guarded(
    'backups',
    'Region of the store',
    text(/^[\w-]{1,60}$/, 'A region such as eu-central-1.'),
    'us-east-1',
    'As the store names it. One of your own takes us-east-1 unless it was told otherwise; at Cloudflare it is auto.',
  ),
  BACKUP_S3_BUCKET: guarded(
    'backups',
    'Bucket of the store',
    text(/^$|^[A-Za-z0-9][\w.-]{1,61}[A-Za-z0-9]$/, 'The name of a bucket, such as our-space-backups.'),
    '',
    'Make a bucket for nothing else, which the public can’t read.',
  ),
  BACKUP_S3_PREFIX: guarded(
    'backups',
    'Folder in the bucket',
    text(/^$|^(?!.*\.\.)[\w.-]+(\/[\w.-]+)*$/, 'Names with slashes between them, such as portal/backups, or nothing.'),
    '',
    'Where in the bucket copies are put. Several portals in one bucket need one each.',
  ),
  BACKUP_S3_PATH_STYLE: guarded(
    'backups',
    'Bucket in the path',
    z.boolean(),
    true,
    'Asks for https://store/bucket, which most stores take. Turn it off for one that wants https://bucket.store.',
  ),
  BACKUP_S3_ACCESS_KEY: guarded(
    'backups',
    'Access key of the store',
    text(/^\S*$/, 'The access key has no spaces.'),
    '',
    'The id of a key that may list, read, write and delete in the bucket, and nothing else.',
  ),
  BACKUP_S3_SECRET_KEY: secret('backups', 'Secret key of the store', 'The secret that belongs to the access key.'),
  BACKUP_SFTP_HOST: proven(
    guarded(
      'backups',
      'SFTP server for copies',
      text(/^$|^[A-Za-z0-9][\w.-]*$|^[0-9A-Fa-f:]+$/, 'A name or an address such as backup.example.org, or nothing.'),
      '',
      'The name or address of a server to which each backup is copied as well over SFTP: a storage box, a NAS, or a friend’s machine. The page of backups tests it.',
    ),
  ),
  BACKUP_SFTP_PORT: proven(
    guarded(
      'backups',
      'Port of the SFTP server',
      z.number().int('A whole number.').min(1).max(65_535),
      22,
      'Where the server listens.',
    ),
  ),
  BACKUP_SFTP_USER: guarded(
    'backups',
    'User at the SFTP server',
    text(/^[^\s:]*$/, 'A user has no spaces.'),
    '',
    'The account that copies are written as.',
  ),
  BACKUP_SFTP_PASSWORD: secret(
    'backups',
    'Password at the SFTP server',
    'The password of that account. It isn’t needed with a private key.',
  ),
  BACKUP_SFTP_PRIVATE_KEY: {
    ...secret(
      'backups',
      'Private key for the SFTP server',
      'The file of a private key without a passphrase, as ssh-keygen -t ed25519 makes it. Its public half belongs into authorized_keys of the account.',
      z
        .string()
        .max(20_000)
        .regex(
          /^\s*$|^\s*-----BEGIN [A-Z ]*PRIVATE KEY-----/,
          'The file of a private key begins with -----BEGIN and ends with PRIVATE KEY.',
        ),
    ),
    isFile: true,
  },
  BACKUP_SFTP_HOST_KEY: proven(
    guarded(
      'backups',
      'Host key of the SFTP server',
      HostKey,
      '',
      'The fingerprint by which the server is known again. The test on the page of backups shows it. Copies are sent to no server that shows another one.',
    ),
  ),
  BACKUP_SFTP_FOLDER: guarded(
    'backups',
    'Folder at the SFTP server',
    text(/^[^\0\n]*$/, 'A folder such as backups or /srv/backups.'),
    '',
    'Where copies are put, from the home of the account on. It has to be there already; without one they are put in the home itself.',
  ),
} satisfies Record<string, Setting>
