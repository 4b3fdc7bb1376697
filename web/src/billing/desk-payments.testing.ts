import type { BookedPayment } from '@spacekeeper/contract/billing/desk-shapes.ts'

/** A transfer of a member that staff booked. */
export const aBookedPayment = (id: number, more: Partial<BookedPayment> = {}): BookedPayment => ({
  id,
  memberId: 7,
  memberName: 'Noah Kaur',
  amountCents: 6500,
  currency: 'AUD',
  method: 'bank',
  reference: 'Statement 7',
  note: '',
  paidOn: '2026-03-02',
  at: '2026-03-02T10:00:00.000Z',
  by: 'Margit Vass',
  covers: [{ chargeId: 1, description: 'Full membership', amountCents: 6500 }],
  reverses: null,
  isReversed: false,
  canReverse: true,
  canUndo: false,
  refundedCents: 0,
  refunds: null,
  canRefund: true,
  cardRefund: null,
  ...more,
})
