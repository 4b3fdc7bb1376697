import { accounts } from './accounts.ts'
import { audits } from './audits.ts'
import { cards } from './cards.ts'
import { devices } from './devices.ts'
import { doors } from './doors.ts'
import { drivers } from './drivers.ts'
import { enrolments } from './enrolments.ts'
import { fleets } from './fleets.ts'
import { identities } from './identities.ts'
import { inventories } from './inventories.ts'
import { interlocks } from './interlocks.ts'
import { kiosks } from './kiosks.ts'
import { keys } from './keys.ts'
import { live } from './live.ts'
import { mailings } from './mailings.ts'
import { memberbucks } from './memberbucks.ts'
import { members } from './members.ts'
import { memberships } from './memberships.ts'
import { messages } from './messages.ts'
import { products } from './products.ts'
import { profiles } from './profiles.ts'
import { rosters } from './rosters.ts'
import { site } from './site.ts'
import { statistics } from './statistics.ts'
import { vending } from './vending.ts'
import { visits } from './visits.ts'

/** Every route of the API, by domain. */
export const contract = {
  accounts,
  audits,
  cards,
  devices,
  doors,
  drivers,
  enrolments,
  fleets,
  identities,
  inventories,
  interlocks,
  kiosks,
  keys,
  live,
  mailings,
  memberbucks,
  members,
  memberships,
  messages,
  products,
  profiles,
  rosters,
  site,
  statistics,
  vending,
  visits,
}
export type Contract = typeof contract
