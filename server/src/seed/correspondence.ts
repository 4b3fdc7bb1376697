import type { Ctx } from '#platform/ctx.ts'
import { type MailTemplate, writeMail } from '#platform/mail/mail-template.ts'
import { renderMail } from '#platform/mail/render-mail.ts'
import { withFooter } from '#platform/sms/sms.ts'
import { inductionMail, newAccountMail } from '../auth/mails.ts'
import { mailToRecipient } from '../mailings/rules.ts'
import { memberMails } from '../members/mails.ts'
import { fillIn } from '../messages/rules.ts'
import { fleetMails } from '../monitoring/mails.ts'
import { vendingMails } from '../vending/mails.ts'
import { isActiveAt, memberNamed, timeOn, type CastMember } from './cast.ts'
import { kilnSilentSince } from './device-history.ts'
import { createRandom } from './random.ts'
import type { Telling } from './scene.ts'
import type { Story } from './story.ts'

type MailTelling = Telling & { refusedTries: readonly RefusedTry[]; products: ReadonlyMap<number, string> }
type RefusedTry = { member: CastMember; at: Date }

type LetterEnvelope = { at: Date; to: string; memberId: number | null; replyTo?: string | null }
type MessageContent = {
  template: string
  subject: string
  text: string | null
  html: string | null
  isSecret?: boolean
}

const minuteMs = 60_000
const dayMs = 1440 * minuteMs

const letter = (
  { at, to, memberId, replyTo = null }: LetterEnvelope,
  { isSecret = false, ...written }: MessageContent,
) => ({
  channel: 'email',
  recipient: to,
  member_id: memberId,
  reply_to: replyTo,
  ...written,
  is_secret: isSecret,
  state: 'sent',
  attempts: 1,
  error: null as string | null, // null alone has no wider type
  created_at: at,
  sent_at: new Date(at.getTime() + 4000) as Date | null, // what failed was not sent
  provider_id: null as string | null, // only text messages have one
  mailing_id: null as number | null, // only those of a mailing have one
})

type Letter = ReturnType<typeof letter>

/** Stands for the first name while a mail is drawn once for many, because drawing takes a few milliseconds. */
const anybody = 'Anybodysfirstname'

const createPen = (ctx: Ctx) => {
  const drawn = new Map<string, Promise<MessageContent>>()
  const once = (key: string, draw: () => Promise<MessageContent>) => {
    const before = drawn.get(key) ?? draw()
    drawn.set(key, before)
    return before
  }
  const addressed = async (written: Promise<MessageContent>, { firstName }: CastMember): Promise<MessageContent> => {
    const { text, html, ...other } = await written
    const named = (words: string | null) => words?.replaceAll(anybody, firstName) ?? null
    return { ...other, text: named(text), html: named(html) }
  }
  return {
    write: <Facts extends { person: { firstName: string } }>(
      member: CastMember,
      template: MailTemplate<Facts>,
      facts: NoInfer<Facts>,
    ) => {
      const general = { ...facts, person: { ...facts.person, firstName: anybody } }
      const draw = async () => {
        const { kind, mail } = await writeMail(ctx, template, general)
        return { template: kind, ...mail }
      }
      return addressed(once(JSON.stringify([template.kind, general]), draw), member)
    },
    plain: async <Facts>(template: MailTemplate<Facts>, facts: NoInfer<Facts>): Promise<MessageContent> => {
      const { kind, mail } = await writeMail(ctx, template, facts)
      return { template: kind, ...mail }
    },
    mailing: (member: CastMember, words: { subject: string; text: string }) =>
      addressed(
        once(words.subject, async () => {
          const mail = mailToRecipient({ words, person: { firstName: anybody } })
          return { template: 'mailing', ...(await renderMail(ctx, mail)) }
        }),
        member,
      ),
  }
}

type Pen = ReturnType<typeof createPen>

/** What members got when they came, joined and left within the year. */
const aboutMembership = async (pen: Pen, { cast, now }: MailTelling): Promise<Letter[]> => {
  const letters: Promise<Letter>[] = []
  const isKept = (at: Date) => now.getTime() - at.getTime() < 365 * dayMs
  for (const member of cast) {
    const { firstName, lastName, email: to, id: memberId, registeredAt, joinedAt, leftAt } = member
    const person = { firstName, lastName, email: to }
    const send = async (at: Date, written: Promise<MessageContent>) =>
      letter({ at, to, memberId, replyTo: 'hello@example.org' }, await written)
    if (isKept(registeredAt)) {
      const link = {
        template: 'verifyEmail',
        subject: 'Confirm your email address',
        text: null,
        html: null,
        isSecret: true,
      }
      letters.push(
        send(registeredAt, Promise.resolve(link)),
        send(registeredAt, pen.write(member, inductionMail, { person })),
      )
      const applicant = { ...person, screenName: member.screenName, phone: member.phone }
      const told = pen.plain(newAccountMail, { person: applicant })
      letters.push(
        told.then((written) => letter({ at: registeredAt, to: 'hello@example.org', memberId, replyTo: to }, written)),
      )
    }
    const facts = (reason: string | null) => ({
      person: { firstName, lastName: '', email: '' },
      reason,
      formerEmail: null,
    })
    if (joinedAt !== null && isKept(joinedAt))
      letters.push(send(joinedAt, pen.write(member, memberMails.welcome, facts(null))))
    if (leftAt !== null) {
      const template = member.suspendedBecause === null ? memberMails.disabled : memberMails.suspended
      letters.push(send(leftAt, pen.write(member, template, facts(member.suspendedBecause ?? member.leftBecause))))
    }
  }
  return Promise.all(letters)
}

/** Receipts of the last two weeks; older ones were taken out of the outbox. */
const receipts = async (pen: Pen, { story, cast, places, products, now }: MailTelling): Promise<Letter[]> => {
  const members = new Map(cast.map((member) => [member.id, member]))
  const recent = story.purchases.filter(({ purchased_at: at }) => now.getTime() - new Date(at).getTime() < 14 * dayMs)
  const balances = createBalances(story)
  const written = recent.map(async (purchase) => {
    const member = members.get(purchase.member_id)
    if (!member) return []
    const facts = {
      person: { firstName: member.firstName },
      machine: places.drinks.name,
      product: products.get(purchase.product_id ?? 0) ?? null,
      amountCents: purchase.amount_cents,
      balanceCents: balances.get(purchase.movement) ?? 0,
      reason: '',
    }
    const at = new Date(new Date(purchase.purchased_at).getTime() + 1000)
    const envelope = { at, to: member.email, memberId: member.id, replyTo: 'hello@example.org' }
    return [letter(envelope, await pen.write(member, vendingMails.bought, facts))]
  })
  return (await Promise.all(written)).flat()
}

/** What a member had after each movement. */
const createBalances = (story: Story) => {
  const held = new Map<number, number>()
  const inTime = story.movements.toSorted((a, b) => a.at.getTime() - b.at.getTime())
  return new Map(
    inTime.map((movement) => {
      const balance = (held.get(movement.memberId) ?? 0) + movement.amountCents
      held.set(movement.memberId, balance)
      return [movement, balance]
    }),
  )
}

const footer = 'Riverbend Makers. Please do not reply.'
const inactiveText = "{device} didn't open because your membership at {site} isn't active. See the portal for details."

const texts = ({ refusedTries, places, cast, now }: MailTelling): Letter[] => {
  const random = createRandom('text messages')
  const sent = refusedTries.map(({ member, at }) => ({
    at,
    member,
    template: 'inactive_swipe',
    words: fillIn(inactiveText, { site: 'Riverbend Makers', device: places.front.name }),
  }))
  const freya = memberNamed(cast, 'Freya')
  const note = {
    at: timeOn(now, { daysAgo: 3, hour: 20.9 }),
    member: freya,
    template: 'staff',
    words: 'You left your phone charger at the laser cutter. It is in the box at the desk.',
  }
  return [...sent, note].map(({ at, member, template, words }) => ({
    ...letter(
      { at, to: member.phone || '+61400000000', memberId: member.id },
      { template, subject: words.slice(0, 100), text: withFooter(words, footer), html: null },
    ),
    channel: 'sms',
    provider_id: `SM${Array.from({ length: 32 }, () => random.whole(0, 15).toString(16)).join('')}`,
  }))
}

const newsletter = {
  subject: 'Clean-up Saturday and the new lens',
  text: [
    'On Saturday from 10:00 we tidy the woodshop together. Bring gloves; there is soup at one.',
    'The laser cutter has its new lens. Please run the test pattern before your first cut and tell Noor if the lines look soft.',
    'The open evening stays on Tuesdays. Bring someone who has never held a soldering iron.',
  ].join('\n\n'),
}

/** A message to everybody active, with who got it. */
const mailing = async (pen: Pen, { story, cast, now }: MailTelling) => {
  const at = timeOn(now, { daysAgo: 16, hour: 19.6 })
  const active = cast.filter((member) => isActiveAt(member, at) && member.membership === 'active')
  const reached = active.filter((member) => member.isPersona || member.id % 17 !== 0)
  const ada = memberNamed(cast, 'Ada')
  const letters = await Promise.all(
    reached.map(async (member) =>
      letter(
        { at, to: member.email, memberId: member.id, replyTo: 'hello@example.org' },
        await pen.mailing(member, newsletter),
      ),
    ),
  )
  const leftOut = active.length - reached.length
  const memberIds = reached.map(({ id }) => id)
  const data = { title: newsletter.subject, count: memberIds.length, leftOut, memberIds }
  story.events.push({ at, event: 'mailing.started', by: ada.id, data })
  return {
    letters,
    row: {
      key: 'clean-up saturday',
      ...newsletter,
      concerns_membership: false,
      left_out: leftOut,
      started_by: ada.id,
      started_at: at,
      recipient_count: memberIds.length,
      prepared_at: at,
    },
  }
}

const alarm = async (pen: Pen, { cast, places, now }: MailTelling): Promise<Letter[]> => {
  const written = await pen.plain(fleetMails.devicesSilent, [{ name: places.kiln.name, silentMs: 10 * minuteMs }])
  const at = new Date(kilnSilentSince(now).getTime() + 10 * minuteMs)
  const staff = cast.filter(({ isAdmin, permissions }) => isAdmin || permissions.includes('devices'))
  return staff.map(({ email: to, id: memberId }) => letter({ at, to, memberId }, written))
}

/** Two addresses no longer take mail, and the newest messages wait because this portal has nothing to send them with. */
const settle = (letters: readonly Letter[], cast: readonly CastMember[]): Letter[] => {
  const full = new Set([memberNamed(cast, 'Anselm').email, memberNamed(cast, 'Tilda').email])
  const newest = letters.length - 3
  return letters.map((one, at) => {
    if (full.has(one.recipient))
      return { ...one, state: 'failed', attempts: 12, sent_at: null, error: '552 5.2.2 The mailbox is full.' }
    return at >= newest && one.channel === 'email' && one.text !== null
      ? { ...one, state: 'kept', attempts: 0, sent_at: null }
      : one
  })
}

/** The outbox, oldest first, and the mailing that is a part of it. */
export const tellCorrespondence = async (
  ctx: Ctx,
  told: MailTelling & { firstMessageId: number; mailingId: number },
) => {
  const pen = createPen(ctx)
  const news = await mailing(pen, told)
  const many = [
    ...(await aboutMembership(pen, told)),
    ...(await receipts(pen, told)),
    ...(await alarm(pen, told)),
    ...texts(told),
    ...news.letters,
  ]
  const inTime = many.toSorted((a, b) => a.created_at.getTime() - b.created_at.getTime())
  const ids = new Map(inTime.map((one, at) => [one, told.firstMessageId + at]))
  const ofMailing = new Set(news.letters.flatMap((one) => ids.get(one) ?? []))
  return {
    messages: settle(inTime, told.cast).map((one, at) => {
      const id = told.firstMessageId + at
      return { id, ...one, mailing_id: ofMailing.has(id) ? told.mailingId : null }
    }),
    mailing: { id: told.mailingId, ...news.row, first_message_id: Math.min(...ofMailing) },
    recipients: news.letters.map((one) => ({
      mailing_id: told.mailingId,
      member_id: one.member_id,
      message_id: ids.get(one) ?? null,
    })),
  }
}
