import { createHash } from 'node:crypto'
import { readFileSync } from 'node:fs'
import { isIP } from 'node:net'
import { join, resolve } from 'node:path'
import { z } from 'zod'
import { ensureDataDir, readOrCreateSecret } from '#platform/db/data-dir.ts'

const port = z.coerce
  .number('expected a port number, for example 8000')
  .int('expected a port number, for example 8000')
  .min(0, 'expected a port number from 0 to 65535')
  .max(65535, 'expected a port number from 0 to 65535')

const address = (protocol: RegExp, example: string) => z.url({ protocol, error: `expected an address like ${example}` })

const isProxyRange = (entry: string): boolean => {
  if (['loopback', 'linklocal', 'uniquelocal'].includes(entry)) return true
  const [ip = '', bits, more] = entry.split('/')
  const version = isIP(ip)
  if (version === 0 || more !== undefined) return false
  return bits === undefined || (/^\d{1,3}$/.test(bits) && Number(bits) <= (version === 4 ? 32 : 128))
}

const safeProxies =
  'expected how many proxies stand in front of the portal, such as 1, or their addresses, such as loopback or 10.0.0.0/8,127.0.0.1'

const trustProxy = z.string().transform((text, issues): false | number | string => {
  if (text === 'false') return false
  if (/^\d{1,2}$/.test(text)) return Number(text)
  const entries = text.split(',').map((entry) => entry.trim())
  if (entries.every(isProxyRange)) return entries.join(',')
  // All of them believed, visitors choose their address themselves, and no limit holds.
  issues.addIssue(text === 'true' ? `${safeProxies}; true would believe whatever a visitor sends` : safeProxies)
  return z.NEVER
})

/** Every variable the portal knows. The descriptions are printed by `npm run cli -- help env`. */
export const Environment = z.object({
  PORT: port.default(8000).describe('Port to listen on; 0 takes any free one.'),
  HOST: z
    .string()
    .default('0.0.0.0')
    .describe('Address to listen on. The default lets doors and kiosks in the local network reach the portal.'),
  DATABASE_URL: address(/^postgres(ql)?$/, 'postgresql://user:password@host:5432/database')
    .optional()
    .describe('PostgreSQL 15 or newer. Without it the portal runs its own under DATA_DIR/postgres.'),
  DATA_DIR: z.string().default('./data').describe('Folder for the embedded database, secrets and uploads.'),
  UPGRADE_BACKUP: z
    .enum(['own', 'elsewhere'], { error: 'expected own, or elsewhere where you made a backup yourself' })
    .default('own')
    .describe(
      'Before a newer version changes the database: own makes a backup and tries the change on it; elsewhere says that there is one already.',
    ),
  SITE_URL: address(/^https?$/, 'https://portal.example.org')
    .transform((url) => url.replace(/\/+$/, ''))
    .optional()
    .describe('Public address of the portal, used in mails and links.'),
  SECRET_KEY: z
    .string()
    .min(32, 'expected at least 32 characters')
    .optional()
    .describe(
      'Encrypts secret settings; the same for every process on one database. Without it one is kept in DATA_DIR.',
    ),
  SMTP_URL: address(/^smtps?$/, 'smtp://user:password@mail.example.org:587')
    .optional()
    .describe('Mail server. Without it messages are kept in the outbox of the portal and not sent.'),
  SMS_URL: address(/^https?$/, 'http://localhost:9000')
    .optional()
    .describe("A stand-in that speaks Twilio's HTTP, for trying out. Without it text messages go to Twilio."),
  STRIPE_URL: address(/^https?$/, 'http://localhost:9001')
    .optional()
    .describe("A stand-in that speaks Stripe's HTTP, for trying out. Without it card payments go to Stripe."),
  PUSH_URL: address(/^https?$/, 'http://localhost:9002')
    .optional()
    .describe('A stand-in for the push services of browsers, for trying out. Without it each browser has its own.'),
  FIREBASE_URL: address(/^https?$/, 'http://localhost:9003')
    .optional()
    .describe('A stand-in for Firebase, which notifies the Android app, for trying out.'),
  APNS_URL: address(/^https?$/, 'http://localhost:9004')
    .optional()
    .describe("A stand-in for Apple's push service, which notifies the iPhone app, for trying out."),
  WALLET_URL: address(/^https?$/, 'http://localhost:9005')
    .optional()
    .describe("A stand-in for Google Wallet's API, for trying out. Without it passes go to Google."),
  LOG_LEVEL: z
    .enum(['fatal', 'error', 'warn', 'info', 'debug', 'trace', 'silent'], {
      error: 'expected one of fatal, error, warn, info, debug, trace, silent',
    })
    .default('info')
    .describe('How much is logged: fatal, error, warn, info, debug, trace or silent.'),
  TRUST_PROXY: trustProxy
    .default(false)
    .describe('Proxies whose X-Forwarded-For is believed: false for none, how many there are, or their addresses.'),
})

export type Config = {
  port: number
  host: string
  databaseUrl: string | undefined
  /** Absolute. */
  dataDir: string
  /** Whether a backup is made before a newer version changes the database, or was made by people. */
  upgradeBackup: 'own' | 'elsewhere'
  /** Without a slash at the end. */
  siteUrl: string | undefined
  /** 32 bytes, when SECRET_KEY is given; `loadSecretKey` finds the key in both cases. */
  secretKey: Buffer | undefined
  smtpUrl: string | undefined
  smsUrl: string | undefined
  stripeUrl: string | undefined
  pushUrl: string | undefined
  firebaseUrl: string | undefined
  appleUrl: string | undefined
  googleWalletUrl: string | undefined
  logLevel: z.infer<typeof Environment>['LOG_LEVEL']
  trustProxy: false | number | string
}

/** Secrets that a container or a service is better given in a file, as NAME_FILE. Nothing else is read from one. */
export const secretVariables = ['SECRET_KEY', 'DATABASE_URL', 'SMTP_URL'] as const

const readSecretFile = (name: string, path: string): string => {
  try {
    // Editors and `echo` end a file with a line break.
    return readFileSync(path, 'utf8').replace(/(\r?\n)+$/, '')
  } catch (error) {
    const reason = error instanceof Error ? error.message : String(error)
    throw new Error(`${name}_FILE names ${path}, which can't be read (${reason}).`, { cause: error })
  }
}

type Variables = Readonly<Record<string, string | undefined>>

const isGiven = (value: string | undefined) => value !== undefined && value.trim() !== ''

/** The variables with those that stand in files; one that is given directly wins. */
const withSecretFiles = (env: Variables): Variables => {
  const fromFiles = secretVariables.flatMap((name) => {
    const path = env[`${name}_FILE`]
    return path === undefined || path.trim() === '' || isGiven(env[name]) ? [] : [[name, readSecretFile(name, path)]]
  })
  return { ...env, ...Object.fromEntries(fromFiles) }
}

const toKey = (text: string): Buffer => createHash('sha256').update(text).digest()

/** Reads the configuration; throws an error that names every wrong variable. Empty variables count as not given. */
export const readConfig = (env: Variables): Config => {
  const given = Object.entries(withSecretFiles(env)).filter(([, value]) => isGiven(value))
  const parsed = Environment.safeParse(Object.fromEntries(given))
  if (!parsed.success) {
    const lines = parsed.error.issues.map((issue) => `  ${issue.path.join('.')}: ${issue.message}`)
    throw new Error(`The environment is not valid:\n${lines.join('\n')}`)
  }
  const value = parsed.data
  return {
    port: value.PORT,
    host: value.HOST,
    databaseUrl: value.DATABASE_URL,
    dataDir: resolve(value.DATA_DIR),
    upgradeBackup: value.UPGRADE_BACKUP,
    siteUrl: value.SITE_URL,
    secretKey: value.SECRET_KEY === undefined ? undefined : toKey(value.SECRET_KEY),
    smtpUrl: value.SMTP_URL,
    smsUrl: value.SMS_URL,
    stripeUrl: value.STRIPE_URL,
    pushUrl: value.PUSH_URL,
    firebaseUrl: value.FIREBASE_URL,
    appleUrl: value.APNS_URL,
    googleWalletUrl: value.WALLET_URL,
    logLevel: value.LOG_LEVEL,
    trustProxy: value.TRUST_PROXY,
  }
}

/** The key of 32 bytes that encrypts secrets: SECRET_KEY, or one generated once and kept in DATA_DIR/secret-key. */
export const loadSecretKey = (config: Pick<Config, 'secretKey' | 'dataDir'>): Buffer => {
  if (config.secretKey) return config.secretKey
  ensureDataDir(config.dataDir)
  return toKey(readOrCreateSecret(join(config.dataDir, 'secret-key')))
}
