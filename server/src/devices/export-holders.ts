import type { Holder } from '@spacekeeper/contract/devices.ts'
import type { File } from '@spacekeeper/contract/route.ts'
import type { Ctx } from '#platform/ctx.ts'
import { writeCsv, type CsvColumn } from '#platform/csv/write-csv.ts'
import { allHolders } from './list-holders.ts'
import { getDevice } from './queries.ts'

const effectOf = ({ isSuspended, state, hasCard }: Holder) => {
  if (isSuspended) return 'refused: suspended'
  if (state !== 'active') return 'refused: not active'
  return hasCard ? 'works' : 'refused: no card'
}

const columns: CsvColumn<Holder>[] = [
  { header: 'Member id', value: (row) => row.memberId },
  { header: 'Name', value: (row) => row.name },
  { header: 'State', value: (row) => (row.isSuspended ? 'suspended' : row.state) },
  { header: 'Granted', value: (row) => (row.source === 'default' ? 'by default' : 'by hand') },
  { header: 'Since', value: (row) => row.grantedAt },
  { header: 'By', value: (row) => row.grantedBy },
  { header: 'Effect', value: effectOf },
]

/** Everybody who has a device, as a file. */
export const exportHolders = async (ctx: Ctx, deviceId: number): Promise<File> => {
  const device = await getDevice(ctx, { deviceId })
  return writeCsv({ name: `Access to ${device.name}.csv`, columns, rows: await allHolders(ctx, deviceId) })
}
