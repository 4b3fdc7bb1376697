// On its own: what members try their devices with is no occasion.
import type { Ctx } from '#platform/ctx.ts'
import { record } from '#platform/db/change.ts'
import { AppError } from '#platform/http/app-error.ts'
import { memberOf } from '#platform/http/member-of.ts'
import { addPushJobs } from './notices.ts'

const lifetimeMs = 5 * 60_000

/** Sends a notification to all devices of the caller, whatever they want to hear of. */
export const tryPush = async (ctx: Ctx): Promise<void> => {
  const { id } = memberOf(ctx)
  const siteName = await ctx.settings.get('SITE_NAME')
  await record(ctx, async (work) => {
    const devices = await work.tx.selectFrom('push_devices').select('id').where('member_id', '=', id).execute()
    if (devices.length === 0) throw new AppError('noPushDevice')
    await addPushJobs(work, {
      deviceIds: devices.map((device) => device.id),
      push: {
        title: siteName,
        text: 'Notifications work on this device.',
        path: '/account/profile',
        tag: 'test',
        isUrgent: true,
        lifetimeMs,
      },
    })
    return { result: undefined }
  })
}
