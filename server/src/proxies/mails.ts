import { greet } from '#platform/mail/greet.ts'
import { type MailSite, mailTemplate } from '#platform/mail/mail-template.ts'
import { heldOn } from './letter-file.ts'

type ProxyMailFacts = {
  firstName: string
  principalName: string
  holderName: string
  memberCity: string
  proxyCity: string
  meeting: string
  meetingId: number
  startsAt: Date
}

const sampleProxy: ProxyMailFacts = {
  firstName: 'Sam',
  principalName: 'Alex Sample',
  holderName: 'Sam Sample',
  memberCity: 'Springfield',
  proxyCity: 'Springfield',
  meeting: 'Annual general meeting',
  meetingId: 5,
  startsAt: new Date('2027-03-01T08:00:00Z'),
}

const factsOf = (facts: ProxyMailFacts, site: MailSite) => [
  { label: 'Meeting', value: facts.meeting },
  { label: 'When', value: heldOn(site.settings, facts.startsAt) },
  { label: 'Member', value: `${facts.principalName}, ${facts.memberCity}` },
  { label: 'Proxy', value: `${facts.holderName}, ${facts.proxyCity}` },
]

/** The page of the meeting, where members to whom the page of proxies is closed can end what they gave or hold, too. */
const meetingPage = ({ meetingId }: ProxyMailFacts, { url }: MailSite) => ({
  label: 'Open the meeting',
  url: `${url}/tools/meetings/${meetingId}`,
})

/** Asks the holder, who answers behind the link without logging in. */
export const proxyAskedMail = mailTemplate<ProxyMailFacts & { path: string }>({
  kind: 'proxyAsked',
  isSecret: true,
  write: (facts, site) => ({
    subject: `${facts.principalName} asks you to vote for them`,
    greeting: greet(facts),
    paragraphs: [
      `${facts.principalName} can’t come to a meeting of ${site.siteName} and would like you to be their proxy: you’d vote for them there.`,
      'It only counts once you have accepted. If you’d rather not, decline, so that they can ask another member.',
    ],
    facts: factsOf(facts, site),
    button: { label: 'Accept or decline', url: `${site.url}${facts.path}` },
    footnotes: ['Anyone with this link can answer for you, so please don’t forward this email.'],
  }),
  sample: { ...sampleProxy, path: '/proxy/a-link-of-your-own' },
})

/** Reminds a holder who has not answered. The link of the first mail goes on working, so this one has none of its own. */
export const proxyReminderMail = mailTemplate<ProxyMailFacts>({
  kind: 'proxyReminder',
  write: (facts, site) => ({
    subject: `${facts.principalName} waits for your answer`,
    greeting: greet(facts),
    paragraphs: [
      `${facts.principalName} asked you to vote for them at the meeting below, and you have not answered. Without your answer their vote isn’t cast.`,
      'Accept or decline in the portal, or with the link of the first email.',
    ],
    facts: factsOf(facts, site),
    button: meetingPage(facts, site),
  }),
  sample: sampleProxy,
})

/** Tells the principal what they did, or what staff recorded for them. */
export const proxyGivenMail = mailTemplate<ProxyMailFacts & { counts: boolean; isPaper: boolean }>({
  kind: 'proxyGiven',
  write: (facts, site) => ({
    subject: facts.counts ? `${facts.holderName} votes for you` : `You asked ${facts.holderName} to vote for you`,
    greeting: greet(facts),
    paragraphs: [
      facts.isPaper
        ? `Staff of ${site.siteName} recorded your proxy on paper: ${facts.holderName} votes for you at the meeting below.`
        : facts.counts
          ? `You gave your proxy to ${facts.holderName}, who votes for you at the meeting below.`
          : `We asked ${facts.holderName} to be your proxy at the meeting below. It counts once they accept; we’ll email you.`,
      'You can withdraw it in the portal. It ends by itself if you come to the meeting.',
    ],
    facts: factsOf(facts, site),
    button: meetingPage(facts, site),
  }),
  sample: { ...sampleProxy, firstName: 'Alex', counts: false, isPaper: false },
})

/** Tells the holder of a proxy that counts without their answer. */
export const proxyHeldMail = mailTemplate<ProxyMailFacts>({
  kind: 'proxyHeld',
  write: (facts, site) => ({
    subject: `You vote for ${facts.principalName}`,
    greeting: greet(facts),
    paragraphs: [
      `${facts.principalName} gave you their proxy for a meeting of ${site.siteName}: you vote for them there, besides yourself.`,
      'If you can’t come, or would rather not, give it back in the portal.',
    ],
    facts: factsOf(facts, site),
    button: meetingPage(facts, site),
  }),
  sample: sampleProxy,
})

/** Tells the principal what the holder answered. */
export const proxyAnsweredMail = mailTemplate<ProxyMailFacts & { isAccepted: boolean }>({
  kind: 'proxyAnswered',
  write: (facts, site) => ({
    subject: facts.isAccepted ? `${facts.holderName} votes for you` : `${facts.holderName} can’t vote for you`,
    greeting: greet(facts),
    paragraphs: facts.isAccepted
      ? [
          `${facts.holderName} accepted your proxy and votes for you at the meeting below.`,
          'In the portal you can tell them how to vote.',
        ]
      : [
          `${facts.holderName} won’t be your proxy at the meeting below.`,
          'You can ask another member in the portal, or come yourself.',
        ],
    facts: factsOf(facts, site),
    button: meetingPage(facts, site),
  }),
  sample: { ...sampleProxy, firstName: 'Alex', isAccepted: true },
})

export const mailedProxyEnds = ['withdrawn', 'removed', 'replaced', 'expired'] as const

export type MailedProxyEnd = (typeof mailedProxyEnds)[number]

type EndFacts = ProxyMailFacts & { end: MailedProxyEnd; isPrincipal: boolean; reason: string }

const endSentences: Record<MailedProxyEnd, (facts: EndFacts) => string> = {
  withdrawn: ({ isPrincipal, principalName, holderName }) =>
    isPrincipal
      ? `You withdrew your proxy. ${holderName} doesn’t vote for you any more.`
      : `${principalName} withdrew their proxy. You don’t vote for them at the meeting below.`,
  removed: ({ isPrincipal, principalName, holderName }) =>
    isPrincipal
      ? `Staff removed your proxy. ${holderName} doesn’t vote for you at the meeting below.`
      : `Staff removed the proxy of ${principalName}. You don’t vote for them at the meeting below.`,
  replaced: ({ principalName }) =>
    `${principalName} gave their proxy to another member. You don’t vote for them at the meeting below.`,
  expired: ({ holderName }) =>
    `${holderName} didn’t accept your proxy before the meeting began, so no one votes for you there.`,
}

/** Tells either member that a proxy has ended. */
export const proxyEndedMail = mailTemplate<EndFacts>({
  kind: 'proxyEnded',
  write: (facts, site) => ({
    subject: `A proxy for the ${facts.meeting} has ended`,
    greeting: greet(facts),
    paragraphs: [endSentences[facts.end](facts)],
    facts: [...factsOf(facts, site), ...(facts.reason === '' ? [] : [{ label: 'Reason', value: facts.reason }])],
    button: meetingPage(facts, site),
  }),
  sample: { ...sampleProxy, firstName: 'Alex', end: 'withdrawn', isPrincipal: true, reason: '' },
})

export const proxyMails = [
  proxyAskedMail,
  proxyGivenMail,
  proxyHeldMail,
  proxyReminderMail,
  proxyAnsweredMail,
  proxyEndedMail,
]
