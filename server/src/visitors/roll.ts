import { dateFormat } from '@spacekeeper/contract/formatters.ts'
import type { File } from '@spacekeeper/contract/route.ts'
import type { Ctx } from '#platform/ctx.ts'
import { change } from '#platform/db/change.ts'
import { memberOf } from '#platform/http/member-of.ts'
import { makePdf } from '#platform/pdf/pdf-files.ts'
import type { PdfPart } from '#platform/pdf/pdf.ts'
import { listOnSite } from '../visits/visit-lists.ts'

const columns = [
  { header: 'Name', share: 5 },
  { header: 'Since', share: 3 },
  { header: 'With', share: 4 },
  { header: 'Here', share: 1 },
]

/** Everyone who is in the building, with a column to tick: members with their guests, then visitors. */
export const writeRoll = async (ctx: Ctx): Promise<File> => {
  const [{ people, guests, count, visitors, visitorCount }, settings] = await Promise.all([
    listOnSite(ctx, memberOf(ctx)),
    ctx.settings.all(),
  ])
  const [locale, timeZone] = [settings.SITE_LOCALE_CURRENCY, settings.SITE_TIME_ZONE]
  const at = (time: string | Date) =>
    dateFormat(locale, { dateStyle: 'medium', timeStyle: 'short', timeZone }).format(new Date(time))
  const table = (title: string, rows: string[][]): PdfPart[] =>
    rows.length === 0
      ? []
      : [
          { kind: 'heading', text: title },
          { kind: 'table', columns, rows },
        ]
  const content = await makePdf({
    title: 'Who is on site',
    author: settings.SITE_OWNER,
    language: locale,
    at: ctx.now(),
    parts: [
      { kind: 'paragraph', text: `${at(ctx.now())}: ${count} members, ${guests} guests and ${visitorCount} visitors.` },
      ...table(
        'Members',
        people.map((one) => [one.name, at(one.since), one.guests === 0 ? '' : `Guests: ${one.guests}`, '']),
      ),
      ...table(
        'Visitors',
        visitors.map((one) => [one.name, at(one.since), one.hostName === null ? '' : `Host: ${one.hostName}`, '']),
      ),
    ],
    footer: settings.SITE_OWNER,
  })
  await change(ctx, 'visitor.rollTaken', () => Promise.resolve({ result: undefined, data: { count } }))
  return { name: 'on-site.pdf', mediaType: 'application/pdf', content }
}
