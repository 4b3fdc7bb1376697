import { Body } from '@react-email/body'
import { Button } from '@react-email/button'
import { Container } from '@react-email/container'
import { Head } from '@react-email/head'
import { Heading } from '@react-email/heading'
import { Hr } from '@react-email/hr'
import { Html } from '@react-email/html'
import { Img } from '@react-email/img'
import { Link } from '@react-email/link'
import { Preview } from '@react-email/preview'
import { Section } from '@react-email/section'
import { Text } from '@react-email/text'
import { createElement as h, type ReactElement } from 'react'
import { buttonColours, readableAs } from './colours.ts'
import type { Mail, MailCard, MailLook } from './mail.ts'

const font = 'system-ui, -apple-system, "Segoe UI", Roboto, Helvetica, Arial, sans-serif'
const plain = { fontSize: '16px', lineHeight: '24px', margin: '0 0 16px' }
const small = { fontSize: '13px', lineHeight: '20px', margin: '0 0 8px', color: '#666666' }
const notInText = { 'data-skip-in-text': 'true' }

const header = (look: MailLook) =>
  look.logoUrl
    ? h(Img, { src: look.logoUrl, alt: look.siteName, height: 40, style: { marginBottom: '24px' }, ...notInText })
    : h(Text, { style: { ...plain, fontWeight: 600, color: readableAs(look.primary) }, ...notInText }, look.siteName)

const facts = (mail: Mail) =>
  mail.facts && [
    h(
      Section,
      { key: 'facts', style: { margin: '0 0 16px' } },
      mail.facts.map(({ label, value }) =>
        h(Text, { key: label, style: { ...plain, margin: '0 0 4px' } }, `${label}: `, h('strong', null, value)),
      ),
    ),
  ]

const button = ({ button: action }: Mail, look: MailLook) =>
  action && [
    h(
      Section,
      { key: 'button', style: { margin: '24px 0' }, ...notInText },
      h(
        Button,
        {
          href: action.url,
          style: {
            ...buttonColours(look),
            borderRadius: '8px',
            fontSize: '16px',
            fontWeight: 600,
            padding: '12px 24px',
          },
        },
        action.label,
      ),
    ),
    h(
      Text,
      { key: 'link', style: small },
      `${action.label}: `,
      h(Link, { href: action.url, style: { color: look.dark, wordBreak: 'break-all' } }, action.url),
    ),
  ]

const card = ({ title, description, links }: MailCard, look: MailLook) =>
  h(
    Section,
    { key: title, style: { border: '1px solid #dddddd', borderRadius: '8px', margin: '0 0 12px', padding: '16px' } },
    h(Text, { style: { ...plain, fontWeight: 600, margin: '0 0 4px' } }, title),
    description === '' ? null : h(Text, { style: { ...plain, margin: '0 0 4px' } }, description),
    links.map(({ label, url }) =>
      h(
        Text,
        { key: `${label} ${url}`, style: { ...plain, margin: '0' } },
        h(Link, { href: url, style: { color: readableAs(look.primary), textDecoration: 'underline' } }, label),
      ),
    ),
  )

const footerLink = ({ footerLink: link }: Mail) =>
  link && h(Text, { style: small }, h(Link, { href: link.url, style: { color: '#666666' } }, link.label))

const footer = (look: MailLook) => [
  h(Hr, { key: 'line', style: { margin: '32px 0 16px' } }),
  h(
    Text,
    { key: 'footer', style: small },
    `${look.siteName} · `,
    h(Link, { href: look.siteUrl, style: { color: '#666666' } }, look.siteUrl),
    ...(look.postalAddress === '' ? [] : [h('br', { key: 'break' }), `${look.siteOwner}, ${look.postalAddress}`]),
  ),
]

/** A text of several lines keeps them. */
const broken = (text: string) =>
  text.split('\n').flatMap((line, at) => (at === 0 ? [line] : [h('br', { key: at }), line]))

const lines = (texts: readonly string[] | undefined, style: typeof plain) =>
  texts?.map((text, at) => h(Text, { key: at, style }, ...broken(text)))

/** Every mail of the portal, from what it says and how the site looks. */
export const mailLayout = ({ mail, look }: { mail: Mail; look: MailLook }): ReactElement =>
  h(
    Html,
    { lang: 'en' },
    h(Head),
    h(Preview, { children: mail.paragraphs[0] ?? mail.subject }),
    h(
      Body,
      { style: { backgroundColor: '#f4f5f7', fontFamily: font, margin: 0, padding: '24px 0', color: look.dark } },
      h(
        Container,
        { style: { backgroundColor: '#ffffff', borderRadius: '12px', maxWidth: '560px', padding: '32px' } },
        header(look),
        h(Heading, { as: 'h1', style: { fontSize: '22px', lineHeight: '30px', margin: '0 0 16px' } }, mail.subject),
        lines(mail.greeting === undefined ? [] : [mail.greeting], plain),
        lines(mail.paragraphs, plain),
        facts(mail),
        mail.cards?.map((one) => card(one, look)),
        button(mail, look),
        lines(mail.footnotes, small),
        footerLink(mail),
        footer(look),
      ),
    ),
  )
