import type { LedgerEntry } from '@spacekeeper/contract/memberbucks.ts'

const words = {
  stripe: 'typeStripe',
  bank: 'typeBank',
  cash: 'typeCash',
  card: 'typeCard',
  interlock: 'typeInterlock',
  web: 'typeWeb',
  other: 'typeOther',
} as const satisfies Record<LedgerEntry['type'], string>

/** The word for a kind of movement. */
export const entryWords = (type: LedgerEntry['type']) => words[type]
