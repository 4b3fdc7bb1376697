import type { Ctx } from '../ctx.ts'
import { mailLook } from './mail-look.ts'
import type { Mail, RenderedMail } from './mail.ts'

/** Loaded with the first mail, so that the portal starts without it. */
const loadRenderer = async () => {
  const [{ render, toPlainText }, { mailLayout }] = await Promise.all([
    import('@react-email/render'),
    import('./mail-layout.ts'),
  ])
  return { render, toPlainText, mailLayout }
}

const oneLine = (text: string) => text.replace(/\s+/g, ' ').trim()

/** The mail as it leaves, in the look of the site. Takes a few milliseconds; do it before a transaction, not within. */
export const renderMail = async (ctx: Ctx, mail: Mail): Promise<RenderedMail> => {
  const [{ render, toPlainText, mailLayout }, look] = await Promise.all([loadRenderer(), mailLook(ctx)])
  const html = await render(mailLayout({ mail, look }))
  const text = toPlainText(html, { selectors: [{ selector: 'h1', options: { uppercase: false } }] })
  return { subject: oneLine(mail.subject), text, html }
}
