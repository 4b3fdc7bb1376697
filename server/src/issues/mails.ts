import { sayCount } from '@spacekeeper/contract/formatters.ts'
import { greet } from '#platform/mail/greet.ts'
import { type MailSite, mailTemplate } from '#platform/mail/mail-template.ts'

type ReportedFacts = {
  reportId: number
  /** Null: the portal itself, for maintenance. */
  reporter: string | null
  title: string
  description: string
  place: string
  isUnsafe: boolean
  isLocked: boolean
  pictures: number
}

type OwnReportFacts = {
  person: { firstName: string }
  title: string
  place: string
  /** What staff wrote; may be empty. */
  text: string
  /** They said they have the problem, too. */
  isFollower: boolean
}

type GivenFacts = {
  reportId: number
  person: { firstName: string }
  /** The screen name of who gave it to them; null: not a member. */
  giver: string | null
  title: string
  place: string
  description: string
  isUnsafe: boolean
  dueDay: string | null
}

type UnsafeMachineFacts = {
  person: { firstName: string }
  machine: string
  machineId: number
  title: string
  isLocked: boolean
}

const atPlace = (place: string) => (place === '' ? '' : ` (${place})`)

/** Open to every account, as a membership may end before the email is read. */
const ownReports = ({ url }: MailSite) => ({ label: 'See your reports', url: `${url}/account/reports` })

export const pathOfThing = (deviceId: number): `/${string}` => `/things/${deviceId}`

const machinePage = (machineId: number, { url }: MailSite) => ({
  label: 'See the machine',
  url: `${url}${pathOfThing(machineId)}`,
})

const said = (...paragraphs: readonly string[]) => paragraphs.filter((paragraph) => paragraph !== '')

const photoWords = (count: number) =>
  sayCount(count, { one: 'The photo is attached.', other: '{count} photos are attached.' })

const reported = mailTemplate({
  kind: 'issueReported',
  write: (report: ReportedFacts, site) => ({
    subject: `${report.isUnsafe ? 'Unsafe: ' : ''}${report.title}${atPlace(report.place)}`,
    paragraphs: said(
      report.reporter === null ? 'Maintenance is due.' : `${report.reporter} reported a problem.`,
      report.isUnsafe ? `It’s unsafe.${report.isLocked ? ' The machine is locked until you unlock it.' : ''}` : '',
      report.description,
      report.pictures === 0 ? '' : photoWords(report.pictures),
    ),
    facts: report.place === '' ? [] : [{ label: 'Where', value: report.place }],
    button: { label: 'Open the report', url: `${site.url}/manage/issues/${report.reportId}` },
  }),
  sample: {
    reportId: 12,
    reporter: 'Sam Sample',
    title: 'Saw blade is loose',
    description: 'It wobbles when it starts, and the guard doesn’t close.',
    place: 'Table saw',
    isUnsafe: true,
    isLocked: true,
    pictures: 1,
  },
})

const ownSample: OwnReportFacts = {
  person: { firstName: 'Sam' },
  title: 'Saw blade is loose',
  place: 'Table saw',
  text: 'Thank you. A new blade is ordered and comes on Friday.',
  isFollower: false,
}

const answered = mailTemplate({
  kind: 'issueAnswered',
  write: ({ person, title, place, text }: OwnReportFacts, site) => ({
    subject: `About your report: ${title}`,
    greeting: greet(person),
    paragraphs: [`Staff wrote about your report “${title}”${atPlace(place)}:`, text],
    button: ownReports(site),
  }),
  sample: ownSample,
})

const done = mailTemplate({
  kind: 'issueDone',
  write: ({ person, title, place, text, isFollower }: OwnReportFacts, site) => ({
    subject: `Fixed: ${title}`,
    greeting: greet(person),
    paragraphs: said(
      isFollower
        ? `A problem you have too is fixed: “${title}”${atPlace(place)}.`
        : `The problem you reported is fixed: “${title}”${atPlace(place)}. Thank you for telling us.`,
      text,
    ),
    button: ownReports(site),
  }),
  sample: { ...ownSample, text: 'The blade is new.' },
})

const machineSample: UnsafeMachineFacts = {
  person: { firstName: 'Sam' },
  machine: 'Table saw',
  machineId: 8,
  title: 'Saw blade is loose',
  isLocked: true,
}

const unsafe = mailTemplate({
  kind: 'machineUnsafe',
  newsHours: 7 * 24,
  write: ({ person, machine, machineId, title, isLocked }: UnsafeMachineFacts, site) => ({
    subject: `${machine} was reported as unsafe`,
    greeting: greet(person),
    paragraphs: [
      `A member reported ${machine} as unsafe: “${title}”.`,
      isLocked
        ? 'It’s locked until staff have looked at it. We email you when it’s back.'
        : 'Please don’t use it until staff have looked at it. We email you when it’s done.',
    ],
    button: machinePage(machineId, site),
    footnotes: ['You get this because you used it in the last 30 days.'],
  }),
  sample: machineSample,
})

const back = mailTemplate({
  kind: 'machineBack',
  newsHours: 7 * 24,
  write: ({ person, machine, machineId, title }: UnsafeMachineFacts, site) => ({
    subject: `${machine} is back`,
    greeting: greet(person),
    paragraphs: [`You can use ${machine} again. It had been reported as unsafe: “${title}”.`],
    button: machinePage(machineId, site),
  }),
  sample: { ...machineSample, isLocked: false },
})

const given = mailTemplate({
  kind: 'issueGiven',
  write: (report: GivenFacts, site) => ({
    subject: `${report.isUnsafe ? 'Unsafe: ' : ''}${report.title}${atPlace(report.place)}: assigned to you`,
    greeting: greet(report.person),
    paragraphs: said(
      `${report.giver ?? 'The portal'} assigned this issue to you.`,
      report.isUnsafe ? 'It’s unsafe.' : '',
      report.description,
    ),
    facts: [
      ...(report.place === '' ? [] : [{ label: 'Where', value: report.place }]),
      ...(report.dueDay === null ? [] : [{ label: 'Due', value: report.dueDay }]),
    ],
    button: { label: 'Open the report', url: `${site.url}/manage/issues/${report.reportId}` },
  }),
  sample: {
    reportId: 12,
    person: { firstName: 'Sam' },
    giver: 'Ada',
    title: 'Saw blade is loose',
    place: 'Table saw',
    description: 'It wobbles when it starts, and the guard doesn’t close.',
    isUnsafe: true,
    dueDay: '20 March 2027',
  },
})

export const issueMails = { reported, given, answered, done, unsafe, back }
