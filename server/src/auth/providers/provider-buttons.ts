import type { ProviderButton } from '@spacekeeper/contract/auth/provider-shapes.ts'
import { mostProviders } from '@spacekeeper/contract/auth/words.ts'
import { sql } from 'kysely'
import { z } from 'zod'
import type { Ctx } from '#platform/ctx.ts'
import { channel } from '#platform/live/channel.ts'
import { remember } from '#platform/live/remembered.ts'
import { screens } from '#platform/live/screens.ts'

const buttonsChanged = channel('login.providers', z.object({}), { isHeardAtOnce: true })

/** Told by each change of a provider. */
export const providersChanged = [buttonsChanged.notice({}), screens.notice({ topic: 'config', audience: 'everybody' })]

const read = ({ db }: Pick<Ctx, 'db'>): Promise<ProviderButton[]> =>
  db
    .selectFrom('login_providers')
    .select(['id', 'name'])
    .where('is_on', '=', true)
    .orderBy(sql`lower(name)`)
    .limit(mostProviders)
    .execute()

const known = new WeakMap<object, () => Promise<ProviderButton[]>>()

/** The buttons below the login. Every visitor is told of them, so they are remembered until they change. */
export const listProviderButtons = ({ live, db }: Pick<Ctx, 'live' | 'db'>): Promise<ProviderButton[]> => {
  const ask = known.get(live) ?? remember(live, { load: () => read({ db }), until: buttonsChanged })
  known.set(live, ask)
  return ask()
}
