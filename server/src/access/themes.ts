import type { Ctx } from '#platform/ctx.ts'
import { guardedFetch } from '#platform/http/guarded-fetch.ts'

/** The address that plays a theme. The name is a part of it and cannot lead anywhere else. */
export const addressOfTheme = (template: string, screenName: string): string =>
  template.replaceAll('{}', encodeURIComponent(screenName.toWellFormed()))

const timeoutMs = 3_000

/** Calls of the player at once, in this process. Above that a theme is skipped, which does no harm. */
const mostPlaying = 4

/** A player that is down is logged this often, not for each swipe. */
const warnEveryMs = 10 * 60_000

let playing = 0

let warnedAt = Number.NEGATIVE_INFINITY

/** Nothing is played if the device plays no themes. */
type ThemeOccasion = { memberId: number; deviceId?: number }

const findName = async (ctx: Ctx, { memberId, deviceId }: ThemeOccasion): Promise<string | null> => {
  const member = await ctx.db
    .selectFrom('members as m')
    .select('m.screen_name')
    .where('m.id', '=', memberId)
    .where('m.closed_at', 'is', null)
    .$if(deviceId !== undefined, (query) =>
      query.where((is) =>
        is.exists(
          is
            .selectFrom('devices as d')
            .select('d.id')
            .where('d.id', '=', deviceId ?? 0)
            .where('d.plays_theme', '=', true),
        ),
      ),
    )
    .executeTakeFirst()
  return member?.screen_name ?? null
}

const call = async (address: string) => {
  // The player stands in the network of the space; what it says is of no interest.
  const answer = await guardedFetch(address, { allowPrivate: true, maxBytes: 0, timeoutMs })
  if (answer.status >= 400) throw new Error(`the player answered ${answer.status}`)
}

const warn = (ctx: Ctx, error: unknown) => {
  const now = ctx.now().getTime()
  if (now - warnedAt < warnEveryMs) return
  warnedAt = now
  const reason = error instanceof Error ? error.message : 'unknown'
  ctx.log.warn({ reason }, 'a theme was not played; more of the same is not logged for ten minutes')
}

const play = async (ctx: Ctx, wanted: ThemeOccasion) => {
  const { ENABLE_THEME_SWIPE: isOn, THEME_SWIPE_URL: template } = await ctx.settings.all()
  if (!isOn || template === '' || playing >= mostPlaying) return
  playing += 1
  try {
    const name = await findName(ctx, wanted)
    if (name !== null) await call(addressOfTheme(template, name))
  } finally {
    playing -= 1
  }
}

/**
 * Has the theme of a member played. Called once the device has its answer; returns at once and tries once. Failures are
 * only logged.
 */
export const playTheme = (ctx: Ctx, wanted: ThemeOccasion): void => {
  play(ctx, wanted).catch((error: unknown) => warn(ctx, error))
}
