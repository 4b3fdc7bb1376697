import { z } from 'zod'
import { ofKind } from '../field-words.ts'
import { Text } from '../fields.ts'
import { Instant } from '../route.ts'
import { longestCity, proxyStates } from './words.ts'

/** A sentence for what is left out, of whatever type it should have been. */
const City = (missing: string) => z.string({ error: missing }).trim().min(1, missing).pipe(Text(longestCity))

const Chosen = (missing: string) => z.coerce.number(ofKind(missing)).int(missing).min(1, missing).max(2_147_483_647)

export const proxyFields = {
  memberCity: City('Enter the city you live in.'),
  proxy: Chosen('Choose the member who votes for you.'),
  proxyCity: City('Enter the city your proxy lives in.'),
  meeting: Chosen('Choose the meeting.'),
}

export const ProxyForm = z.object(proxyFields)

/** What staff type from a form on paper. */
export const PaperProxyForm = z.object({
  member: Chosen('Choose the member who gives the proxy.'),
  memberCity: City('Enter the city the member lives in.'),
  proxy: Chosen('Choose the member who holds the proxy.'),
  proxyCity: City('Enter the city the proxy lives in.'),
})

export const ProxyReason = z.string().trim().min(1, 'Say why, for the two members.').pipe(Text(200))

/** A member as members list each other. `name` and `screenName` are what the caller may read. */
export const OfferedMember = z.object({
  id: z.number().int(),
  name: z.string(),
  screenName: z.string(),
  /** As the letter names them: the full name alone for callers who read it, otherwise the same as `name`. */
  letterName: z.string(),
})

export type OfferedMember = z.infer<typeof OfferedMember>

/** A proxy of the caller as existing clients read it. */
export const OwnProxy = z.object({
  id: z.number().int(),
  /** The name of the member who votes. */
  name: z.string(),
  /** When the meeting is. */
  date: Instant,
  type: z.string(),
  state: z.enum(proxyStates),
})

export type OwnProxy = z.infer<typeof OwnProxy>

const ProxyMeeting = z.object({
  id: z.number().int(),
  /** What kind of meeting, such as "Annual General Meeting", with its name if it has one. */
  title: z.string(),
  startsAt: Instant,
})

/** What a principal wants voted on one motion; empty words: nothing was said. */
export const InstructedMotion = z.object({ motionId: z.number().int(), title: z.string(), words: z.string() })

export type InstructedMotion = z.infer<typeof InstructedMotion>

/** A proxy as its two members read it. */
export const ProxyDetails = z.object({
  id: z.number().int(),
  meeting: ProxyMeeting,
  isMine: z.boolean(),
  /** The member on the other side: who votes for the caller, or for which member the caller votes. */
  name: z.string(),
  memberCity: z.string(),
  proxyCity: z.string(),
  createdAt: Instant,
  state: z.enum(proxyStates),
  /** The meeting is not over, so that it can still be given back. */
  isOpen: z.boolean(),
  /** Why the caller can't accept it; null: they can, or it is not theirs to accept. */
  refusal: z.string().nullable(),
  /** What staff wrote when they removed it. */
  endWords: z.string(),
  /** Of motions that are not closed yet; only while the proxy may count. */
  instructions: z.array(InstructedMotion),
})

export type ProxyDetails = z.infer<typeof ProxyDetails>

/** A meeting to come, and whether the caller may give a proxy for it. */
export const ProxyChance = ProxyMeeting.extend({
  closesAt: Instant,
  /** When it is held, as the letter says it: by the clocks where the space is. */
  heldOn: z.string(),
  /** Why not, as a sentence; null: they may. */
  refusal: z.string().nullable(),
})

export type ProxyChance = z.infer<typeof ProxyChance>

export const OwnProxies = z.object({
  given: z.array(ProxyDetails),
  held: z.array(ProxyDetails),
  meetings: z.array(ProxyChance),
  /** What the letter begins with. */
  fullName: z.string(),
  lastCity: z.string(),
  /** Whether a proxy waits until it is accepted. */
  isAccepted: z.boolean(),
})

export type OwnProxies = z.infer<typeof OwnProxies>

/** What a holder reads behind their link. */
export const ProxyRequest = z.object({
  principalName: z.string(),
  holderName: z.string(),
  meeting: ProxyMeeting,
  state: z.enum(proxyStates),
  /** Why it can't be accepted any more; null: it can. */
  obstacle: z.string().nullable(),
})

export type ProxyRequest = z.infer<typeof ProxyRequest>

/** A proxy in the list of staff. */
export const MeetingProxy = z.object({
  id: z.number().int(),
  memberId: z.number().int(),
  memberName: z.string(),
  memberCity: z.string(),
  holderId: z.number().int(),
  holderName: z.string(),
  holderCity: z.string(),
  createdAt: Instant,
  state: z.enum(proxyStates),
  /** Staff who recorded it from paper. */
  recordedBy: z.string().nullable(),
  endedAt: Instant.nullable(),
  endWords: z.string(),
  /** The holder is at the meeting now. */
  isHolderPresent: z.boolean(),
})

export type MeetingProxy = z.infer<typeof MeetingProxy>

export const MeetingProxies = z.object({
  proxies: z.array(MeetingProxy),
  /** How many count, and how many wait. */
  counting: z.number().int(),
  waiting: z.number().int(),
  /** Why none can be recorded; null: they can. */
  obstacle: z.string().nullable(),
  isFeatureOn: z.boolean(),
})

export type MeetingProxies = z.infer<typeof MeetingProxies>

/** A member staff choose for a proxy. */
export const ProxyPerson = z.object({ id: z.number().int(), name: z.string(), isOnRoll: z.boolean() })

export type ProxyPerson = z.infer<typeof ProxyPerson>
