import { sql } from 'kysely'
import { readRows } from '#platform/db/read-rows.ts'
import type { HealthCheck, HealthFinding } from '#platform/health-check.ts'

/** `doubles`: working cards whose number another one has, too. None is what nearly every space has, and no line. */
export const judgeCards = ({ doubles }: { doubles: number }): HealthFinding | null =>
  doubles === 0
    ? null
    : {
        state: 'attention',
        says: `${doubles} cards that work differ from another only in how their number is written.`,
        todo: 'Hold each card to a door to see whose it is. Then mark the other lost on its member’s page, or retire it.',
        to: '/manage/members?card=double',
      }

export const cardChecks: readonly HealthCheck[] = [
  {
    name: 'members.cards',
    area: 'devices',
    title: 'Numbers of cards',
    pace: 'now',
    find: async (ctx) => {
      const [row] = await readRows(
        ctx,
        sql<{ doubles: number }>`select count(*)::int as doubles from cards c where is_double and state = 'active'
          and exists (select from cards o where o.plain_number = c.plain_number and o.state = 'active' and o.id <> c.id)`,
      )
      return judgeCards(row ?? { doubles: 0 })
    },
  },
]
