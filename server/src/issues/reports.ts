import type { NewIssue } from '@spacekeeper/contract/issues/shapes.ts'
import { mostReportsAnHour } from '@spacekeeper/contract/issues/words.ts'
import type { Ctx } from '#platform/ctx.ts'
import { change, type ChangePart, type Work, unchanged } from '#platform/db/change.ts'
import { AppError, badField } from '#platform/http/app-error.ts'
import { memberOf } from '#platform/http/member-of.ts'
import { switchLockout } from '../devices/lockout.ts'
import { addEntries } from './entries.ts'
import { issuesChanged } from './notices.ts'
import { attachPhotos } from './pictures.ts'
import { queuePosts } from './posts.ts'
import { locksDevice } from './rules.ts'
import { tellUnsafe } from './unsafe.ts'

const minuteMs = 60_000

/** The same again within this time is one whose answer was lost. */
const twinMs = 10 * minuteMs

const tooMany = `You’ve sent ${mostReportsAnHour} reports within an hour. Try again later.`

type Reporting = { memberId: number; input: NewIssue }

/** Finds the report this one repeats, and refuses more than an account may send. Reports of a member wait for each other. */
const findTwin = async ({ tx, now }: Work, { memberId, input }: Reporting): Promise<boolean> => {
  await tx.selectFrom('members').select('id').where('id', '=', memberId).forNoKeyUpdate().executeTakeFirst()
  const since = (ms: number) => new Date(now.getTime() - ms)
  const recent = await tx
    .selectFrom('issue_reports')
    .select(['title', 'description', 'device_id', 'area', 'reported_at'])
    .where('reporter_id', '=', memberId)
    .where('reported_at', '>', since(60 * minuteMs))
    .orderBy('id', 'desc')
    .limit(mostReportsAnHour)
    .execute()
  const isTwin = recent.some(
    (one) =>
      one.reported_at > since(twinMs) &&
      one.title === input.title &&
      one.description === input.description &&
      one.device_id === input.deviceId &&
      one.area === input.area,
  )
  if (!isTwin && recent.length >= mostReportsAnHour)
    throw new AppError('tooManyRequests', { detail: tooMany, retryAfterSeconds: 3600 })
  return isTwin
}

/** The device that is named, locked until the end, so that two who report it lock it once. */
const lockDevice = async ({ tx }: Work, deviceId: number | null) => {
  if (deviceId === null) return null
  const device = await tx
    .selectFrom('devices')
    .select(['id', 'kind', 'name', 'is_locked_out'])
    .where('id', '=', deviceId)
    .where('removed_at', 'is', null)
    .forNoKeyUpdate()
    .executeTakeFirst()
  if (!device) throw badField('deviceId', 'This door or machine is not here any more.')
  return device
}

type ReportedDevice = NonNullable<Awaited<ReturnType<typeof lockDevice>>>

/** Locks a machine that is reported as unsafe, where the settings say so, and has its users told. */
const protect = async (
  work: Work,
  { reportId, title, device }: { reportId: number; title: string; device: ReportedDevice },
): Promise<ChangePart[]> => {
  const { tx, ctx } = work
  const facts = {
    isUnsafe: true,
    isActive: memberOf(ctx).state === 'active',
    isMachine: device.kind === 'interlock',
    isLockedOut: device.is_locked_out,
  }
  // Accounts without a membership can warn staff, but neither lock machines nor have members emailed.
  if (!facts.isActive || !facts.isMachine) return []
  await tellUnsafe(work, { reportId, deviceId: device.id })
  if (!locksDevice({ ...facts, isAllowed: await ctx.settings.get('ISSUE_LOCKS_UNSAFE_DEVICE') })) return []
  const reason = `Reported as unsafe: ${title}`.slice(0, 200)
  const locked = await switchLockout(work, { deviceId: device.id, isLockedOut: true, reason })
  if ('isUnchanged' in locked) return []
  await tx.updateTable('issue_reports').set({ locked_at: ctx.now() }).where('id', '=', reportId).execute()
  await addEntries(work, [{ reportId, kind: 'lockedOut' }])
  return [locked]
}

/** Keeps a report; each channel that is on gets it by a job of its own. The same report twice is kept once. */
export const createReport = async (ctx: Ctx, input: NewIssue): Promise<void> => {
  const { id: memberId } = memberOf(ctx)
  const settings = await ctx.settings.all()
  const { title, description, area, isUnsafe, pictureIds } = input
  await change(ctx, 'issue.reported', async (work) => {
    if (await findTwin(work, { memberId, input })) return unchanged(undefined)
    const device = await lockDevice(work, input.deviceId)
    const { id: reportId } = await work.tx
      .insertInto('issue_reports')
      .values({
        title,
        description,
        area: device ? '' : area,
        device_id: device?.id ?? null,
        is_unsafe: isUnsafe,
        reporter_id: memberId,
        reported_at: ctx.now(),
      })
      .returning('id')
      .executeTakeFirstOrThrow()
    await attachPhotos(work, { reportId, memberId, pictureIds })
    await addEntries(work, [{ reportId, kind: 'reported' }])
    await queuePosts(work, { reportId, settings })
    const also = isUnsafe && device ? await protect(work, { reportId, title, device }) : []
    return {
      result: undefined,
      subject: { kind: 'issue', id: reportId },
      data: { name: title, ...(device && { device: device.name }), isUnsafe },
      also,
      tell: issuesChanged,
    }
  })
}
