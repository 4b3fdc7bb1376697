import { sayCount } from '@spacekeeper/contract/formatters.ts'
import { type MailSite, mailTemplate } from '#platform/mail/mail-template.ts'
import type { Mail } from '#platform/mail/mail.ts'
import { describeSilence } from './rules.ts'

/** `silentMs`: how long the device has been offline, or was before it came back. */
export type SilentDevice = { name: string; silentMs: number }

/** Named in one mail; the others are counted. */
const mostNamed = 20

const subjectOf = (devices: readonly SilentDevice[], what: { one: string; many: string }) =>
  sayCount(devices.length, { one: `${devices[0]?.name ?? ''} ${what.one}`, other: `{count} devices ${what.many}` })

const factsOf = (devices: readonly SilentDevice[], word: (silence: string) => string) => [
  ...devices.slice(0, mostNamed).map(({ name, silentMs }) => ({ label: name, value: word(describeSilence(silentMs)) })),
  ...(devices.length > mostNamed ? [{ label: 'Others', value: `${devices.length - mostNamed} more` }] : []),
]

const madeUp: SilentDevice[] = [
  { name: 'Front door', silentMs: 6 * 60_000 },
  { name: 'Laser cutter', silentMs: 5 * 60_000 },
]

const fleetMail = (kind: string, write: (devices: readonly SilentDevice[], site: MailSite) => Mail) =>
  mailTemplate({ kind, newsHours: 24, write, sample: madeUp })

/** Emails to staff about devices that go offline and come back. */
export const fleetMails = {
  devicesSilent: fleetMail('devicesSilent', (devices, { siteName, url }) => ({
    subject: subjectOf(devices, { one: 'is offline', many: 'are offline' }),
    paragraphs: [
      `The portal of ${siteName} can’t reach ${sayCount(devices.length, { one: 'this device', other: 'these devices' })}.`,
      'An offline door still opens for the cards it knows. An offline machine can’t be started.',
    ],
    facts: factsOf(devices, (silence) => `Offline for ${silence}`),
    button: { label: 'See the devices', url: `${url}/manage/devices` },
    footnotes: ['We email you once when an outage starts and once when it’s over.'],
  })),
  devicesBack: fleetMail('devicesBack', (devices, { siteName, url }) => ({
    subject: subjectOf(devices, { one: 'is back', many: 'are back' }),
    paragraphs: [
      `The portal of ${siteName} can reach ${sayCount(devices.length, { one: 'this device', other: 'these devices' })} again.`,
    ],
    facts: factsOf(devices, (silence) => `Was offline for about ${silence}`),
    button: { label: 'See the devices', url: `${url}/manage/devices` },
  })),
}

export type FleetMail = keyof typeof fleetMails
