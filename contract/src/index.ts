import { accounts } from './accounts.ts'
import { doors } from './doors.ts'
import { identities } from './identities.ts'
import { live } from './live.ts'
import { members } from './members.ts'
import { messages } from './messages.ts'
import { site } from './site.ts'
import { statistics } from './statistics.ts'
import { visits } from './visits.ts'

/** Every route of the API, by domain. */
export const contract = { accounts, doors, identities, live, members, messages, site, statistics, visits }
export type Contract = typeof contract
