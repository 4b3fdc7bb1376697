// On its own: what follows a swipe says it with one line.
import type { Refusal } from '@spacekeeper/contract/access/shapes.ts'
import { refusals } from '@spacekeeper/contract/access/words.ts'
import type { Ctx } from '#platform/ctx.ts'
import { pushMembers, wantsPush } from '../push/notices.ts'

/** Notifies a member on their devices why the card was refused, if they want that. Few do, so they are asked for first. */
export const pushRefusal = async (
  ctx: Ctx,
  { memberId, deviceId, refusal }: { memberId: number; deviceId: number; refusal: Refusal },
): Promise<void> => {
  if (!(await wantsPush(ctx, { memberId, occasion: 'refusedCard' }))) return
  const device = await ctx.db.selectFrom('devices').select('name').where('id', '=', deviceId).executeTakeFirst()
  if (!device) return
  const { title, cause } = refusals[refusal]
  await pushMembers(ctx, {
    occasion: 'refusedCard',
    memberIds: [memberId],
    title: `Refused at ${device.name}`,
    text: `${title}. ${cause}`,
    path: '/dashboard',
  })
}
