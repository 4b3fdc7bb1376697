import type { Mail, MailLook } from './mail.ts'

const line = '-'.repeat(40)

const oneLine = (text: string) => text.replaceAll(/[ \t\r\f\u200B]+/g, ' ').trim()

/** A text of several lines keeps them. */
const broken = (text: string) => text.split('\n').map(oneLine).join('\n')

const link = ({ label, url }: { label: string; url: string }) =>
  label === url ? url : `${oneLine(label.replaceAll('\n', ' '))} ${url}`

/** The same mail for readers that show no HTML. */
export const mailText = ({ mail, look }: { mail: Mail; look: MailLook }): string => {
  const { subject, greeting, paragraphs, facts = [], cards = [], button, footnotes = [], footerLink } = mail
  const { siteName, siteUrl, siteOwner, postalAddress } = look
  return [
    subject,
    greeting ?? [],
    paragraphs,
    facts.map(({ label, value }) => `${label}: ${value}`),
    cards.map(({ title, description, links }) =>
      [title, description === '' ? [] : description, links.map(link)].flat(),
    ),
    button ? `${button.label}: ${button.url}` : [],
    footnotes,
    footerLink ? link(footerLink) : [],
    line,
    [`${siteName} · ${siteUrl}`, ...(postalAddress === '' ? [] : [`${siteOwner}, ${postalAddress}`])].join('\n'),
  ]
    .flat(2)
    .map(broken)
    .join('\n\n')
    .trim()
}
