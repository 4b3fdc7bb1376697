import { encode } from 'uqr'

/** The dark squares of a QR code as one path, a run of them at a time. */
const pathOf = (rows: boolean[][]) =>
  rows
    .flatMap((row, y) =>
      row.flatMap((isDark, x) => {
        if (!isDark || row[x - 1]) return []
        const end = row.indexOf(false, x)
        const width = (end === -1 ? row.length : end) - x
        return [`M${x} ${y}h${width}v1h-${width}z`]
      }),
    )
    .join('')

/** A QR code with its white edge, as a path on a square of so many modules. */
export const qrPath = (address: string): { size: number; path: string } => {
  const { data, size } = encode(address, { ecc: 'M', border: 4 })
  return { size, path: pathOf(data) }
}
