import type { FastifyRequest } from 'fastify'
import type { Services } from '#platform/ctx.ts'
import type { CallingKiosk } from '#platform/http/fastify-decorations.ts'
import { kioskClaimHashOf } from '#platform/http/kiosk-claim.ts'

/** Finds the kiosk that a request comes from, by the claim its browser holds. What it calls itself counts for nothing. */
export const findKiosk =
  ({ db }: Services) =>
  async (request: FastifyRequest): Promise<CallingKiosk | null> => {
    const claimHash = kioskClaimHashOf(request)
    if (claimHash === null) return null
    const row = await db
      .selectFrom('kiosks')
      .select(['id', 'name', 'screen_id as screenId', 'authorised_at'])
      .where('claim_hash', '=', claimHash)
      .executeTakeFirst()
    if (!row) return null
    const { authorised_at: authorisedAt, ...kiosk } = row
    return { ...kiosk, isAuthorised: authorisedAt !== null }
  }
