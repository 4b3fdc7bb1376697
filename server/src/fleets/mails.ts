import type { Mail } from '#platform/mail/mail.ts'
import { wordSilence } from './rules.ts'

/** `silentMs`: how long nobody has heard of it, or had not when it came back. */
export type Alarmed = { name: string; silentMs: number }
type Facts = { devices: readonly Alarmed[]; siteName: string; url: string }

/** Named in one mail; the others are counted. */
const mostNamed = 20

const subjectOf = (devices: readonly Alarmed[], what: { one: string; many: string }) =>
  devices.length === 1 ? `${devices[0]?.name ?? ''} ${what.one}` : `${devices.length} devices ${what.many}`
const factsOf = (devices: readonly Alarmed[], word: (silence: string) => string) => [
  ...devices.slice(0, mostNamed).map(({ name, silentMs }) => ({ label: name, value: word(wordSilence(silentMs)) })),
  ...(devices.length > mostNamed ? [{ label: 'Others', value: `${devices.length - mostNamed} more` }] : []),
]

/** What staff are told of devices that fall silent. */
export const fleetMails = {
  devicesSilent: ({ devices, siteName, url }) => ({
    subject: subjectOf(devices, { one: 'is offline', many: 'are offline' }),
    paragraphs: [
      `The portal of ${siteName} does not hear of ${devices.length === 1 ? 'this device' : 'these devices'} any more.`,
      'A door goes on opening for the cards it knows. A machine that is offline cannot be started.',
    ],
    facts: factsOf(devices, (silence) => `Not heard of for ${silence}`),
    button: { label: 'See the devices', url: `${url}/manage/devices` },
    footnotes: ['You hear of it once for each outage, and once more when it is over.'],
  }),
  devicesBack: ({ devices, siteName, url }) => ({
    subject: subjectOf(devices, { one: 'is back', many: 'are back' }),
    paragraphs: [`The portal of ${siteName} hears of ${devices.length === 1 ? 'this device' : 'these devices'} again.`],
    facts: factsOf(devices, (silence) => `Was offline for about ${silence}`),
    button: { label: 'See the devices', url: `${url}/manage/devices` },
  }),
} as const satisfies Record<string, (facts: Facts) => Mail>

export type FleetMail = keyof typeof fleetMails

const madeUp: Alarmed[] = [
  { name: 'Front door', silentMs: 6 * 60_000 },
  { name: 'Laser cutter', silentMs: 5 * 60_000 },
]

/** Every mail about the fleet, with devices made up. */
export const sampleFleetMails = (site: Pick<Facts, 'siteName' | 'url'>): { kind: string; mail: Mail }[] =>
  Object.entries(fleetMails).map(([kind, write]) => ({ kind, mail: write({ ...site, devices: madeUp }) }))
