import { mostProviders } from '@spacekeeper/contract/auth/words.ts'
import type { Ctx } from '#platform/ctx.ts'
import type { HealthCheck, HealthFinding } from '#platform/health-check.ts'
import { findProviderProblem } from './openid-client.ts'
import { listProviderButtons } from './provider-buttons.ts'
import { findProvider } from './providers.ts'

type AskedProvider = { name: string; problem: string | null }

/** Whether members can log in with every provider that is turned on; null where there is none. */
export const judgeProviders = (providers: readonly AskedProvider[]): HealthFinding | null => {
  if (providers.length === 0) return null
  const bad = providers.filter(({ problem }) => problem !== null)
  const [first] = bad
  if (!first) return { state: 'well', says: `${providers.map(({ name }) => name).join(' and ')} can be reached.` }
  return {
    state: 'wrong',
    says: `Members can’t log in with ${bad.map(({ name }) => name).join(' and ')}. ${first.problem ?? ''}`,
    todo: 'Look whether the provider has trouble, then test the login. Turn the provider off if it is gone for longer.',
    to: '/manage/sso',
  }
}

const askAll = async (ctx: Ctx): Promise<AskedProvider[]> => {
  const open = await listProviderButtons(ctx)
  return Promise.all(
    open.slice(0, mostProviders).map(async ({ id, name }) => {
      const provider = await findProvider(ctx, id)
      return { name, problem: provider && (await findProviderProblem(ctx, provider)) }
    }),
  )
}

export const providerChecks: HealthCheck[] = [
  {
    name: 'auth.providers',
    area: 'site',
    title: 'Logins with other providers',
    pace: 'hourly',
    timeoutMs: 15_000,
    find: async (ctx) => judgeProviders(await askAll(ctx)),
  },
]
