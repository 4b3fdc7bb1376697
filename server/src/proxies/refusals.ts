import { sayCount } from '@spacekeeper/contract/formatters.ts'
import type { HolderRefusal, MeetingRefusal, PrincipalRefusal, ProxyRefusal } from './rules.ts'

/** Who reads a refusal: the member who gives a proxy, the one who is to hold it, or staff who record it. */
export type RefusalReader = 'principal' | 'holder' | 'staff'

type RefusalNames = { principalName: string; holderName: string; held: number; mostHeld: number }

const ofMeeting: Record<MeetingRefusal, string> = {
  cancelled: 'This meeting was cancelled.',
  over: 'This meeting is over.',
  begun: 'This meeting has begun.',
  closed: 'Proxies for this meeting are closed. Ask staff if it can’t wait.',
}

type Sentences<Refusal extends string> = Record<Refusal, Record<RefusalReader, (names: RefusalNames) => string>>

const proxies = (count: number) => sayCount(count, { one: 'a proxy', other: '{count} proxies' })

const ofPrincipal: Sentences<PrincipalRefusal> = {
  notOnRoll: {
    principal: () => 'You can’t vote at this meeting, so you can’t give a proxy for it.',
    holder: ({ principalName }) => `${principalName} can’t vote at this meeting.`,
    staff: ({ principalName }) => `${principalName} can’t vote at this meeting, so they can’t give a proxy for it.`,
  },
  present: {
    principal: () => 'You’re at this meeting, so you vote yourself.',
    holder: ({ principalName }) => `${principalName} is at this meeting, so they vote themselves.`,
    staff: ({ principalName }) => `${principalName} is at this meeting, so they vote themselves.`,
  },
  holdsOthers: {
    principal: ({ held }) =>
      `You hold ${proxies(held)} for this meeting, and a proxy can’t be passed on. Give ${sayCount(held, { one: 'it', other: 'them' })} back first.`,
    holder: ({ principalName }) => `${principalName} holds proxies for this meeting, which can’t be passed on.`,
    staff: ({ principalName, held }) =>
      `${principalName} holds ${proxies(held)} for this meeting, and a proxy can’t be passed on.`,
  },
}

const ofHolder: Sentences<HolderRefusal> = {
  self: {
    principal: () => 'Choose another member: you can’t be your own proxy.',
    holder: () => 'You can’t be your own proxy.',
    staff: () => 'Choose another member: no member is their own proxy.',
  },
  // Without a name: who may not see this member learns nothing.
  holderNotOnRoll: {
    principal: () => 'This member can’t vote at this meeting, so they can’t vote for you. Choose another one.',
    holder: () => 'You can’t vote at this meeting, so you can’t hold a proxy for it.',
    staff: ({ holderName }) => `${holderName} can’t vote at this meeting, so they can’t hold a proxy for it.`,
  },
  holderGaveOwn: {
    principal: ({ holderName }) =>
      `${holderName} has given a proxy for this meeting themselves, so they can’t vote for you. Choose another member.`,
    holder: () => 'You’ve given your own proxy for this meeting. Withdraw it first: a proxy can’t be passed on.',
    staff: ({ holderName }) => `${holderName} has given a proxy for this meeting themselves, so they can’t hold one.`,
  },
  holderFull: {
    principal: ({ holderName, mostHeld }) =>
      `${holderName} holds ${proxies(mostHeld)} for this meeting already, which is the most. Choose another member.`,
    holder: ({ mostHeld }) => `You hold ${proxies(mostHeld)} for this meeting already, which is the most.`,
    staff: ({ holderName, mostHeld }) =>
      `${holderName} holds ${proxies(mostHeld)} for this meeting already, which is the most.`,
  },
}

const isKeyOf = <T extends object>(table: T, key: PropertyKey): key is keyof T => Object.hasOwn(table, key)

/** Why not, as its reader is told. */
export const refusalWords = (refusal: ProxyRefusal, reader: RefusalReader, names: RefusalNames): string => {
  if (isKeyOf(ofMeeting, refusal)) return ofMeeting[refusal]
  return isKeyOf(ofPrincipal, refusal) ? ofPrincipal[refusal][reader](names) : ofHolder[refusal][reader](names)
}

const fields: Record<RefusalReader, Record<'ofMeeting' | 'ofPrincipal' | 'ofHolder', string>> = {
  principal: { ofMeeting: 'meeting', ofPrincipal: 'meeting', ofHolder: 'proxy' },
  holder: { ofMeeting: 'proxy', ofPrincipal: 'proxy', ofHolder: 'proxy' },
  staff: { ofMeeting: 'member', ofPrincipal: 'member', ofHolder: 'proxy' },
}

/** The field of the form that a refusal is about. */
export const refusedField = (refusal: ProxyRefusal, reader: RefusalReader): string => {
  if (isKeyOf(ofMeeting, refusal)) return fields[reader].ofMeeting
  return isKeyOf(ofPrincipal, refusal) ? fields[reader].ofPrincipal : fields[reader].ofHolder
}
