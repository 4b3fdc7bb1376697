import type { SensorReport } from '@spacekeeper/contract/directory/shapes.ts'
import { mostSensors } from '@spacekeeper/contract/directory/words.ts'
import { z } from 'zod'
import type { Ctx } from '#platform/ctx.ts'
import { change, record, type Work, unchanged } from '#platform/db/change.ts'
import { onUnique } from '#platform/db/on-unique.ts'
import { AppError, badField } from '#platform/http/app-error.ts'
import { applyReport, type SensorFacts, sensorKindOf } from './rules.ts'
import { setSpaceState, stateNotice } from './space-state.ts'

export type StoredSensor = SensorFacts & { id: number; reportedAt: Date }

const Properties = z.record(z.string(), z.object({ value: z.number(), unit: z.string().nullable() }))

type SensorRow = Omit<StoredSensor, 'kind' | 'properties' | 'reportedAt'> & {
  kind: string
  properties: unknown
  reported_at: Date
}

/** A kind that this version does not know any more is left out. */
const asSensor = ({ kind: stored, properties, reported_at: reportedAt, ...row }: SensorRow): StoredSensor[] => {
  const kind = sensorKindOf(stored)
  return kind === undefined ? [] : [{ ...row, kind, reportedAt, properties: Properties.parse(properties) }]
}

/** Every sensor, by its name. */
export const listSensors = async (ctx: Pick<Ctx, 'db'>): Promise<StoredSensor[]> => {
  const rows = await ctx.db.selectFrom('space_sensors').selectAll().orderBy('name').limit(mostSensors).execute()
  return rows.flatMap((row) => asSensor(row))
}

type NumberedReport = { report: SensorReport; at: number }

const storeReport = async (
  { tx }: Work,
  input: { now: Date; numbered: NumberedReport; before: SensorFacts | undefined },
) => {
  const { now, numbered, before } = input
  const applied = applyReport(before, numbered.report)
  if ('problem' in applied) throw badField(`sensors.${numbered.at}.${applied.problem.field}`, applied.problem.message)
  const { name, properties, ...facts } = applied.sensor
  const row = { ...facts, properties: JSON.stringify(properties), reported_at: now }
  await tx
    .insertInto('space_sensors')
    .values({ name, ...row })
    .onConflict((on) => on.column('name').doUpdateSet(row))
    .execute()
  return applied.sensor
}

/** Stores what sensors report: all of it, or nothing if one of them can't be published. */
const recordReports = (ctx: Ctx, reports: readonly SensorReport[]): Promise<void> =>
  record(ctx, async (work) => {
    const rows = await work.tx.selectFrom('space_sensors').selectAll().orderBy('id').forUpdate().execute()
    const known = new Map<string, SensorFacts>(rows.flatMap((row) => asSensor(row)).map((one) => [one.name, one]))
    const names = new Set([...rows.map(({ name }) => name), ...reports.map(({ name }) => name)])
    if (names.size > mostSensors) throw badField('sensors', `At most ${mostSensors} sensors. Remove some first.`)
    for (const [at, report] of reports.entries()) {
      const numbered = { report, at }
      const sensor = await storeReport(work, { now: ctx.now(), numbered, before: known.get(report.name) })
      known.set(sensor.name, sensor)
    }
    return { result: undefined, tell: [stateNotice] }
  })

type SpaceReport = {
  is_open?: boolean | undefined
  message?: string | null | undefined
  sensors?: readonly SensorReport[] | undefined
}

/** What another system says of the space. Bad sensors change nothing. */
export const reportSpace = async (ctx: Ctx, { is_open: isOpen, message, sensors = [] }: SpaceReport): Promise<void> => {
  if (sensors.length > 0) await recordReports(ctx, sensors)
  if (isOpen === undefined && message === undefined) return
  await setSpaceState(ctx, {
    ...(isOpen !== undefined && { isOpen }),
    ...(message !== undefined && { message: message ?? '' }),
  })
}

const lockSensor = async ({ tx }: Work, id: number) => {
  const row = await tx
    .selectFrom('space_sensors')
    .select(['id', 'name'])
    .where('id', '=', id)
    .forUpdate()
    .executeTakeFirst()
  if (!row) throw new AppError('notFound')
  return row
}

export const renameSensor = (ctx: Ctx, { sensorId, name }: { sensorId: number; name: string }): Promise<void> =>
  onUnique({ space_sensors_name_key: { field: 'name', message: 'Another sensor has this name.' } }, () =>
    change(ctx, 'sensor.renamed', async (work) => {
      const before = await lockSensor(work, sensorId)
      if (before.name === name) return unchanged(undefined)
      await work.tx.updateTable('space_sensors').set({ name }).where('id', '=', sensorId).execute()
      const subject = { kind: 'sensor', id: sensorId }
      return { result: undefined, subject, data: { name, before: before.name }, tell: [stateNotice] }
    }),
  )

export const removeSensor = (ctx: Ctx, sensorId: number): Promise<void> =>
  change(ctx, 'sensor.removed', async (work) => {
    const { name } = await lockSensor(work, sensorId)
    await work.tx.deleteFrom('space_sensors').where('id', '=', sensorId).execute()
    return { result: undefined, subject: { kind: 'sensor', id: sensorId }, data: { name }, tell: [stateNotice] }
  })
