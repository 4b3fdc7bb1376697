import type { PlaceKind } from '@spacekeeper/contract/storage/words.ts'
import { z } from 'zod'
import type { Ctx } from '#platform/ctx.ts'
import { job } from '#platform/jobs/job.ts'
import type { Day } from '#platform/local-day.ts'
import { longDay } from '#platform/long-day.ts'
import { greet } from '#platform/mail/greet.ts'
import { type MailSite, mailTemplate } from '#platform/mail/mail-template.ts'
import { fullName } from '#platform/shown-name.ts'
import { listStaffAddressees } from '../auth/accounts.ts'
import { sendMail } from '../messages/outbox.ts'

const occasions = ['assigned', 'extended', 'moved', 'before', 'after', 'clearing', 'toClear', 'kept'] as const

type StorageOccasion = (typeof occasions)[number]

/** Emails the holder of a place, and staff where they have to see to it. */
export const mailStorageJob = job(
  'mailStorage',
  z.object({ placeId: z.number().int(), memberId: z.number().int(), occasion: z.enum(occasions) }),
)

type StorageFacts = {
  person: { firstName: string }
  /** What is written on it, with its area. */
  place: string
  kind: PlaceKind
  untilOn: Day | null
  clearBy: Day | null
}

const madeUp: StorageFacts = {
  person: { firstName: 'Sam' },
  place: 'A12 in the basement',
  kind: 'shelf',
  untilOn: '2027-03-14',
  clearBy: null,
}

const dayIn = (day: Day | null, { settings }: MailSite) =>
  day === null ? 'a day that is not set' : longDay(day, settings.SITE_LOCALE_CURRENCY)

const untilWords = ({ untilOn }: StorageFacts, site: MailSite) =>
  untilOn === null
    ? 'You can keep it for as long as you’re a member.'
    : `You can keep it until ${dayIn(untilOn, site)}.`

const storageMail = (
  kind: string,
  write: (facts: StorageFacts, site: MailSite) => { subject: string; paragraphs: string[] },
  sample: StorageFacts = madeUp,
) =>
  mailTemplate<StorageFacts>({
    kind,
    write: (facts, site) => ({
      ...write(facts, site),
      greeting: greet(facts.person),
      button: { label: 'See your storage', url: `${site.url}/account/storage` },
    }),
    sample,
  })

const whatToDo = 'If you need it for longer, reply to this email or ask staff before then.'

const storageTemplates = {
  assigned: storageMail('storageAssigned', (facts, site) => ({
    subject: `Your storage place: ${facts.place}`,
    paragraphs: [
      `${facts.place} is yours now.`,
      untilWords(facts, site),
      'Please keep your things in this place only.',
    ],
  })),
  extended: storageMail('storageExtended', (facts, site) => ({
    subject: `Your storage place ${facts.place}: new last day`,
    paragraphs: [`The last day of your storage place ${facts.place} has changed.`, untilWords(facts, site)],
  })),
  moved: storageMail('storageMoved', (facts, site) => ({
    subject: `Your storage place is now ${facts.place}`,
    paragraphs: [`Staff moved you to ${facts.place}. Please put your things there.`, untilWords(facts, site)],
  })),
  before: storageMail('storageEnding', (facts, site) => ({
    subject: `Your storage place ${facts.place} ends on ${dayIn(facts.untilOn, site)}`,
    paragraphs: [
      `The last day of your storage place ${facts.place} is ${dayIn(facts.untilOn, site)}. Please take your things away by then.`,
      whatToDo,
    ],
  })),
  after: storageMail('storageOverdue', (facts, site) => ({
    subject: `Please clear ${facts.place}`,
    paragraphs: [
      `The last day of your storage place ${facts.place} was ${dayIn(facts.untilOn, site)}, and your things may still be there.`,
      'Please take them away now, or reply to this email if you need more time.',
    ],
  })),
  clearing: storageMail(
    'storageClearing',
    (facts, site) => ({
      subject: `Please clear ${facts.place} by ${dayIn(facts.clearBy, site)}`,
      paragraphs: [
        `Your membership has ended, and so does your storage place ${facts.place}. Please take your things away by ${dayIn(facts.clearBy, site)}.`,
        'Reply to this email to agree a time, and staff will let you in. If you become a member again before then, you keep the place.',
      ],
    }),
    { ...madeUp, clearBy: '2027-03-28' },
  ),
  toClear: storageMail(
    'storageToClear',
    (facts, site) => ({
      subject: `${facts.place} is being cleared`,
      paragraphs: [
        `The last day to clear ${facts.place} was ${dayIn(facts.clearBy, site)}. Staff will clear it from now on.`,
        'Reply to this email today if your things are still there and you want them.',
      ],
    }),
    { ...madeUp, clearBy: '2027-03-28' },
  ),
  kept: storageMail('storageKept', (facts, site) => ({
    subject: `You keep ${facts.place}`,
    paragraphs: [`You’re a member again, so your storage place ${facts.place} stays yours.`, untilWords(facts, site)],
  })),
} satisfies Record<StorageOccasion, unknown>

type StaffFacts = Omit<StorageFacts, 'person'> & { holder: string; code: string; isOver: boolean }

/** Goes to staff. */
const storageStaffMail = mailTemplate<StaffFacts>({
  kind: 'storageStaff',
  write: (facts, site) => ({
    subject: `Storage: ${facts.place} has to be cleared`,
    paragraphs: [
      facts.isOver
        ? `${facts.holder} is no longer a member. The last day to clear ${facts.place} was ${dayIn(facts.clearBy, site)}.`
        : `The last day of ${facts.place}, held by ${facts.holder}, was ${dayIn(facts.untilOn, site)}.`,
      'Check whether it’s empty. Then release it or give more time.',
    ],
    button: { label: 'Open the place', url: `${site.url}/storage/${facts.code}` },
  }),
  sample: { ...madeUp, holder: 'Sam Sample', code: 'A12', clearBy: '2027-03-28', isOver: true },
})

export const storageMails = [...Object.values(storageTemplates), storageStaffMail]

const findHolding = (ctx: Ctx, { placeId, memberId }: { placeId: number; memberId: number }) =>
  ctx.db
    .selectFrom('storage_places as p')
    .innerJoin('members as m', 'm.id', 'p.holder_id')
    .select(['p.code', 'p.area', 'p.kind', 'p.until_on', 'p.clear_by', 'm.closed_at'])
    .select(['m.first_name as firstName', 'm.last_name as lastName'])
    .where('p.id', '=', placeId)
    .where('m.id', '=', memberId)
    .executeTakeFirst()

const tellsStaff: readonly StorageOccasion[] = ['after', 'toClear']

/** Writes to the holder, unless they gave the place back meanwhile. */
export const mailStorage = async (
  ctx: Ctx,
  { placeId, memberId, occasion }: { placeId: number; memberId: number; occasion: StorageOccasion },
): Promise<void> => {
  const row = await findHolding(ctx, { placeId, memberId })
  if (!row) return
  const { code, area, kind, until_on: untilOn, clear_by: clearBy, firstName } = row
  const facts = { place: area === '' ? code : `${code} (${area})`, kind, untilOn, clearBy }
  if (row.closed_at === null)
    await sendMail(ctx, {
      template: storageTemplates[occasion],
      facts: { ...facts, person: { firstName } },
      envelope: { memberId, replyTo: await ctx.settings.get('EMAIL_ADMIN') },
    })
  if (!tellsStaff.includes(occasion)) return
  const holder = row.closed_at === null ? fullName(row) : `Former member ${memberId}`
  await sendMail(ctx, {
    template: storageStaffMail,
    facts: { ...facts, holder, code, isOver: clearBy !== null },
    envelope: (await listStaffAddressees(ctx)).map((one) => ({ ...one, about: [memberId] })),
  })
}
