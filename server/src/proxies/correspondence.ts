import type { Ctx } from '#platform/ctx.ts'
import { record, type Work } from '#platform/db/change.ts'
import { type WrittenMail, writeMail } from '#platform/mail/mail-template.ts'
import { hashToken, newToken } from '#platform/secrets/tokens.ts'
import { messagesChanged, queueMail } from '../messages/outbox.ts'
import {
  type MailedProxyEnd,
  proxyAnsweredMail,
  proxyAskedMail,
  proxyEndedMail,
  proxyGivenMail,
  proxyHeldMail,
  proxyReminderMail,
} from './mails.ts'
import { holderNameFor, letterName, type PartyRow, readParties } from './parties.ts'
import { findProxyMeeting, meetingTitle } from './proxy-facts.ts'
import type { ProxyNews, ProxyRow } from './proxy-row.ts'

type ProxySide = 'principal' | 'holder'

const findCorrespondence = async (ctx: Ctx, proxyId: number) => {
  const row = await ctx.db.selectFrom('proxies').selectAll().where('id', '=', proxyId).executeTakeFirst()
  const meeting = row && (await findProxyMeeting(ctx, row.meeting_id))
  if (!row || !meeting) return null
  const parties = await readParties(ctx.db, { principalId: row.member_id, holderId: row.holder_id })
  const { principal, holder } = parties
  const shownHolder = await holderNameFor(ctx, { holder, isAccepted: row.accepted_at !== null })
  const factsFor = (side: ProxySide) => ({
    firstName: parties[side]?.first_name ?? '',
    principalName: letterName(principal),
    holderName: side === 'holder' ? letterName(holder) : shownHolder,
    memberCity: row.member_city,
    proxyCity: row.holder_city,
    meeting: meetingTitle(meeting),
    meetingId: meeting.id,
    startsAt: meeting.startsAt,
  })
  return { row, parties, factsFor }
}

type Correspondence = NonNullable<Awaited<ReturnType<typeof findCorrespondence>>>

type AddressedMail = { side: ProxySide; mail: WrittenMail }

const writeLink = async (ctx: Ctx, { factsFor }: Correspondence) => {
  const token = newToken()
  const mail = await writeMail(ctx, proxyAskedMail, { ...factsFor('holder'), path: `/proxy/${token}` })
  return { token, mails: [{ side: 'holder', mail }] satisfies AddressedMail[] }
}

const writeAsked = async (ctx: Ctx, known: Correspondence) => {
  const { token, mails } = await writeLink(ctx, known)
  const facts = { ...known.factsFor('principal'), counts: false, isPaper: false }
  const given: AddressedMail = { side: 'principal', mail: await writeMail(ctx, proxyGivenMail, facts) }
  return { token, mails: [...mails, given] }
}

const writeCounts = async (ctx: Ctx, { row, factsFor }: Correspondence): Promise<AddressedMail[]> => {
  const given = { ...factsFor('principal'), counts: true, isPaper: row.recorded_by !== null }
  return [
    { side: 'principal', mail: await writeMail(ctx, proxyGivenMail, given) },
    { side: 'holder', mail: await writeMail(ctx, proxyHeldMail, factsFor('holder')) },
  ]
}

const toldOfEnd: Record<MailedProxyEnd, readonly ProxySide[]> = {
  withdrawn: ['principal', 'holder'],
  removed: ['principal', 'holder'],
  replaced: ['holder'],
  expired: ['principal'],
}

const writeEnded = (ctx: Ctx, { row, factsFor }: Correspondence, end: MailedProxyEnd): Promise<AddressedMail[]> =>
  Promise.all(
    toldOfEnd[end].map(async (side) => {
      const facts = { ...factsFor(side), end, isPrincipal: side === 'principal', reason: row.end_words }
      return { side, mail: await writeMail(ctx, proxyEndedMail, facts) }
    }),
  )

type ProxyMailOrder = { proxyId: number; news: ProxyNews }

const writeNews = async (
  ctx: Ctx,
  { news, known }: { news: ProxyNews; known: Correspondence },
): Promise<{ token?: string; mails: AddressedMail[] }> => {
  switch (news) {
    case 'asked':
      return writeAsked(ctx, known)
    case 'askedAgain':
      return writeLink(ctx, known)
    case 'reminded':
      return { mails: [{ side: 'holder', mail: await writeMail(ctx, proxyReminderMail, known.factsFor('holder')) }] }
    case 'counts':
      return { mails: await writeCounts(ctx, known) }
    case 'accepted':
    case 'declined': {
      const facts = { ...known.factsFor('principal'), isAccepted: news === 'accepted' }
      return { mails: [{ side: 'principal', mail: await writeMail(ctx, proxyAnsweredMail, facts) }] }
    }
    default:
      return { mails: await writeEnded(ctx, known, news) }
  }
}

/** What was true when it was asked for and is not any more is not mailed: the mail about what came after it is. */
const isOutdated = (news: ProxyNews, { ended_at: endedAt, accepted_at: acceptedAt }: ProxyRow) =>
  news === 'asked' || news === 'askedAgain' || news === 'reminded'
    ? endedAt !== null || acceptedAt !== null
    : (news === 'counts' || news === 'accepted') && endedAt !== null

type SentMail = { party: PartyRow | undefined; mail: WrittenMail; known: Correspondence }

const queueTo = async (work: Work, { party, mail, known }: SentMail) => {
  if (party === undefined || party.closed_at !== null) return
  const about = [known.row.member_id, known.row.holder_id].flatMap((id) => (id === null || id === party.id ? [] : [id]))
  await queueMail(work, { mail, envelope: { memberId: party.id, about, newsUntil: known.factsFor('holder').startsAt } })
}

/** Mails the members of a proxy. Both mails and the link in one of them are stored together. */
export const mailProxyMembers = async (ctx: Ctx, { proxyId, news }: ProxyMailOrder): Promise<void> => {
  const known = await findCorrespondence(ctx, proxyId)
  if (known === null || isOutdated(news, known.row)) return
  const { token, mails } = await writeNews(ctx, { news, known })
  await record(ctx, async (work) => {
    if (token !== undefined)
      await work.tx
        .updateTable('proxies')
        .set({ token_hash: hashToken(token) })
        .where('id', '=', proxyId)
        .execute()
    for (const { side, mail } of mails) await queueTo(work, { party: known.parties[side], mail, known })
    return { result: undefined, tell: [messagesChanged] }
  })
}
