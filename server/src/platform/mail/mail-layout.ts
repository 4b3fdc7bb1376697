import { rightToLeftWords } from '@spacekeeper/contract/right-to-left.ts'
import { html, type Markup } from '../html.ts'
import { buttonColours, readableAs } from './colours.ts'
import type { Mail, MailCard, MailLook } from './mail.ts'

/*
 * Mail readers know little of what browsers know: tables for boxes, styles on each element, and no sheet of styles.
 * Outlook for Windows draws with Word, so what only that reads stands in its conditional comments (`mso`).
 */

const font = 'system-ui, -apple-system, "Segoe UI", Roboto, Helvetica, Arial, sans-serif'
const plain = 'font-size:16px;line-height:24px;margin:0 0 16px'
const close = 'font-size:16px;line-height:24px;margin:0 0 4px'
const small = 'font-size:13px;line-height:20px;margin:0 0 8px;color:#666666'
const fine = 'color:#666666;text-decoration-line:none'

type MarkupPieces = Parameters<typeof html>[1]

const paragraph = (style: string, content: MarkupPieces) => html`<p style="${style}">${content}</p>`

const link = (style: string, { url, label }: { url: string; label: string }) =>
  html`<a href="${url}" style="${style}" target="_blank">${label}</a>`

const box = (style: string, content: MarkupPieces) =>
  html`<table
    align="center"
    width="100%"
    border="0"
    cellpadding="0"
    cellspacing="0"
    role="presentation"
    style="${style}"
  >
    <tbody>
      <tr>
        <td>${content}</td>
      </tr>
    </tbody>
  </table>`

/** Names that run from right to left stand by themselves, so that a number or another name behind one stays there. */
const isolated = (text: string) => {
  const words = text.match(rightToLeftWords) ?? []
  return text.split(rightToLeftWords).map((between, at) => {
    const name = words[at]
    return name === undefined ? between : [between, html`<bdi>${name}</bdi>`]
  })
}

/** A text of several lines keeps them. */
const broken = (text: string) =>
  text.split('\n').map((line, at) => (at === 0 ? isolated(line) : [html`<br />`, isolated(line)]))

const lines = (texts: readonly string[] | undefined, style: string) =>
  texts?.map((text) => paragraph(style, broken(text)))

const shownBeforeOpening = 150
/** Signs without a width: readers that show the beginning of a mail in their list show nothing behind it. */
const blank = '\u00A0\u200C\u200B\u200D\u200E\u200F\uFEFF'

/** What lists of mails show beside the subject. */
const preview = ({ paragraphs, subject }: Mail) => {
  const text = (paragraphs[0] ?? subject).slice(0, shownBeforeOpening)
  const rest = blank.repeat(shownBeforeOpening - text.length)
  return html`<div style="display:none;overflow:hidden;line-height:1px;opacity:0;max-height:0;max-width:0">
    ${text}
    <div>${rest}</div>
  </div>`
}

const header = ({ logoUrl, siteName, primary }: MailLook) =>
  logoUrl === undefined
    ? paragraph(`${plain};font-weight:600;color:${readableAs(primary)}`, siteName)
    : html`<img
        alt="${siteName}"
        height="40"
        src="${logoUrl}"
        style="display:block;outline:none;border:none;text-decoration:none;margin-bottom:24px"
      />`

const facts = (mail: Mail) =>
  mail.facts &&
  box(
    'margin:0 0 16px',
    mail.facts.map(({ label, value }) => paragraph(close, [`${label}: `, html`<strong>${isolated(value)}</strong>`])),
  )

/** Outlook knows no padding of links, so signs as wide as it stand beside the words there. */
const wide = (spaces: Markup, raise: string) =>
  html`<!--[if mso]><i style="mso-font-width:400%${raise}" hidden>${spaces}</i><![endif]-->`

const button = ({ button: action }: Mail, look: MailLook) => {
  if (!action) return undefined
  const { backgroundColor, color } = buttonColours(look)
  const style = `line-height:100%;text-decoration:none;display:inline-block;max-width:100%;mso-padding-alt:0px;background-color:${backgroundColor};color:${color};border-radius:8px;font-size:16px;font-weight:600;padding:12px 24px`
  const words = 'max-width:100%;display:inline-block;line-height:120%;mso-padding-alt:0px;mso-text-raise:9px'
  const before = wide(html`&#8202;&#8202;&#8202;`, ';mso-text-raise:18')
  const after = wide(html`&#8202;&#8202;&#8202;&#8203;`, '')
  return [
    box(
      'margin:24px 0',
      html`<a href="${action.url}" style="${style}" target="_blank"
        ><span>${before}</span><span style="${words}">${action.label}</span><span>${after}</span></a
      >`,
    ),
    paragraph(small, [
      `${action.label}: `,
      link(`color:${look.dark};text-decoration-line:none;word-break:break-all`, { url: action.url, label: action.url }),
    ]),
  ]
}

const card = ({ title, description, links }: MailCard, look: MailLook) =>
  box('border:1px solid #dddddd;border-radius:8px;margin:0 0 12px;padding:16px', [
    paragraph(`${close};font-weight:600`, isolated(title)),
    description === '' ? undefined : paragraph(close, isolated(description)),
    links.map((one) =>
      paragraph(
        'font-size:16px;line-height:24px;margin:0',
        link(`color:${readableAs(look.primary)};text-decoration:underline`, one),
      ),
    ),
  ])

const footer = ({ siteName, siteUrl, siteOwner, postalAddress }: MailLook) => [
  html`<hr style="width:100%;border:none;border-top:1px solid #eaeaea;margin:32px 0 16px" />`,
  paragraph(small, [
    `${siteName} · `,
    link(fine, { url: siteUrl, label: siteUrl }),
    postalAddress === '' ? undefined : [html`<br />`, `${siteOwner}, ${postalAddress}`],
  ]),
]

const page = (look: MailLook, input: { preview: Markup; content: MarkupPieces }) =>
  html`<!DOCTYPE html PUBLIC "-//W3C//DTD XHTML 1.0 Transitional//EN" "http://www.w3.org/TR/xhtml1/DTD/xhtml1-transitional.dtd">
    <html dir="ltr" lang="en">
      <head>
        <meta content="text/html; charset=UTF-8" http-equiv="Content-Type" />
        <meta name="x-apple-disable-message-reformatting" />
      </head>
      <body style="background-color:#f4f5f7;margin:0;padding:0">
        ${input.preview}
        <table border="0" width="100%" cellpadding="0" cellspacing="0" role="presentation" align="center">
          <tbody>
            <tr>
              <td style="background-color:#f4f5f7;font-family:${font};margin:0;padding:24px 0;color:${look.dark}">
                ${box('max-width:560px;background-color:#ffffff;border-radius:12px;padding:32px', input.content)}
              </td>
            </tr>
          </tbody>
        </table>
      </body>
    </html>`

/** Every mail of the portal, from what it says and how the site looks. */
export const mailLayout = ({ mail, look }: { mail: Mail; look: MailLook }): string =>
  page(look, {
    preview: preview(mail),
    content: [
      header(look),
      html`<h1 style="font-size:22px;line-height:30px;margin:0 0 16px">${isolated(mail.subject)}</h1>`,
      lines(mail.greeting === undefined ? [] : [mail.greeting], plain),
      lines(mail.paragraphs, plain),
      facts(mail),
      mail.cards?.map((one) => card(one, look)),
      button(mail, look),
      lines(mail.footnotes, small),
      mail.footerLink && paragraph(small, link(fine, mail.footerLink)),
      footer(look),
    ],
  }).markup
