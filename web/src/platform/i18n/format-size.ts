// On its own: the first page loads `format.ts`, and says no sizes.

const units = [
  { unit: 'gigabyte', bytes: 1_000_000_000 },
  { unit: 'megabyte', bytes: 1_000_000 },
] as const

/** "12 kB", "1.5 MB" or "9 GB": how large a file is. */
export const formatSize = (bytes: number, locale = navigator.language || 'en') => {
  const large = units.find((one) => bytes >= one.bytes)
  const words = { style: 'unit', unit: large?.unit ?? 'kilobyte', maximumFractionDigits: 1 } as const // a style
  return new Intl.NumberFormat(locale, words).format(large ? bytes / large.bytes : Math.ceil(bytes / 1000))
}
