import type { NewWebhookReceiver, WebhookReceiver } from '@spacekeeper/contract/webhooks/shapes.ts'
import { WebhookKind } from '@spacekeeper/contract/webhooks/shapes.ts'
import type { Ctx } from '#platform/ctx.ts'
import { change, type Work, unchanged } from '#platform/db/change.ts'
import { columns, withTimes } from '#platform/db/columns.ts'
import { AppError, badField } from '#platform/http/app-error.ts'
import { problemOfHost } from '#platform/http/outgoing-address.ts'
import { stopWaiting } from './outcomes.ts'
import { webhooksChanged } from './queue.ts'
import { newSecret, sealSecret } from './secrets.ts'

const mostReceivers = 50

const dayMs = 24 * 60 * 60 * 1000

const selectReceivers = (ctx: Ctx) =>
  ctx.db
    .selectFrom('webhook_receivers as r')
    .select(columns('r.id, r.name, r.address, r.kinds, r.has_names, r.off_reason, r.off_at, r.failing_since'))
    .select(columns('r.error, r.delivered_at, r.old_secret_until'))
    .select((is) =>
      is
        .selectFrom('webhook_deliveries as d')
        .select((one) => one.fn.countAll<number>().as('count'))
        .whereRef('d.receiver_id', '=', 'r.id')
        .where('d.state', '=', 'waiting')
        .as('waiting'),
    )

type ReceiverRow = Awaited<ReturnType<ReturnType<typeof selectReceivers>['execute']>>[number]

const asReceiver = (row: ReceiverRow, now: Date): WebhookReceiver => ({
  ...withTimes(row),
  kinds: WebhookKind.options.filter((kind) => row.kinds.includes(kind)),
  waiting: row.waiting ?? 0,
  oldSecretUntil: row.oldSecretUntil && row.oldSecretUntil > now ? row.oldSecretUntil.toISOString() : null,
})

/** All receivers by name. */
export const listReceivers = async (ctx: Ctx): Promise<{ receivers: WebhookReceiver[] }> => {
  const rows = await selectReceivers(ctx).orderBy('r.name').orderBy('r.id').limit(mostReceivers).execute()
  return { receivers: rows.map((row) => asReceiver(row, ctx.now())) }
}

export const getReceiver = async (ctx: Ctx, receiverId: number): Promise<WebhookReceiver> => {
  const row = await selectReceivers(ctx).where('r.id', '=', receiverId).executeTakeFirst()
  if (!row) throw new AppError('notFound')
  return asReceiver(row, ctx.now())
}

/** Says at once what sending would run into; the address behind a name is checked with each try. */
const checkAddress = async ({ settings }: Ctx, address: string): Promise<void> => {
  const allowPrivate = await settings.get('WEBHOOKS_ALLOW_PRIVATE')
  if (!address.startsWith('https:') && !allowPrivate)
    throw badField('address', 'Begin with https://. Plain http is for your own network, and turned on in the settings.')
  const problem = problemOfHost(address, { allowPrivate })
  if (problem !== null) throw badField('address', problem)
}

const rowOf = ({ name, address, kinds, hasNames }: NewWebhookReceiver) => ({
  name,
  address,
  kinds: WebhookKind.options.filter((kind) => kinds.includes(kind)),
  has_names: hasNames,
})

/** Adds a receiver. Its secret is shown once: it is kept encrypted and in no other answer. */
export const createReceiver = async (
  ctx: Ctx,
  wanted: NewWebhookReceiver,
): Promise<{ receiverId: number; secret: string }> => {
  await checkAddress(ctx, wanted.address)
  const secret = newSecret()
  const row = rowOf(wanted)
  return change(ctx, 'webhook.created', async ({ tx }) => {
    const { count } = await tx
      .selectFrom('webhook_receivers')
      .select((is) => is.fn.countAll<number>().as('count'))
      .executeTakeFirstOrThrow()
    if (count >= mostReceivers) throw new AppError('receiversFull')
    const { id } = await tx
      .insertInto('webhook_receivers')
      .values({
        ...row,
        secret_sealed: sealSecret(ctx.secretKey, secret),
        created_at: ctx.now(),
        listens_since: ctx.now(),
      })
      .returning('id')
      .executeTakeFirstOrThrow()
    return {
      result: { receiverId: id, secret },
      data: { name: row.name, receiverId: id, kinds: row.kinds, hasNames: row.has_names },
      tell: [webhooksChanged],
    }
  })
}

const lockReceiver = async ({ tx }: Work, receiverId: number) => {
  const row = await tx
    .selectFrom('webhook_receivers')
    .select(['name', 'address', 'kinds', 'has_names', 'off_at', 'secret_sealed'])
    .where('id', '=', receiverId)
    .forUpdate()
    .executeTakeFirst()
  if (!row) throw new AppError('notFound')
  return row
}

/** Changes a receiver. The audit says that its address changed and not to what: some addresses hold a password. */
export const updateReceiver = async (ctx: Ctx, input: NewWebhookReceiver & { receiverId: number }): Promise<void> => {
  await checkAddress(ctx, input.address)
  const row = rowOf(input)
  const { receiverId } = input
  return change(ctx, 'webhook.changed', async (work) => {
    const before = await lockReceiver(work, receiverId)
    const isAddressChanged = before.address !== row.address
    const isSame =
      !isAddressChanged &&
      before.name === row.name &&
      before.has_names === row.has_names &&
      before.kinds.join() === row.kinds.join()
    if (isSame) return unchanged(undefined)
    const isOther = before.kinds.join() !== row.kinds.join()
    await work.tx
      .updateTable('webhook_receivers')
      .set({ ...row, ...(isOther && { listens_since: ctx.now() }) })
      .where('id', '=', receiverId)
      .execute()
    return {
      result: undefined,
      data: { name: row.name, receiverId, kinds: row.kinds, hasNames: row.has_names, isAddressChanged },
      tell: [webhooksChanged],
    }
  })
}

/** Switches a receiver on or off by hand. Switched on, it begins anew with what happens from now on. */
export const switchReceiver = (ctx: Ctx, input: { receiverId: number; isOn: boolean }): Promise<void> => {
  const { receiverId, isOn } = input
  return change(ctx, isOn ? 'webhook.switchedOn' : 'webhook.switchedOff', async (work) => {
    const { name, off_at: offAt } = await lockReceiver(work, receiverId)
    if ((offAt === null) === isOn) return unchanged(undefined)
    const off = isOn
      ? { off_at: null, off_reason: null, listens_since: ctx.now() }
      : { off_at: ctx.now(), off_reason: 'staff' as const }
    const row = { ...off, failing_since: null, error: null }
    await work.tx.updateTable('webhook_receivers').set(row).where('id', '=', receiverId).execute()
    if (!isOn) await stopWaiting(work, receiverId)
    return { result: undefined, data: { name, receiverId }, tell: [webhooksChanged] }
  })
}

/** Removes a receiver with its log. */
export const removeReceiver = (ctx: Ctx, receiverId: number): Promise<void> =>
  change(ctx, 'webhook.removed', async (work) => {
    const { name } = await lockReceiver(work, receiverId)
    await work.tx.deleteFrom('webhook_receivers').where('id', '=', receiverId).execute()
    return { result: undefined, data: { name, receiverId }, tell: [webhooksChanged] }
  })

/** Makes a new secret; for a day messages are signed with the one before, too, so that no message is lost. */
export const rotateSecret = (ctx: Ctx, receiverId: number): Promise<{ secret: string }> =>
  change(ctx, 'webhook.secretRotated', async (work) => {
    const { name, secret_sealed: old } = await lockReceiver(work, receiverId)
    const secret = newSecret()
    await work.tx
      .updateTable('webhook_receivers')
      .set({
        secret_sealed: sealSecret(ctx.secretKey, secret),
        old_secret_sealed: old,
        old_secret_until: new Date(ctx.now().getTime() + dayMs),
      })
      .where('id', '=', receiverId)
      .execute()
    return { result: { secret }, data: { name, receiverId }, tell: [webhooksChanged] }
  })
