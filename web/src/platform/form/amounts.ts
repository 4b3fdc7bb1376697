/** "12.50", "12,5" or "1234" as cents, exactly; null for anything else. */
export const parseAmount = (text: string): number | null => {
  const [, whole, rest = ''] = /^(\d{1,9})(?:[.,](\d{1,2}))?$/.exec(text.trim()) ?? []
  return whole === undefined ? null : Number(whole) * 100 + Number(rest.padEnd(2, '0'))
}

/** "12" as a whole number; null for anything else. */
export const parseCount = (text: string): number | null => (/^\d{1,9}$/.test(text.trim()) ? Number(text) : null)

/** Cents as they are typed: "12.50". */
export const typedAmount = (cents: number): string => (cents / 100).toFixed(2)
