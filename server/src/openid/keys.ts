import { generateKeyPair } from 'node:crypto'
import { promisify } from 'node:util'
import type { SigningKey } from '@spacekeeper/contract/openid/shapes.ts'
import type { keyStates } from '@spacekeeper/contract/openid/words.ts'
import { sql } from 'kysely'
import { z } from 'zod'
import type { Ctx } from '#platform/ctx.ts'
import { type Work, change, record, unchanged } from '#platform/db/change.ts'
import { channel } from '#platform/live/channel.ts'
import { screens } from '#platform/live/screens.ts'
import { decrypt, encrypt } from '#platform/secrets/encryption.ts'
import { newToken } from '#platform/secrets/tokens.ts'
import { keyStepsDue } from './rules.ts'

/** The keys have changed, so every process makes what signs with them anew. */
export const signingKeysChanged = channel('openid.keys', z.object({}), { isHeardAtOnce: true })

const notices = [signingKeysChanged.notice({}), screens.notice({ topic: 'config', audience: 'admins' })]

const makePair = promisify(generateKeyPair)

const PrivateKey = z.looseObject({ kty: z.string(), kid: z.string() })

export type PrivateKey = z.infer<typeof PrivateKey>

/** RSA, because every client of OpenID Connect can read its signatures. */
const makeKey = async (): Promise<PrivateKey> => {
  const { privateKey } = await makePair('rsa', { modulusLength: 2048 })
  return PrivateKey.parse({
    ...privateKey.export({ format: 'jwk' }),
    kid: newToken().slice(0, 16),
    use: 'sig',
    alg: 'RS256',
  })
}

const insertKey = ({ tx, ctx }: Work, input: { key: PrivateKey; state: (typeof keyStates)[number] }) =>
  tx
    .insertInto('openid_keys')
    .values({
      kid: input.key.kid,
      state: input.state,
      sealed: encrypt(ctx.secretKey, JSON.stringify(input.key)),
      changed_at: ctx.now(),
    })
    .execute()

/** One process at a time. */
const lockKeys = ({ tx }: Work) => sql`select pg_advisory_xact_lock(hashtext('openid_keys'))`.execute(tx)

const order = sql<number>`array_position(array['current', 'next', 'old'], state)`

/** The keys to sign with, the first of which is used, with their secret parts. The first of all is made now. */
export const openKeys = async (ctx: Ctx): Promise<PrivateKey[]> => {
  const read = async () => {
    const rows = await ctx.db.selectFrom('openid_keys').select('sealed').orderBy(order).orderBy('id', 'desc').execute()
    return rows.map(({ sealed }) => PrivateKey.parse(JSON.parse(decrypt(ctx.secretKey, sealed))))
  }
  const keys = await read()
  if (keys.length > 0) return keys
  const key = await makeKey()
  await record(ctx, async (work) => {
    await lockKeys(work)
    const there = await work.tx.selectFrom('openid_keys').select('id').executeTakeFirst()
    if (!there) await insertKey(work, { key, state: 'current' })
    return { result: undefined }
  })
  return read()
}

export const listKeys = async (ctx: Ctx): Promise<SigningKey[]> => {
  const rows = await ctx.db
    .selectFrom('openid_keys')
    .select(['kid', 'state', 'changed_at'])
    .orderBy(order)
    .orderBy('id', 'desc')
    .limit(20)
    .execute()
  return rows.map(({ kid, state, changed_at }) => ({ kid, state, changedAt: changed_at.toISOString() }))
}

const putKey = async (work: Work, { key, isUrgent }: { key: PrivateKey; isUrgent: boolean }) => {
  // A key that was to sign next and has not yet is replaced; in a hurry all are.
  await work.tx
    .deleteFrom('openid_keys')
    .$if(!isUrgent, (query) => query.where('state', '=', 'next'))
    .execute()
  await insertKey(work, { key, state: isUrgent ? 'current' : 'next' })
}

/** Makes a key that signs in an hour; urgently, it signs at once and what others signed is worth nothing. */
export const makeSigningKey = async (ctx: Ctx, { isUrgent }: { isUrgent: boolean }): Promise<void> => {
  await openKeys(ctx)
  const key = await makeKey()
  await change(ctx, 'sso.keyMade', async (work) => {
    await lockKeys(work)
    await putKey(work, { key, isUrgent })
    return { result: undefined, data: { kid: key.kid, isUrgent }, tell: notices }
  })
}

/** Does what is due for the keys: publishes a new one in time, signs with it, drops the old one. */
export const turnKeys = async (ctx: Ctx): Promise<void> => {
  const days = await ctx.settings.get('OPENID_KEY_DAYS')
  const rows = await ctx.db.selectFrom('openid_keys').select(['id', 'state', 'changed_at']).execute()
  const { drop, turn, make } = keyStepsDue(rows, { now: ctx.now(), days })
  if (drop.length > 0)
    await record(ctx, async ({ tx }) => {
      await tx.deleteFrom('openid_keys').where('id', 'in', drop).where('state', '=', 'old').execute()
      return { result: undefined, tell: notices }
    })
  if (turn)
    await change(ctx, 'sso.keyTurned', async (work) => {
      const { tx } = work
      await lockKeys(work)
      const next = await tx
        .selectFrom('openid_keys')
        .select(['id', 'kid'])
        .where('state', '=', 'next')
        .executeTakeFirst()
      if (!next) return unchanged(undefined)
      const now = ctx.now()
      await tx
        .updateTable('openid_keys')
        .set({ state: 'old', changed_at: now })
        .where('state', '=', 'current')
        .execute()
      await tx.updateTable('openid_keys').set({ state: 'current', changed_at: now }).where('id', '=', next.id).execute()
      return { result: undefined, data: { kid: next.kid }, tell: notices }
    })
  if (make) await makeSigningKey(ctx, { isUrgent: false })
}
