// On its own: the first page loads `format.ts`, and says no sizes.

/** "12 kB" or "1.5 MB": how large a file is. */
export const formatSize = (bytes: number, locale = navigator.language || 'en') => {
  const isSmall = bytes < 1_000_000
  const words = { style: 'unit', unit: isSmall ? 'kilobyte' : 'megabyte', maximumFractionDigits: 1 } as const // a style
  return new Intl.NumberFormat(locale, words).format(isSmall ? Math.ceil(bytes / 1000) : bytes / 1_000_000)
}
