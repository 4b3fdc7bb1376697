import { dateFormat } from '@spacekeeper/contract/formatters.ts'
import type { Settings } from '@spacekeeper/contract/index.ts'
import { proxyLetter, type ProxyLetter } from '@spacekeeper/contract/proxies/words.ts'
import type { Ctx } from '#platform/ctx.ts'
import { AppError } from '#platform/http/app-error.ts'
import { memberOf } from '#platform/http/member-of.ts'
import type { MailFile } from '#platform/mail/mailer.ts'
import { makePdf } from '#platform/pdf/pdf-files.ts'
import { letterName, readParties } from './parties.ts'
import { findProxyMeeting, meetingTitle, type ProxyMeetingRow } from './proxy-facts.ts'

type LetterBlanks = Pick<ProxyLetter, 'name' | 'city' | 'proxyName' | 'proxyCity'> & { today: Date | null }

const blank: LetterBlanks = { name: '', city: '', proxyName: '', proxyCity: '', today: null }

const signatureLine = '____________________'

type LetterSettings = Pick<Settings, 'SITE_LOCALE_CURRENCY' | 'SITE_TIME_ZONE'>

/** When a meeting is held, by the clocks where the space is. */
export const heldOn = ({ SITE_LOCALE_CURRENCY: locale, SITE_TIME_ZONE: timeZone }: LetterSettings, at: Date): string =>
  dateFormat(locale, { dateStyle: 'full', timeStyle: 'short', timeZone }).format(at)

type WrittenLetter = { meeting: ProxyMeetingRow; filled: LetterBlanks; name: string; notes: readonly string[] }

const writeLetter = async (ctx: Ctx, { meeting, filled, name, notes }: WrittenLetter): Promise<MailFile> => {
  const settings = await ctx.settings.all()
  const [locale, zone] = [settings.SITE_LOCALE_CURRENCY, settings.SITE_TIME_ZONE]
  const days = dateFormat(locale, { dateStyle: 'long', timeZone: zone })
  const title = meetingTitle(meeting)
  const letter = proxyLetter({
    ...filled,
    siteOwner: settings.SITE_OWNER,
    meeting: title,
    heldOn: heldOn(settings, meeting.startsAt),
    today: filled.today ? days.format(filled.today) : '',
  })
  const content = await makePdf({
    title: `Proxy for the ${title}`,
    author: settings.SITE_OWNER,
    language: locale,
    at: filled.today ?? ctx.now(),
    parts: [
      ...letter.map((text) => ({ kind: 'paragraph' as const, text })),
      { kind: 'heading', text: 'Signatures' },
      {
        kind: 'facts',
        facts: [
          { label: 'Member', value: signatureLine },
          { label: 'Proxy', value: signatureLine },
        ],
      },
      ...notes.map((text) => ({ kind: 'paragraph' as const, text, isQuiet: true })),
    ],
    footer: `${settings.SITE_OWNER} · ${title}`,
  })
  return { name, mediaType: 'application/pdf', content }
}

const getLetterMeeting = async (ctx: Ctx, meetingId: number): Promise<ProxyMeetingRow> => {
  const meeting = await findProxyMeeting(ctx, meetingId)
  if (!meeting) throw new AppError('notFound')
  return meeting
}

/** The letter for a meeting with lines to write on. */
export const writeBlankLetter = async (ctx: Ctx, meetingId: number): Promise<MailFile> =>
  writeLetter(ctx, {
    meeting: await getLetterMeeting(ctx, meetingId),
    filled: blank,
    name: `proxy-${meetingId}.pdf`,
    notes: ['Give this to staff before the meeting begins. They record it.'],
  })

/** The letter of a proxy, for its members and staff of meetings. The holder's name stands in it once they agreed. */
export const writeProxyLetter = async (ctx: Ctx, proxyId: number): Promise<MailFile> => {
  const caller = memberOf(ctx)
  const row = await ctx.db.selectFrom('proxies').selectAll().where('id', '=', proxyId).executeTakeFirst()
  const isStaff = caller.permissions.includes('meetings')
  const isParty = row && (row.member_id === caller.id || row.holder_id === caller.id)
  if (!row || !(isParty || isStaff)) throw new AppError('notFound')
  const { principal, holder } = await readParties(ctx.db, { principalId: row.member_id, holderId: row.holder_id })
  const isNamed = isStaff || row.holder_id === caller.id || row.accepted_at !== null
  return writeLetter(ctx, {
    meeting: await getLetterMeeting(ctx, row.meeting_id),
    filled: {
      name: letterName(principal),
      city: row.member_city,
      proxyName: isNamed ? letterName(holder) : '',
      proxyCity: row.holder_city,
      today: row.created_at,
    },
    name: `proxy-${row.meeting_id}-${proxyId}.pdf`,
    notes: isNamed ? [] : ['The name of your proxy stands here once they have accepted.'],
  })
}
