import { isIP } from 'node:net'
import type { DeviceKind } from '@spacekeeper/contract/devices.ts'
import type { KeyReach } from '#platform/ctx.ts'

/** Devices ping every 5 to 30 seconds and may be busy for some; after this long nobody is there. */
export const silentMs = 3 * 60_000

/** A device that was never seen is not there either. */
export const isOffline = (lastSeenAt: Date | null, now: Date): boolean =>
  lastSeenAt === null || now.getTime() - lastSeenAt.getTime() > silentMs

/** Whether an API key may do something with a device; everybody else is asked for permissions. */
export const isInReach = (reach: KeyReach, device: { id: number; kind: DeviceKind }): boolean =>
  (reach.kind === null || reach.kind === device.kind) &&
  (reach.deviceIds === null || reach.deviceIds.includes(device.id))

/** The address a device says it has, or null when it is none. */
export const ipAddressIn = (text: string): string | null => (isIP(text.trim()) ? text.trim() : null)

const longestFirmware = 100

/** What a device calls its program, on one line; null when it says nothing that can be read. */
export const firmwareIn = (said: unknown): string | null => {
  if (typeof said !== 'string') return null
  const line = said
    .replaceAll(/[\p{C}\s]+/gu, ' ')
    .trim()
    .slice(0, longestFirmware)
    .trim()
  return line === '' ? null : line
}

/**
 * How a member stands with a device. `default`: he has it because members do. `hand`: staff gave it to him.
 * `exception`: staff took from him what members have by default.
 */
export const holdings = ['none', 'default', 'hand', 'exception'] as const
export type Holding = (typeof holdings)[number]

/** Whether members have the device by default, and whether he is one (an active membership, suspended or not). */
export type HoldingFacts = { isDefault: boolean; isMember: boolean }

type Next = Holding | ((facts: HoldingFacts) => Holding)
const keep = { none: 'none', default: 'default', hand: 'hand', exception: 'exception' } as const
const ofDefault = ({ isDefault, isMember }: HoldingFacts): Holding => (isDefault && isMember ? 'default' : 'none')
/** Staff mean this member: were it forgotten, the default would give it back as soon as he returns. */
const taken = ({ isDefault }: HoldingFacts): Holding => (isDefault ? 'exception' : 'none')

/**
 * What becomes of it, whatever happens. Two sentences follow from the table, and tests hold the database to them:
 * whoever is a member has every default that staff did not take from him, and no default touches what staff gave.
 */
export const grantMoves = {
  grantByHand: { none: 'hand', default: 'hand', hand: 'hand', exception: 'hand' },
  revokeByHand: { none: 'none', default: taken, hand: taken, exception: 'exception' },
  switchDefaultOn: { ...keep, none: ofDefault },
  switchDefaultOff: { ...keep, default: 'none' },
  becomeMember: { ...keep, none: ofDefault },
  /** Grants stay when a membership ends; the card opens nothing, and whoever returns finds them again. */
  endMembership: keep,
} as const satisfies Record<string, Record<Holding, Next>>
export type GrantMove = keyof typeof grantMoves

/** The facts are those after the move. */
export const moveGrant = (before: Holding, move: GrantMove, facts: HoldingFacts): Holding => {
  const next: Next = grantMoves[move][before]
  return typeof next === 'function' ? next(facts) : next
}

/** The address that plays a theme. The name is a part of it and cannot lead anywhere else. */
export const addressOfTheme = (template: string, screenName: string): string =>
  template.replaceAll('{}', encodeURIComponent(screenName.toWellFormed()))
