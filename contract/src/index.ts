import { accounts } from './accounts.ts'
import { doors } from './doors.ts'
import { live } from './live.ts'
import { members } from './members.ts'
import { messages } from './messages.ts'
import { profiles } from './profiles.ts'
import { site } from './site.ts'
import { statistics } from './statistics.ts'
import { visits } from './visits.ts'

/** Every route of the API, by domain. */
export const contract = { accounts, doors, live, members, messages, profiles, site, statistics, visits }
export type Contract = typeof contract
