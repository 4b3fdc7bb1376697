/** The reasons known firmware hears, and the last two of ours, which only a machine that names its requests meets. */
export const vendingReasons = [
  'invalid_card_id',
  'invalid_amount',
  'insufficient_funds',
  'invalid_product_external_id',
  'invalid_request_id',
  'request_id_reused',
] as const

export type VendingReason = (typeof vendingReasons)[number]
