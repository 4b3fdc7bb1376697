import { listNames } from '@spacekeeper/contract/formatters.ts'
import { sql } from 'kysely'
import { z } from 'zod'
import type { Ctx } from '#platform/ctx.ts'
import { job } from '#platform/jobs/job.ts'
import type { Day } from '#platform/local-day.ts'
import { longDay } from '#platform/long-day.ts'
import { greet } from '#platform/mail/greet.ts'
import { type MailSite, mailTemplate } from '#platform/mail/mail-template.ts'
import type { Mail } from '#platform/mail/mail.ts'
import { sendMail } from '../messages/outbox.ts'
import { endsOn } from './award-facts.ts'

/** Emails a member about a certificate of theirs. */
export const mailAwardJob = job(
  'mailAward',
  z.object({ awardId: z.number().int(), occasion: z.enum(['awarded', 'ending', 'ended']) }),
)

type TrainingMailFacts = {
  person: { firstName: string }
  certificate: string
  /** The first day without it; null: it does not end by itself. */
  endsOn: Day | null
  /** Granted doors and machines that ask for it. */
  devices: string[]
  /** It was not used for so long. */
  isUnused: boolean
  /** What staff wrote. */
  reason: string
}

const madeUp: TrainingMailFacts = {
  person: { firstName: 'Sam' },
  certificate: 'Laser induction',
  endsOn: '2027-03-14',
  devices: ['Laser cutter'],
  isUnused: false,
  reason: '',
}

const dateOf = (day: Day, { settings }: MailSite) => longDay(day, settings.SITE_LOCALE_CURRENCY)

const listDevices = ({ devices }: TrainingMailFacts, { settings }: MailSite) =>
  listNames(settings.SITE_LOCALE_CURRENCY, devices)

type WrittenAward = Pick<Mail, 'subject' | 'paragraphs'> & { label: string }

const trainingMail = (
  kind: string,
  write: (facts: TrainingMailFacts, site: MailSite) => WrittenAward,
  sample: TrainingMailFacts = madeUp,
) =>
  mailTemplate({
    kind,
    write: (facts: TrainingMailFacts, site) => {
      const { label, ...said } = write(facts, site)
      return {
        ...said,
        greeting: greet(facts.person),
        button: { label, url: `${site.url}/account/training` },
      }
    },
    sample,
  })

const said = (...paragraphs: readonly string[]) => paragraphs.filter((paragraph) => paragraph !== '')

const whyEnded = ({ isUnused, reason, certificate }: TrainingMailFacts) => {
  if (reason !== '') return `The reason: ${reason}`
  return isUnused ? `You haven’t used what needs ${certificate} for a long time, so a refresher is due.` : ''
}

/** The mails about what members are trained for. */
export const trainingMails = {
  awarded: trainingMail('certificateAwarded', (facts, site) => ({
    subject: `You have the certificate ${facts.certificate}`,
    paragraphs: said(
      facts.devices.length > 0
        ? `You can now use ${listDevices(facts, site)}.`
        : `It is on your page in the portal with your other certificates.`,
      facts.endsOn === null ? '' : `It ends on ${dateOf(facts.endsOn, site)}. We’ll write to you before.`,
    ),
    label: 'See your certificates',
  })),
  ending: trainingMail('certificateEnding', (facts, site) => ({
    subject: `${facts.certificate} ends soon`,
    paragraphs: said(
      `Your certificate ${facts.certificate} ends on ${facts.endsOn === null ? 'a day soon' : dateOf(facts.endsOn, site)}.`,
      facts.devices.length > 0 ? `Without it you can’t use ${listDevices(facts, site)}.` : '',
      'The portal says how to renew it.',
    ),
    label: 'Renew it',
  })),
  ended: trainingMail(
    'certificateEnded',
    (facts, site) => ({
      subject: `${facts.certificate} has ended`,
      paragraphs: said(
        `Your certificate ${facts.certificate} has ended.`,
        whyEnded(facts),
        facts.devices.length > 0 ? `Until you have it again you can’t use ${listDevices(facts, site)}.` : '',
      ),
      label: 'See how to get it again',
    }),
    { ...madeUp, reason: 'The machine is a new one, and everyone is shown it again.' },
  ),
}

/** Writes to a member who has an active membership about a certificate of theirs. */
export const mailAward = async (
  ctx: Ctx,
  { awardId, occasion }: { awardId: number; occasion: 'awarded' | 'ending' | 'ended' },
): Promise<void> => {
  const zone = await ctx.settings.get('SITE_TIME_ZONE')
  const row = await ctx.db
    .selectFrom('awards as a')
    .innerJoin('certificates as c', 'c.id', 'a.certificate_id')
    .innerJoin('members as m', 'm.id', 'a.member_id')
    .select(['m.id', 'm.first_name as firstName', 'c.name', 'a.ended_at', 'a.end_kind', 'a.end_reason'])
    .select([
      endsOn(zone).as('ends_on'),
      sql<string[]>`array(
        select d.name from certificate_requirements q
        join devices d on d.id = q.device_id and d.removed_at is null and not d.is_hidden
        join grants g on g.device_id = d.id and g.member_id = m.id
        where q.certificate_id = c.id order by lower(d.name))`.as('devices'),
    ])
    .where('a.id', '=', awardId)
    .where('m.closed_at', 'is', null)
    .executeTakeFirst()
  // One that ended or was renewed meanwhile needs no reminder.
  if (!row || (occasion === 'ending' && row.ended_at !== null)) return
  await sendMail(ctx, {
    template: trainingMails[occasion],
    facts: {
      person: { firstName: row.firstName },
      certificate: row.name,
      endsOn: row.ends_on,
      devices: row.devices,
      isUnused: row.end_kind === 'unused',
      reason: row.end_reason ?? '',
    },
    envelope: { memberId: row.id, replyTo: await ctx.settings.get('EMAIL_ADMIN') },
  })
}
