import type {
  NewProvider,
  ProviderButton,
  LoginProviderChange,
  ProviderView,
} from '@spacekeeper/contract/auth/provider-shapes.ts'
import { mostProviders } from '@spacekeeper/contract/auth/words.ts'
import { sql } from 'kysely'
import type { Ctx } from '#platform/ctx.ts'
import { changeRow } from '#platform/db/change-row.ts'
import { change, type Work, unchanged } from '#platform/db/change.ts'
import { columns, withTimes } from '#platform/db/columns.ts'
import { onUnique } from '#platform/db/on-unique.ts'
import { AppError, badField } from '#platform/http/app-error.ts'
import { decrypt, encrypt } from '#platform/secrets/encryption.ts'
import { findProviderProblem } from './openid-client.ts'
import { providersChanged } from './provider-buttons.ts'

const nameClash = { login_providers_name: { field: 'name', message: 'Another provider has this name.' } }

const names = sql`lower(name)`

/** Those at which a member linked an account. */
export const listLinkedButtons = (ctx: Ctx, memberId: number): Promise<ProviderButton[]> =>
  ctx.db
    .selectFrom('login_providers as p')
    .innerJoin('provider_links as l', 'l.provider_id', 'p.id')
    .select(['p.id', 'p.name'])
    .where('l.member_id', '=', memberId)
    .where('p.is_on', '=', true)
    .orderBy('p.id')
    .limit(mostProviders)
    .execute()

/** What a provider is asked with. Its secret leaves this process only towards the provider. */
export const findProvider = async (ctx: Ctx, providerId: number) => {
  const row = await ctx.db
    .selectFrom('login_providers')
    .select(columns('id, name, issuer, client_id, secret_sealed, scopes, allows_private, may_register, is_on'))
    .where('id', '=', providerId)
    .executeTakeFirst()
  if (!row) return null
  const { secretSealed, ...provider } = row
  return { ...provider, secret: decrypt(ctx.secretKey, secretSealed) }
}

export type LoginProvider = NonNullable<Awaited<ReturnType<typeof findProvider>>>

/** The same where members are to log in with it. */
export const getOpenProvider = async (ctx: Ctx, providerId: number): Promise<LoginProvider> => {
  const provider = await findProvider(ctx, providerId)
  if (!provider?.isOn) throw new AppError('providerOff')
  return provider
}

export const listProviders = async (ctx: Ctx): Promise<ProviderView[]> => {
  const rows = await ctx.db
    .selectFrom('login_providers as p')
    .select(
      columns('p.id, p.name, p.issuer, p.client_id, p.scopes, p.allows_private, p.may_register, p.is_on, p.created_at'),
    )
    .select([
      sql<number>`(select count(*)::int from provider_links l where l.provider_id = p.id)`.as('links'),
      sql<Date | null>`(select max(l.last_used_at) from provider_links l where l.provider_id = p.id)`.as('lastUsedAt'),
    ])
    .orderBy(names)
    .limit(mostProviders)
    .execute()
  return rows.map(withTimes)
}

const refuseProblem = async (ctx: Ctx, provider: Parameters<typeof findProviderProblem>[1], field: string) => {
  const problem = await findProviderProblem(ctx, provider)
  if (problem !== null) throw badField(field, problem)
}

/** Lets members log in with their account at a provider that answered. */
export const createProvider = async (ctx: Ctx, provider: NewProvider): Promise<number> => {
  await refuseProblem(ctx, provider, 'issuer')
  return onUnique(nameClash, () =>
    change(ctx, 'provider.created', async ({ tx }) => {
      const { count } = await tx
        .selectFrom('login_providers')
        .select((is) => is.fn.countAll<number>().as('count'))
        .executeTakeFirstOrThrow()
      if (count >= mostProviders) throw new AppError('providersFull')
      const { id } = await tx
        .insertInto('login_providers')
        .values({
          name: provider.name,
          issuer: provider.issuer,
          client_id: provider.clientId,
          secret_sealed: encrypt(ctx.secretKey, provider.secret),
          scopes: provider.scopes,
          allows_private: provider.allowsPrivate,
          may_register: provider.mayRegister,
          is_on: provider.isOn,
          created_at: ctx.now(),
        })
        .returning('id')
        .executeTakeFirstOrThrow()
      const { name, issuer, mayRegister } = provider
      return { result: id, data: { providerId: id, name, issuer, mayRegister }, tell: providersChanged }
    }),
  )
}

const lockProvider = async ({ tx }: Work, providerId: number) => {
  const row = await tx
    .selectFrom('login_providers')
    .selectAll()
    .where('id', '=', providerId)
    .forUpdate()
    .executeTakeFirst()
  if (!row) throw new AppError('notFound')
  return row
}

const changedColumns = {
  name: 'name',
  clientId: 'client_id',
  scopes: 'scopes',
  allowsPrivate: 'allows_private',
  mayRegister: 'may_register',
  isOn: 'is_on',
} as const

/** Changes what is set. One that is turned off can be changed while the provider does not answer. */
export const changeProvider = async (ctx: Ctx, input: LoginProviderChange & { providerId: number }): Promise<void> => {
  const { providerId, secret, ...changes } = input
  const before = await findProvider(ctx, providerId)
  if (!before) throw new AppError('notFound')
  if (changes.isOn) await refuseProblem(ctx, { ...before, ...changes }, 'isOn')
  return onUnique(nameClash, () =>
    change(ctx, 'provider.changed', async (work) => {
      const row = await lockProvider(work, providerId)
      const update = work.tx.updateTable('login_providers').where('id', '=', providerId)
      const differences = await changeRow(update, { row, columns: changedColumns, changes })
      const isSecretChanged = secret !== undefined && decrypt(ctx.secretKey, row.secret_sealed) !== secret
      if (isSecretChanged) await update.set({ secret_sealed: encrypt(ctx.secretKey, secret) }).execute()
      if (!differences && !isSecretChanged) return unchanged(undefined)
      return {
        result: undefined,
        data: { providerId, name: changes.name, changes: differences ?? {}, isSecretChanged },
        tell: providersChanged,
      }
    }),
  )
}

/** Ends logins with a provider, and every link to it. */
export const removeProvider = (ctx: Ctx, providerId: number): Promise<void> =>
  change(ctx, 'provider.removed', async (work) => {
    const { name } = await lockProvider(work, providerId)
    const { links } = await work.tx
      .selectFrom('provider_links')
      .select((is) => is.fn.countAll<number>().as('links'))
      .where('provider_id', '=', providerId)
      .executeTakeFirstOrThrow()
    await work.tx.deleteFrom('login_providers').where('id', '=', providerId).execute()
    return { result: undefined, data: { providerId, name, links }, tell: providersChanged }
  })
