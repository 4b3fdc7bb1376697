import { type SqlBool, sql } from 'kysely'
import type { Adapter, AdapterPayload } from 'oidc-provider'
import { type Ctx, type Services, systemCtx } from '#platform/ctx.ts'
import { record } from '#platform/db/change.ts'
import { decrypt, encrypt } from '#platform/secrets/encryption.ts'
import { hashToken } from '#platform/secrets/tokens.ts'
import { noteLogin, noteUse } from './logins.ts'

/** What the library keeps that no member and no site is the owner of ends with its time. */
const longestSeconds = 24 * 60 * 60

const hashOf = (value: unknown): Buffer | null => (typeof value === 'string' ? hashToken(value) : null)

const memberOfPayload = (payload: AdapterPayload): number | null => {
  const id = Number(payload.accountId)
  return Number.isInteger(id) && id > 0 ? id : null
}

const asPayload = (value: unknown) => value as AdapterPayload // what was given to `upsert`, sealed since

type RecordRow = { payload: string; consumed_at: Date | null }

const open = (services: Services, row: RecordRow | undefined): AdapterPayload | undefined => {
  if (!row) return undefined
  const payload = asPayload(JSON.parse(decrypt(services.secretKey, row.payload)))
  return row.consumed_at ? { ...payload, consumed: Math.floor(row.consumed_at.getTime() / 1000) } : payload
}

type Keeping = { ctx: Ctx; kind: string }

const findRecord = async ({ ctx, kind }: Keeping, condition: ReturnType<typeof sql<SqlBool>>) =>
  open(
    ctx,
    await ctx.db
      .selectFrom('openid_records')
      .select(['payload', 'consumed_at'])
      .where('kind', '=', kind)
      .where(condition)
      .where('expires_at', '>', ctx.now())
      .executeTakeFirst(),
  )

type NewRecord = { id: string; payload: AdapterPayload; expiresIn: number | undefined }

const putRecord = ({ ctx, kind }: Keeping, { id, payload, expiresIn }: NewRecord): Promise<void> =>
  record(ctx, async (work) => {
    const values = {
      payload: encrypt(ctx.secretKey, JSON.stringify(payload)),
      grant_hash: hashOf(payload.grantId),
      uid_hash: hashOf(payload.uid),
      member_id: memberOfPayload(payload),
      client_id: payload.clientId ?? null,
      expires_at: new Date(work.now.getTime() + (expiresIn ?? longestSeconds) * 1000),
    }
    await work.tx
      .insertInto('openid_records')
      .values({ kind, id_hash: hashToken(id), ...values })
      .onConflict((on) => on.columns(['kind', 'id_hash']).doUpdateSet(values))
      .execute()
    if (kind === 'AccessToken') await noteUse(work, { ...values })
    return { result: undefined }
  })

/** Whether this was the first use. */
const consumeRecord = ({ ctx, kind }: Keeping, id: string): Promise<boolean> =>
  record(ctx, async (work) => {
    const used = await work.tx
      .updateTable('openid_records')
      .set({ consumed_at: work.now })
      .where('kind', '=', kind)
      .where('id_hash', '=', hashToken(id))
      .where('consumed_at', 'is', null)
      .returning(['member_id', 'client_id'])
      .executeTakeFirst()
    if (used && kind === 'AuthorizationCode') await noteLogin(work, { ...used })
    return { result: used !== undefined }
  })

const deleteRecords = (
  { ctx, kind }: Keeping,
  by: { column: 'id_hash' | 'grant_hash'; value: string },
): Promise<void> =>
  record(ctx, async ({ tx }) => {
    await tx.deleteFrom('openid_records').where('kind', '=', kind).where(by.column, '=', hashToken(by.value)).execute()
    return { result: undefined }
  })

/**
 * What the library for OpenID Connect keeps, in our database. Every write is one statement, so that two processes cannot
 * get between each other; a code that was used once is refused whichever process sees it again.
 */
export const keepRecords =
  (services: Services, { refuseUsed }: { refuseUsed: () => Error }) =>
  (kind: string): Adapter => {
    const keeping = { ctx: systemCtx(services), kind }
    return {
      upsert: (id, payload, expiresIn) => putRecord(keeping, { id, payload, expiresIn }),
      find: (id) => findRecord(keeping, sql<SqlBool>`id_hash = ${hashToken(id)}`),
      findByUid: (uid) => findRecord(keeping, sql<SqlBool>`uid_hash = ${hashToken(uid)}`),
      // For codes typed at another device, which are not offered.
      findByUserCode: async () => undefined,
      consume: async (id) => {
        if (!(await consumeRecord(keeping, id))) throw refuseUsed()
      },
      destroy: (id) => deleteRecords(keeping, { column: 'id_hash', value: id }),
      revokeByGrantId: (grantId) => deleteRecords(keeping, { column: 'grant_hash', value: grantId }),
    }
  }
