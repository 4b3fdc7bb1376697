import { openingsPath } from '@spacekeeper/contract/openings/words.ts'
import { greet } from '#platform/mail/greet.ts'
import { mailTemplate } from '#platform/mail/mail-template.ts'

type NewsFacts = {
  firstName: string
  kind: 'announced' | 'moved' | 'late' | 'cancelled'
  when: string
  /** How many openings it is about, week by week. */
  count: number
}

const sayNews = ({ kind, when, count }: NewsFacts, siteName: string): { subject: string; text: string } => {
  if (kind === 'cancelled') {
    const later = count > 1 ? ` ${count - 1} later openings of the same series are cancelled, too.` : ''
    return { subject: `Cancelled: ${when}`, text: `The opening of ${siteName} on ${when} is cancelled.${later}` }
  }
  if (kind === 'late')
    return { subject: `Opens later: ${when}`, text: `${siteName} opens later than planned: ${when}.` }
  if (kind === 'moved') return { subject: `Opening moved: ${when}`, text: `An opening has moved. It is now ${when}.` }
  const weekly = count > 1 ? ` and every week after it, ${count} times in all` : ''
  return { subject: `Open: ${when}`, text: `${siteName} opens on ${when}${weekly}.` }
}

/** Goes to members who asked to be told of openings. */
export const openingMail = mailTemplate<NewsFacts>({
  kind: 'openingNews',
  write: (facts, { siteName, url }) => {
    const { subject, text } = sayNews(facts, siteName)
    return {
      subject,
      greeting: greet(facts),
      paragraphs: [text],
      button: { label: 'See the opening plan', url: `${url}${openingsPath}` },
      footnotes: ['You asked for these emails. You can turn them off on the page of the opening plan.'],
    }
  },
  sample: { firstName: 'Sam', kind: 'announced', when: 'Tuesday 24 November, 18:00 to 22:00', count: 4 },
})
