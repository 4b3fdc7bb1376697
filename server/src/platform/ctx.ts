import type { ScriptScope } from '@spacekeeper/contract/api-keys/words.ts'
import type { DeviceKind } from '@spacekeeper/contract/devices/shapes.ts'
import type { MemberState } from '@spacekeeper/contract/members/shapes.ts'
import type { ApiScope, Permission } from '@spacekeeper/contract/route.ts'
import type { ReadonlyKysely } from 'kysely/readonly'
import type pg from 'pg'
import type { Logger } from 'pino'
import type { Database } from './db/database.gen.ts'
import type { ReadLines } from './db/read-lines.ts'
import type { Lags } from './lags.ts'
import type { Live } from './live/live.ts'
import type { SettingsStore } from './settings/settings.ts'

/**
 * Who acts. A member is only ever one with a verified address and a living session. Permissions are the
 * effective ones: an administrator has all, a suspended member is no administrator and has none.
 */
export type Actor =
  | { kind: 'anonymous' }
  | {
      kind: 'member'
      id: number
      isAdmin: boolean
      permissions: readonly Permission[]
      state: MemberState
      sessionId: number
      /** How the session was proven; every session that a request brings has it. */
      proof?: SessionProof
      /** Their permissions are withheld until they log in with a passkey or a second factor. */
      needsStrongLogin?: true
      /** The key of a script acts for this member, who is never an administrator then. There is no session. */
      script?: ScriptKeyFacts
      /** Only for sessions at a kiosk, which have no permissions and only some routes. */
      kioskId?: number
    }
  | { kind: 'apiKey'; id: number; scopes: readonly ApiScope[]; reach: KeyReach }
  | { kind: 'device'; id: number }
  | { kind: 'system' }

/**
 * `provenAt`: when the member last proved who they are. `isStrong`: with a passkey or a second factor, then or earlier in
 * this session. `hasStrongLogin`: whether they have set one up.
 */
export type SessionProof = { provenAt: Date; isStrong: boolean; hasStrongLogin: boolean }

/** The audit names the key, not its owner. */
export type ScriptKeyFacts = { keyId: number; scopes: readonly ScriptScope[]; isOwnerAdmin: boolean }

/** How the audit and the ledger name who acted. */
export const recordedActor = (actor: Actor): { kind: Actor['kind']; id: number | null } => {
  if (actor.kind === 'member' && actor.script) return { kind: 'apiKey', id: actor.script.keyId }
  return { kind: actor.kind, id: 'id' in actor ? actor.id : null }
}

/** The devices an API key reaches: of this kind, or these; null is no limit. */
export type KeyReach = { kind: DeviceKind | null; deviceIds: readonly number[] | null }

export type DeviceConnections = { db: ReadonlyKysely<Database>; pool: pg.Pool; reads: ReadLines }

/** What the process has once and every request shares. */
export type Services = {
  db: ReadonlyKysely<Database>
  pool: pg.Pool
  reads: ReadLines
  /** Connections that only hardware uses, whatever pages do. */
  forDevices: DeviceConnections
  log: Logger
  live: Live
  lags: Lags
  settings: SettingsStore
  /** Root of every derived key; 32 bytes. */
  secretKey: Buffer
  /** Public address without a trailing slash: the base of links in mails. */
  siteUrl: string
  /** The fingerprint of the screens that this process serves; empty where it serves none. */
  webBuild: string
  smtpUrl: string | undefined
  /** Where Twilio's API is spoken; undefined for Twilio itself. */
  smsUrl: string | undefined
  /** Where Stripe's API is spoken; undefined for Stripe itself. */
  stripeUrl: string | undefined
  /** Where all push services are spoken to instead of their own addresses; left out for these. */
  pushUrl?: string | undefined
  /** Where the API of Firebase is spoken, and that of Apple's push service; left out for these themselves. */
  firebaseUrl?: string | undefined
  appleUrl?: string | undefined
  /** Where Google Wallet's API is spoken; left out for Google itself. */
  googleWalletUrl?: string | undefined
  /** Left out where no process was started with it, as in tests. */
  setup?: ProcessSetup
  /** Closes this portal and starts it again in the same process; left out where that can’t be done. */
  startAgain?: () => void
  now: () => Date
}

/** The same for hardware, which waits for no page. */
export const deviceServices = (services: Services): Services => ({ ...services, ...services.forDevices })

/** How a portal process was started, as far as the doctor looks at it. */
export type ProcessSetup = {
  dataDir: string
  /** Whether its PostgreSQL is the embedded one, under `dataDir`. */
  hasOwnDatabase: boolean
  /** Where the tables are, when it is another one. */
  databaseUrl?: string | undefined
  isSiteUrlSet: boolean
  isSecretKeySet: boolean
  trustProxy: false | number | string
  /** While a backup is about to take the place of what is here, no first administrator is created. */
  isRestoring?: boolean
}

/** What a command or query may see: reading is free, writing only inside change() and record(). */
export type Ctx = Services & {
  actor: Actor
  requestId: string | null
  /** Only of a request: whether it was answered, so that what is done by now is done behind its back. */
  isAnswered?: () => boolean
}

/** What is known inside a transaction, which alone is asked there: without the ways to any other connection. */
export type WorkCtx = Omit<Ctx, 'db' | 'pool' | 'reads'>

/** For what only reads, inside a transaction (`within`) or outside. */
export type ReadingCtx = WorkCtx & Pick<Ctx, 'db'>

/** The portal itself acting: jobs, start-up, the command line. */
export const systemCtx = (services: Services): Ctx => ({ ...services, actor: { kind: 'system' }, requestId: null })
