import { z } from 'zod'
import type { ErrorCode } from './error-codes.ts'
import type { Feature } from './features.ts'
import { permissions } from './permissions.ts'

export const Permission = z.enum(permissions)

export type Permission = z.infer<typeof Permission>

export type StaffAccess = `staff.${Permission}`

/**
 * Who may call a route. Row-level rules live in each domain's rules.ts.
 * `signedIn` is any account with a verified address, in any state; everything after it includes it.
 * `staff.members` is for administrators and staff with that permission; of a list, any one lets a caller in.
 */
export type RouteAccess =
  | 'anyone'
  | 'signedIn'
  | 'activeMember'
  | 'admin'
  | StaffAccess
  | readonly ('activeMember' | StaffAccess)[]

/** Each level of which one is enough. */
export const levelsOf = (access: RouteAccess): readonly string[] => (typeof access === 'string' ? [access] : access)

/** The permissions of which one is enough for a route; none for routes that are no matter of permissions. */
export const permissionsFor = (access: RouteAccess): readonly Permission[] => {
  const levels = levelsOf(access)
  return permissions.filter((permission) => levels.includes(`staff.${permission}`))
}

/** What an API key can be limited to. A route that names one also answers callers whose key carries it. */
export const apiScopes = [
  'doors.command',
  'devices.read',
  'devices.bump',
  'devices.lock',
  'devices.unlock',
  'balances.read',
  'directory.update',
  'statistics.update',
] as const

export type ApiScope = (typeof apiScopes)[number]

/** Each scope of which one is enough. */
export const scopesOf = (apiKey: Route['apiKey']): readonly ApiScope[] =>
  apiKey === undefined ? [] : typeof apiKey === 'string' ? [apiKey] : apiKey

/** How often a route may be called: counted per address, and where it says so per account. */
export type RateClass = 'ordinary' | 'credentials' | 'mail'

/** A body that is a file as it is, of one of these kinds and no larger. What it really is, the handler finds out. */
export type Upload = {
  mediaTypes: readonly string[]
  maxBytes: number
  /** The schema of JSON in it. Its handler gets null where it does not fit: it knows by the file who sent it. */
  content?: z.ZodType
}

export type Route = {
  method: 'GET' | 'POST' | 'PUT' | 'PATCH' | 'DELETE'
  /** Existing clients call some addresses relative to the page they are on. */
  path: `/api/${string}` | `/tools/api/${string}`
  access: RouteAccess
  /** One sentence for the API page. */
  summary: string
  params?: z.ZodObject
  query?: z.ZodObject
  body?: z.ZodObject
  /** Instead of a body in JSON. A caller who may not use the route is refused before the file is read. */
  upload?: Upload
  /** Existing clients send whole objects back here, so fields we do not know are dropped instead of refused. */
  unknownFields?: 'ignored'
  /** The answer's body. `Empty` is a 200 without one, `Download` a file, `EventStream` holds the connection open. */
  output: z.ZodType
  /** The status of a good answer where existing clients take no 200. */
  status?: 201
  errors?: readonly ErrorCode[]
  /** Refused input is a 400 whose body is one bare sentence in JSON, as existing clients read it there. */
  plainRefusals?: true
  /** Also answers members who are logged in at a kiosk, who have no permissions there. Routes for anyone need none. */
  kiosk?: true
  /** The scopes of which a key needs one. */
  apiKey?: ApiScope | readonly ApiScope[]
  rate?: RateClass
  /** A day of what it changes may be over by now, and stays as it was: the handler asks `refusePast` with what was there. */
  keepsPast?: true
  /**
   * A dangerous action: of a member it wants proof of who they are that is no older than `proofMinutes`. `strong`: one with
   * a passkey or a code, of members who have set one up.
   */
  stepUp?: true | 'strong'
  /** Who calls does not matter and is not asked, so credentials that have run out do not stand in the way. */
  ignoresCaller?: true
  /** Refused input also names each field with a list of sentences, as existing clients read it there. */
  fieldLists?: true
  /** What arrives here must not be joined to who sent it: no session is read, no cookie set, no line logged. */
  unlinked?: true
  /**
   * Screens need not ask again after it, although it is no GET: a search, a preview or a test, a picture that waits for
   * what it belongs to, a step of a login, after which everything is asked again,
   * or a field that saves itself and asks for what it changed alone. Nor after a call with `isTrial`.
   */
  keepsAnswers?: true
  /** Anyone may keep the answer for so many seconds, and pages of other sites may read it. */
  sharedSeconds?: number
  /** What it belongs to: while that is off, callers hear `featureOff`, except those that `whileOff` lets in. */
  feature?: Feature
  whileOff?: RouteAccess
}

export type Routes = Record<string, Route>

type InputPart<R extends Route, K extends 'params' | 'query' | 'body'> = R[K] extends z.ZodType
  ? z.infer<R[K]>
  : unknown

type SentPart<R extends Route, K extends 'params' | 'query' | 'body'> = R[K] extends z.ZodType ? z.input<R[K]> : unknown

type UploadPart<R extends Route, T> = R['upload'] extends Upload ? { file: T } : unknown

type ContentPart<R extends Route> = R['upload'] extends { content: infer C extends z.ZodType }
  ? { content: z.infer<C> | null }
  : unknown

/** The input of a handler: path, query and body parameters in one object, parsed; an upload as `file`, JSON in it as `content`. */
export type Input<R extends Route> = InputPart<R, 'params'> &
  InputPart<R, 'query'> &
  InputPart<R, 'body'> &
  UploadPart<R, Uint8Array> &
  ContentPart<R>

/** What a caller sends. */
export type SentInput<R extends Route> = SentPart<R, 'params'> &
  SentPart<R, 'query'> &
  SentPart<R, 'body'> &
  UploadPart<R, Blob>

export type Output<R extends Route> = z.infer<R['output']>

/** Keeps the literal types, so that server and web infer from one object. */
export const routes = <const R extends Routes>(r: R): R => r

/** A 200 without a body: what existing clients expect of most writes. */
export const Empty = z.void()

/** A file as a handler gives it out; whatever is iterated over is sent as it comes. */
export type FileContent = string | Uint8Array | AsyncIterable<string | Uint8Array>

export type File = { name: string; mediaType: string; content: FileContent }

/** A file to keep, under the name the server gives it. */
export const Download = z.custom<File>()

/** Server-Sent Events. */
export const EventStream = z.undefined()

/** A number in a path or query, which arrives as text. */
export const Id = z.coerce.number().int().min(1).max(2_147_483_647)

export const MemberParams = z.object({ memberId: Id })

export const DeviceParams = z.object({ deviceId: Id })

export const DoorParams = z.object({ doorId: Id })

export const InterlockParams = z.object({ interlockId: Id })

/** An instant on the wire: ISO 8601 in UTC. */
export const Instant = z.iso.datetime()

/** What may be uploaded as a picture. */
export const pictureUpload = {
  mediaTypes: ['image/png', 'image/jpeg', 'image/webp'],
  maxBytes: 5_000_000,
} as const satisfies Upload
