import type { Usage, UsageSearch } from '@spacekeeper/contract/fleets.ts'
import type { File } from '@spacekeeper/contract/route.ts'
import type { Ctx } from '#platform/ctx.ts'
import { writeCsv, type CsvColumn } from '#platform/csv/write-csv.ts'
import { getDevice } from '../devices/queries.ts'
import { listUsage } from './list-usage.ts'

const most = 20_000

const who: CsvColumn<Usage>[] = [
  { header: 'Member id', value: (row) => row.memberId },
  { header: 'Name', value: (row) => row.name },
]
const last: CsvColumn<Usage> = { header: 'Last (UTC)', value: (row) => new Date(row.lastAt) }
const ofDoors: CsvColumn<Usage>[] = [
  ...who,
  { header: 'Let in', value: (row) => row.count },
  { header: 'Refused', value: (row) => row.refused },
  last,
]
const ofMachines: CsvColumn<Usage>[] = [
  ...who,
  { header: 'Uses', value: (row) => row.count },
  { header: 'Minutes', value: (row) => Math.round(row.seconds / 60) },
  { header: 'Cost', value: (row) => row.costCents / 100 },
  last,
]

/** Who used a device how much, as a file. */
export const exportUsage = async (ctx: Ctx, input: UsageSearch & { deviceId: number }): Promise<File> => {
  const { deviceId } = input
  const device = await getDevice(ctx, { deviceId })
  const { members } = await listUsage(ctx, { ...input, offset: 0, limit: most })
  const columns = device.kind === 'door' ? ofDoors : ofMachines
  return writeCsv({ name: `Use of ${device.name}.csv`, columns, rows: members })
}
