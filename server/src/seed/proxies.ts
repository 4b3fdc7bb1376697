import type { Kysely } from 'kysely'
import { type Services, systemCtx } from '#platform/ctx.ts'
import type { Database } from '#platform/db/database.gen.ts'
import { aProxy } from '../proxies/factory.ts'
import { changeSetting } from '../settings/settings.ts'
import type { CastMember } from './cast.ts'
import { createRandom } from './random.ts'

const cities = ['Brisbane', 'Ipswich', 'Logan', 'Redcliffe', 'Toowong'] as const

const mostCounting = 12
/** So many proxies a holder of the demonstration has at most. */
const mostEach = 3
const hourMs = 3_600_000

const canVote = ({ membership, suspendedBecause, leftAt, isUnverified }: CastMember) =>
  membership === 'active' && suspendedBecause === null && leftAt === null && !isUnverified

type ProxyStory = { cast: readonly CastMember[]; meetingId: number }

/**
 * Twelve members who can't come to the coming meeting are represented; Bo is asked by one more and has not answered, and
 * another member has declined.
 */
export const seedProxies = async (services: Services, { cast, meetingId }: ProxyStory): Promise<void> => {
  const db = services.db as unknown as Kysely<Database> // factories write rows as they are
  await changeSetting(systemCtx(services), { key: 'ENABLE_PROXY_VOTING', value: true })
  const now = services.now()
  const random = createRandom('proxies')
  const voters = cast.filter(canVote)
  const asked = voters.find(({ firstName, isPersona }) => isPersona && firstName === 'Bo')
  const others = voters.filter(({ isPersona, isHidden }) => !isPersona && !isHidden)
  const holders = [asked, ...others.slice(0, mostCounting / mostEach)].flatMap((one) => one ?? [])
  const principals = others.slice(mostCounting / mostEach)
  const since = (hours: number) => new Date(now.getTime() - Math.round(hours * hourMs))
  const city = () => random.pick(cities)
  for (const [at, principal] of principals.slice(0, mostCounting).entries()) {
    const holder = holders[at % holders.length]
    if (!holder) return
    const facts = { meetingId, memberId: principal.id, holderId: holder.id, city: city() }
    await aProxy(db, { ...facts, createdAt: since(random.between(4, 90)) })
  }
  const [waiting, refused] = principals.slice(mostCounting)
  const decliner = holders[1]
  if (waiting && asked)
    await aProxy(db, {
      meetingId,
      memberId: waiting.id,
      holderId: asked.id,
      city: city(),
      createdAt: since(3),
      isAccepted: false,
    })
  if (refused && decliner)
    await aProxy(db, {
      meetingId,
      memberId: refused.id,
      holderId: decliner.id,
      city: city(),
      createdAt: since(30),
      isAccepted: false,
      end: { reason: 'declined', at: since(20) },
    })
}
