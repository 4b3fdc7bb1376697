import { ticketPath, ticketWords } from '@spacekeeper/contract/labels/words.ts'
import type { Ctx } from '#platform/ctx.ts'
import { longDay } from '#platform/long-day.ts'
import type { Label } from '#platform/pdf/lay-out-label.ts'
import { nameColumns, shownName } from '#platform/shown-name.ts'
import { getDevice } from '../devices/devices.ts'
import { getPrintableTicket } from './tickets.ts'

/** The label of a ticket: what is asked of others, whose it is and until when. */
export const ticketLabel = async (ctx: Ctx, number: number): Promise<Label> => {
  const ticket = await getPrintableTicket(ctx, number)
  const settings = await ctx.settings.all()
  // Staff print it, too, and a label never says more than the shown name.
  const owner = await ctx.db
    .selectFrom('tickets as t')
    .innerJoin('members as m', 'm.id', 't.member_id')
    .select([...nameColumns])
    .where('t.id', '=', number)
    .executeTakeFirstOrThrow()
  const until = ticket.untilOn === null ? [] : [`Until ${longDay(ticket.untilOn, settings.SITE_LOCALE_CURRENCY)}`]
  return {
    size: settings.LABEL_SIZE,
    title: ticketWords[ticket.kind],
    lines: [ticket.what, shownName(owner, settings.SHOWN_NAME), ...until, `Number ${number}`],
    code: `${ctx.siteUrl}${ticketPath(number)}`,
    small: settings.SITE_NAME,
  }
}

/** The label of a device, whose code leads members to what they can do there. */
export const deviceLabel = async (ctx: Ctx, deviceId: number): Promise<Label> => {
  const [device, settings] = await Promise.all([getDevice(ctx, { deviceId }), ctx.settings.all()])
  return {
    size: settings.LABEL_SIZE,
    title: device.name,
    lines: ['Scan to see whether you can use it.'],
    code: `${ctx.siteUrl}/things/${deviceId}`,
    small: settings.SITE_NAME,
  }
}
