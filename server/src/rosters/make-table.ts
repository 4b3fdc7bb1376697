import type { RosterColumn, Standing } from '@spacekeeper/contract/rosters.ts'
import { writeCsv, type CsvColumn } from '#platform/csv/write-csv.ts'
import type { ExportRow } from './queries.ts'

const standingWords: Record<Standing, string> = {
  active: 'Active',
  noob: 'New',
  inactive: 'Inactive',
  accountonly: 'Account only',
  suspended: 'Suspended',
}
const subscriptionWords = { active: 'Active', cancelling: 'Cancelled', inactive: 'None' } as const

const columns: Record<RosterColumn, readonly CsvColumn<ExportRow>[]> = {
  name: [
    { header: 'First name', value: (row) => row.firstName },
    { header: 'Last name', value: (row) => row.lastName },
  ],
  screenName: [{ header: 'Screen name', value: (row) => row.screenName }],
  standing: [{ header: 'State', value: (row) => standingWords[row.standing] }],
  subscription: [{ header: 'Subscription', value: (row) => subscriptionWords[row.subscription] }],
  card: [{ header: 'Card', value: (row) => row.card }],
  doors: [{ header: 'Doors and machines', value: (row) => row.doors }],
  lastSeen: [{ header: 'Last seen', value: (row) => row.lastSeen }],
  email: [{ header: 'Email', value: (row) => row.email }],
  phone: [{ header: 'Phone', value: (row) => row.phone }],
  plate: [{ header: 'Vehicle plate', value: (row) => row.plate }],
  firstJoined: [{ header: 'Member since', value: (row) => row.firstJoined }],
  registered: [{ header: 'Registered', value: (row) => row.registered }],
}

/** The rows as a file with a head, each column once, in the order they were chosen. */
export const makeTable = (input: { rows: readonly ExportRow[]; chosen: readonly RosterColumn[]; now: Date }) =>
  writeCsv({
    name: `members-${input.now.toISOString().slice(0, 10)}.csv`,
    columns: [...new Set(input.chosen)].flatMap((column) => columns[column]),
    rows: input.rows,
  })
