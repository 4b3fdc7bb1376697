import type { Standing } from '@spacekeeper/contract/members/shapes.ts'
import type { IdCode, Profile } from '@spacekeeper/contract/profile/shapes.ts'

/** Under which name the browser keeps it for the page that is there without the network (offline-id.ts). */
export const keptName = 'digital-id'

/** What a digital ID says of its owner, and since when it has not been asked again. */
export type KeptOwner = {
  name: string
  standing: Standing
  memberSince: string | null
  registeredAt: string
  suspendedSince: string | null
  asOf: number
}

export type KeptCode = { memberId: number; receivedAt: number; code: IdCode; owner?: KeptOwner | undefined }

export const isKeptCode = (value: unknown): value is KeptCode =>
  typeof value === 'object' && value !== null && 'memberId' in value && 'receivedAt' in value && 'code' in value

/** A suspension by staff outweighs the state. */
export const ownerOf = (profile: Profile, asOf: number): KeptOwner => ({
  name: profile.fullName,
  standing: profile.suspension ? 'suspended' : profile.state,
  memberSince: profile.memberSince,
  registeredAt: profile.registrationDate,
  suspendedSince: profile.suspension?.since ?? null,
  asOf,
})
