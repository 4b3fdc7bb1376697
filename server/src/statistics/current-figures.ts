// On its own: metrics read them, too, and collect nothing.
import { Figures } from '@spacekeeper/contract/statistics/shapes.ts'
import type { Services } from '#platform/ctx.ts'

/** The newest figures of the whole space, and when they were collected; null until the first were. */
export const readFigures = async ({
  db,
}: Pick<Services, 'db'>): Promise<{ figures: Figures; collectedAt: Date } | null> => {
  const row = await db
    .selectFrom('figures')
    .select(['data', 'collected_at'])
    .orderBy('hour', 'desc')
    .limit(1)
    .executeTakeFirst()
  return row ? { figures: Figures.parse(row.data), collectedAt: row.collected_at } : null
}
