import { z } from 'zod'
import { Instant, routes } from '../route.ts'

const Series = <T extends z.ZodType>(data: T) => z.array(z.object({ date: Instant, data }))

const ByState = Series(z.array(z.object({ state: z.string(), total: z.number() })))

export const Statistics = z.object({
  on_site: z.object({ members: z.array(z.string()), count: z.number().int() }),
  member_count_total: ByState,
  member_count_6_months_total: ByState,
  member_count_12_months_total: ByState,
  subscription_count_total: ByState,
  memberbucks_balance_total: Series(z.object({ value: z.number() })),
  memberbucks_transactions_total: Series(z.array(z.object({ type: z.string(), total: z.number() }))),
})

export type Statistics = z.infer<typeof Statistics>

export const statisticsApi = routes({
  get: {
    method: 'GET',
    path: '/api/statistics/',
    access: 'signedIn',
    feature: 'enableStatsPage',
    whileOff: 'admin',
    kiosk: true,
    summary: 'How many members are on site, for active members also who, and one point a day of every recorded figure.',
    output: Statistics,
  },
})
