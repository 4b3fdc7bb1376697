import { dateFormat } from '@spacekeeper/contract/formatters.ts'
import type { Ctx } from '#platform/ctx.ts'
import type { Work } from '#platform/db/change.ts'
import { greet } from '#platform/mail/greet.ts'
import { type MailSite, mailTemplate, writeMail } from '#platform/mail/mail-template.ts'
import { queueMail, sendMail } from '../../messages/outbox.ts'
import { findAccount } from '../accounts.ts'

type NewDeviceLogin = { person: { firstName: string }; device: string; address: string; at: string }

const formatMoment = (at: string, { settings }: MailSite) =>
  dateFormat(settings.SITE_LOCALE_CURRENCY, {
    dateStyle: 'full',
    timeStyle: 'short',
    timeZone: settings.SITE_TIME_ZONE,
  }).format(new Date(at))

export const newDeviceMail = mailTemplate<NewDeviceLogin>({
  kind: 'newDevice',
  write: ({ person, device, address, at }, site) => ({
    subject: `New login to ${site.siteName}`,
    greeting: greet(person),
    paragraphs: [
      `You logged in at ${site.siteName} from a new device.`,
      'If this wasn’t you, choose a new password now. That logs out every device. Then look at your logins in your profile.',
    ],
    facts: [
      { label: 'Device', value: device },
      { label: 'Address', value: address },
      { label: 'Time', value: formatMoment(at, site) },
    ],
    button: { label: 'Open your profile', url: `${site.url}/account/security` },
    footnotes: ['We email you once for each device.'],
  }),
  sample: {
    person: { firstName: 'Sam' },
    device: 'Firefox on Linux',
    address: '192.0.2.7',
    at: '2026-11-19T18:05:00Z',
  },
})

/** What was changed about how a member logs in, each with its sentence. */
const changes = {
  passkeyAdded: 'A passkey was added to your account. It logs you in without your password.',
  passkeyRemoved: 'A passkey was removed from your account. It can’t be used any more.',
  totpTurnedOn: 'Codes from an authenticator app were turned on for your account. Logging in asks for one now.',
  totpTurnedOff: 'Codes from an authenticator app were turned off for your account. Logging in no longer asks for one.',
  recoveryCodeUsed: 'A recovery code of your account was used. It won’t work again.',
  recoveryCodesRenewed: 'Your account has new recovery codes. The earlier ones don’t work any more.',
  passwordRemoved: 'The password of your account was removed. Log in with a passkey.',
  providerLinked: 'An account at another provider was linked to your account. It logs you in.',
  providerUnlinked: 'An account at another provider was unlinked from your account. It doesn’t log you in any more.',
  reset: 'Staff removed the passkeys, the authenticator app and the recovery codes of your account. Set them up anew.',
} as const

export type StrongLoginChange = keyof typeof changes

export const strongLoginChanges = Object.keys(changes) as [StrongLoginChange, ...StrongLoginChange[]] // Object.keys loses the names

export const strongLoginMail = mailTemplate<{ person: { firstName: string }; what: StrongLoginChange }>({
  kind: 'strongLogin',
  write: ({ person, what }, site) => ({
    subject: 'The way you log in was changed',
    greeting: greet(person),
    paragraphs: [changes[what], 'If this wasn’t you, choose a new password now and tell the people who run the space.'],
    button: { label: 'Open your profile', url: `${site.url}/account/security` },
  }),
  sample: { person: { firstName: 'Sam' }, what: 'passkeyAdded' },
})

/** Tells a member of a login from a device that is new to them. */
export const queueNewDevice = async (
  work: Work,
  login: Omit<NewDeviceLogin, 'person'> & { memberId: number },
): Promise<void> => {
  const { memberId, ...facts } = login
  const person = await work.tx
    .selectFrom('members')
    .select('first_name as firstName')
    .where('id', '=', memberId)
    .executeTakeFirstOrThrow()
  const mail = await writeMail(work.ctx, newDeviceMail, { ...facts, person })
  await queueMail(work, { mail, envelope: { memberId } })
}

/** Tells a member that the way they log in was changed, in case it wasn’t them. */
export const mailStrongLogin = async (
  ctx: Ctx,
  { memberId, what }: { memberId: number; what: StrongLoginChange },
): Promise<void> => {
  const person = await findAccount(ctx, memberId)
  if (!person) return
  await sendMail(ctx, { template: strongLoginMail, facts: { person, what }, envelope: { memberId } })
}
