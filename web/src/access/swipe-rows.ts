const orders = ['newest', 'member', 'device'] as const

export type RowsOrder = (typeof orders)[number]

export const isOrder = (value: string): value is RowsOrder => orders.some((order) => order === value)

export type RowsFilter = { text: string; isMine: boolean; order: RowsOrder }

/** The words of a row that are searched; the first two are the member and the device. */
type RowWords = [member: string, device: string, ...others: (string | null)[]]

type RowsChoice<T> = { filter: RowsFilter; wordsOf: (row: T) => RowWords }

/** The rows that are wanted, in the order that is wanted. They come newest first, and stay so among equals. */
export const chooseRows = <T extends { isMine: boolean }>(rows: T[], { filter, wordsOf }: RowsChoice<T>): T[] => {
  const { isMine, order } = filter
  const text = filter.text.trim().toLocaleLowerCase()
  const shown = rows.filter(
    (row) =>
      (!isMine || row.isMine) && (text === '' || wordsOf(row).some((word) => word?.toLocaleLowerCase().includes(text))),
  )
  if (order === 'newest') return shown
  const place = order === 'member' ? 0 : 1
  return shown.toSorted((a, b) => wordsOf(a)[place].localeCompare(wordsOf(b)[place]))
}
