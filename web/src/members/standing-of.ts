import type { Profile } from '@spacekeeper/contract/members.ts'

/** Being suspended by staff outweighs whatever has been paid. */
export const standingOf = ({ state, suspension }: Pick<Profile, 'state' | 'suspension'>) =>
  suspension ? 'suspended' : state
