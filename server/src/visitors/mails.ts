import { greet } from '#platform/mail/greet.ts'
import { mailTemplate } from '#platform/mail/mail-template.ts'

type ArrivalFacts = { firstName: string; visitorName: string }

type InvitationFacts = { visitorName: string; hostName: string | null; day: string; path: string }

/** Tells the host that a visitor signed in. */
export const visitorArrivedMail = mailTemplate<ArrivalFacts>({
  kind: 'visitorArrived',
  newsHours: 12,
  write: ({ firstName, visitorName }, { siteName, url }) => ({
    subject: `${visitorName} is here`,
    greeting: greet({ firstName }),
    paragraphs: [
      `${visitorName} has signed in as your visitor at ${siteName}.`,
      'When they leave, they sign out at the kiosk, or you do it for them.',
    ],
    button: { label: 'See your visitors', url: `${url}/account/visitors` },
  }),
  sample: { firstName: 'Sam', visitorName: 'Robin Sample' },
})

/** Goes to a visitor a member announced. */
export const visitorInvitedMail = mailTemplate<InvitationFacts>({
  kind: 'visitorInvited',
  write: ({ visitorName, hostName, day, path }, { siteName, url }) => ({
    subject: `Your visit to ${siteName} on ${day}`,
    greeting: greet({ firstName: visitorName }),
    paragraphs: [
      hostName === null
        ? `You are expected at ${siteName} on ${day}.`
        : `${hostName} expects you at ${siteName} on ${day}.`,
      'When you arrive, sign in at the screen at the entrance, or with this button on your phone.',
    ],
    button: { label: 'Sign in on the day', url: `${url}${path}` },
    footnotes: ['If you don’t know who invited you, ignore this email.'],
  }),
  sample: {
    visitorName: 'Robin Sample',
    hostName: 'Sam',
    day: '24 November 2026',
    path: '/visitors/new?invitation=sample',
  },
})

export const visitorMails = [visitorArrivedMail, visitorInvitedMail]
