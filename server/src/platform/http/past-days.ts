import { type TimedValues, futureFields, pastFields, type SpaceClock } from '@spacekeeper/contract/past-fields.ts'
import type { Route } from '@spacekeeper/contract/route.ts'
import type { Services } from '../ctx.ts'
import { localTime } from '../local-time.ts'
import { AppError } from './app-error.ts'

type ClockSource = Pick<Services, 'now' | 'settings'>

/** Now, as it is where the space is. */
const spaceClock = async ({ now, settings }: ClockSource): Promise<SpaceClock> => ({
  now: now(),
  local: localTime(now(), await settings.get('SITE_TIME_ZONE')),
})

type SentDays = { input: TimedValues; before?: TimedValues }

/**
 * Refuses days and times in the past, each at its field, where the contract says that they may not be. Every route asks it
 * of its input, except those with `keepsPast`: their handlers ask, once they know what stood there `before`.
 */
export const refusePast = async (ctx: ClockSource, { query, body }: Pick<Route, 'query' | 'body'>, sent: SentDays) => {
  const schemas = [query, body].filter((schema) => schema !== undefined && futureFields(schema).length > 0)
  if (schemas.length === 0) return
  const { input: values, before } = sent
  const clock = await spaceClock(ctx)
  const fields = schemas.flatMap((schema) => (schema ? pastFields(schema, { values, clock, before }) : []))
  if (fields.length > 0) throw new AppError('badInput', { fields })
}
