// On its own: written for the card processor, and read by tiers and plans alike.
import { z } from 'zod'
import type { Work } from '#platform/db/change.ts'
import { job } from '#platform/jobs/job.ts'

/** What is on offer changed: the card processor keeps the same, under the names kept here. Handled in `stripe`. */
export const offerChangedJob = job('offerChanged', z.object({ tierId: z.number() }))

/** Keeps what the processor calls a tier: its product. */
export const keepProductId = async ({ tx }: Work, { tierId, productId }: { tierId: number; productId: string }) => {
  await tx.updateTable('tiers').set({ stripe_id: productId }).where('id', '=', tierId).execute()
}

/** Keeps what the processor calls the price that a plan has now. */
export const keepPriceId = async ({ tx }: Work, { planId, priceId }: { planId: number; priceId: string | null }) => {
  await tx.updateTable('plans').set({ stripe_id: priceId }).where('id', '=', planId).execute()
}
