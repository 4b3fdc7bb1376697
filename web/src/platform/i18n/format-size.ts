// The first page loads `format.ts`, and says no sizes.
import { formatNumber } from './format.ts'

const units = [
  { unit: 'gigabyte', bytes: 1_000_000_000 },
  { unit: 'megabyte', bytes: 1_000_000 },
] as const

/** "12 kB", "1.5 MB" or "9 GB": how large a file is. */
export const formatSize = (bytes: number, reader: { locale?: string } = {}) => {
  const large = units.find((one) => bytes >= one.bytes)
  const style = { style: 'unit', unit: large?.unit ?? 'kilobyte', maximumFractionDigits: 1 } as const // a style
  return formatNumber(large ? bytes / large.bytes : Math.ceil(bytes / 1000), reader, style)
}
