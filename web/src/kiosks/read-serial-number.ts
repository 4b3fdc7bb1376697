/** How door readers write the bytes that are a card's serial number. Kiosks must say the same number as the doors. */
export const numberForms = ['decimal', 'reversed', 'hex'] as const
export type NumberForm = (typeof numberForms)[number]

/** The number of a card from its serial number as browsers say it (`04:a2:2f:10`); null when it has none. */
export const readSerialNumber = (text: string, form: NumberForm): string | null => {
  const bytes = text.split(':').filter((byte) => /^[\da-f]{2}$/i.test(byte))
  if (bytes.length === 0) return null
  const inOrder = form === 'reversed' ? bytes.toReversed() : bytes
  const hex = inOrder.join('').toUpperCase()
  return form === 'hex' ? hex : BigInt(`0x${hex}`).toString()
}
