import type { KioskKind } from '@spacekeeper/contract/kiosks/words.ts'
import { sql } from 'kysely'
import type { Ctx } from '#platform/ctx.ts'
import { mailTemplate } from '#platform/mail/mail-template.ts'
import { fullNameOf } from '#platform/shown-name.ts'
import { listStaffAddressees } from '../auth/accounts.ts'
import { sendMail } from '../messages/outbox.ts'

type KioskMailFacts = { kind: KioskKind; name: string; by: string; address: string; isCardEnough: boolean }

const displayText = 'It shows who is there and what is planned to all who pass. No one can log in there.'

export const kioskAuthorisedMail = mailTemplate<KioskMailFacts>({
  kind: 'kioskAuthorised',
  write: ({ kind, name, by, address, isCardEnough }, { siteName, url }) => ({
    subject: `${name} is a ${kind === 'kiosk' ? 'kiosk' : 'wall display'} now`,
    paragraphs: [
      kind === 'kiosk'
        ? `${by} authorised a kiosk at ${siteName}. Members can log in there with their card.`
        : `${by} authorised a wall display at ${siteName}.`,
      kind === 'display'
        ? displayText
        : isCardEnough
          ? 'A card alone is enough there, except for staff and members with a PIN.'
          : 'It asks everyone for a PIN or password after their card, until an administrator says that a card is enough.',
      'If you don’t recognise this screen, revoke it. It stops working immediately.',
    ],
    facts: [
      { label: 'Screen', value: name },
      { label: 'Address', value: address },
    ],
    button: { label: 'Look at the kiosks', url: `${url}/manage/kiosks` },
  }),
  sample: { kind: 'kiosk', name: 'Foyer', by: 'Sam Sample', address: '10.0.0.7', isCardEnough: false },
})

/** Tells those who run the space that a screen became a kiosk, and who authorised it: it hears the cards that are held to it. */
export const mailKioskAuthorised = async (ctx: Ctx, { kioskId }: { kioskId: number }): Promise<void> => {
  const kiosk = await ctx.db
    .selectFrom('kiosks as k')
    .leftJoin('members as m', 'm.id', 'k.authorised_by')
    .select(['k.kind', 'k.name', 'k.ip_address as address', 'k.is_card_enough as isCardEnough', 'm.id as byId'])
    .select(sql<string>`coalesce(${fullNameOf('m')}, 'The portal')`.as('by'))
    .where('k.id', '=', kioskId)
    .where('k.authorised_at', 'is not', null)
    .executeTakeFirst()
  if (!kiosk) return
  const about = kiosk.byId === null ? [] : [kiosk.byId]
  const envelope = (await listStaffAddressees(ctx)).map((one) => ({ ...one, about }))
  await sendMail(ctx, { template: kioskAuthorisedMail, facts: kiosk, envelope })
}
