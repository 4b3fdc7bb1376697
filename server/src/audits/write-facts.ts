import type { Fact } from '@spacekeeper/contract/audits.ts'

/** Facts in one cell of a table: "First name: Bo → Bodil; From address: 10.0.0.7". */
export const writeFacts = (facts: readonly Fact[]): string =>
  facts
    .map(({ name, isChange, from, to }) =>
      isChange ? `${name}: ${from ?? 'nothing'} → ${to ?? 'nothing'}` : `${name}: ${to ?? 'nothing'}`,
    )
    .join('; ')
