// On its own: the simulated receiver has another address at each start, and is not part of the rows of the demonstration.
import { systemCtx, type Services } from '#platform/ctx.ts'
import { changeSetting } from '../settings/settings.ts'
import { createReceiver, rotateSecret, switchReceiver, updateReceiver } from '../webhooks/receivers.ts'

const name = 'Simulated receiver'

/** Tells another system on this machine of what happens; answers with the secret it can check messages by. */
export const seedWebhooks = async (services: Services, address: string): Promise<string> => {
  const ctx = systemCtx(services)
  await changeSetting(ctx, { key: 'WEBHOOKS_ALLOW_PRIVATE', value: true })
  const known = await ctx.db.selectFrom('webhook_receivers').select('id').where('name', '=', name).executeTakeFirst()
  const facts = { name, address, kinds: ['visits' as const, 'swipes' as const, 'uses' as const], hasNames: false } // the literals
  if (!known) return (await createReceiver(ctx, facts)).secret
  const receiverId = known.id
  await updateReceiver(ctx, { ...facts, receiverId })
  await switchReceiver(ctx, { receiverId, isOn: true })
  return (await rotateSecret(ctx, receiverId)).secret
}
