import { createHash } from 'node:crypto'
import type { FastifyReply } from 'fastify'
import type { Services } from '../ctx.ts'
import { html, type Markup } from '../html.ts'
import { buttonColours, readableAs } from '../mail/colours.ts'
import { mailLook } from '../mail/mail-look.ts'

/** A page that the server writes by itself: whichever front end stands at the public address, it is there. */
export type PlainPage = {
  title: string
  content: readonly Markup[]
  /** Where the browser goes on by itself. A redirect would not do after a form: browsers refuse those to other sites. */
  goesTo?: string
}

export type WrittenPage = { headers: Record<string, string>; body: string }

/** A link or a button of a plain page in the colour of the site, or a `quiet` one. */
const styleOf = ({ backgroundColor, color, link }: { backgroundColor: string; color: string; link: string }) => `
:root{color-scheme:light dark;--canvas:#fbfaf8;--surface:#fff;--ink:#1f1e1d;--dim:#68645e;--line:#d6d2cb;--link:${link}}
@media (prefers-color-scheme:dark){:root{--canvas:#1b1b1a;--surface:#252524;--ink:#e9e8e6;--dim:#b5b3b0;--line:#4a4a48;--link:#e9e8e6}}
*{box-sizing:border-box}
body{margin:0;min-height:100vh;padding:48px 20px 32px;background:var(--canvas);color:var(--ink);font:16px/1.5 system-ui,-apple-system,"Segoe UI",Roboto,Helvetica,Arial,sans-serif;overflow-wrap:anywhere}
main{max-width:440px;margin:0 auto}
header{color:var(--dim);font-weight:600}
header img{display:block;max-height:40px;max-width:100%}
h1{margin:32px 0 6px;font-size:24px;line-height:30px}
p{margin:0 0 16px}
ul{margin:0 0 16px;padding-left:24px}
a{color:var(--link)}
form{display:flex;flex-wrap:wrap;gap:12px;margin-top:24px}
button,a.button{min-height:44px;padding:10px 20px;border:1px solid transparent;border-radius:10px;background:${backgroundColor};color:${color};font:inherit;font-weight:600;text-decoration:none;cursor:pointer}
button.quiet,a.quiet{background:var(--surface);color:var(--ink);border-color:var(--line)}
:focus-visible{outline:2px solid var(--link);outline-offset:2px}
`

const policy = (style: string) =>
  [
    "default-src 'none'",
    "img-src 'self' https: data:",
    `style-src 'sha256-${createHash('sha256').update(style).digest('base64')}'`,
    "form-action 'self'",
    "base-uri 'none'",
    "frame-ancestors 'none'",
  ].join('; ')

const asMarkup = (markup: string): Markup => ({ markup })

export const writePlainPage = async (
  services: Services,
  { title, content, goesTo }: PlainPage,
): Promise<WrittenPage> => {
  const look = await mailLook({ ...services, actor: { kind: 'system' }, requestId: null })
  const style = styleOf({ ...buttonColours(look), link: readableAs(look.primary) })
  const page = html`<html lang="en">
    <head>
      <meta charset="utf-8" />
      <meta name="viewport" content="width=device-width, initial-scale=1" />
      <meta name="robots" content="noindex" />
      ${goesTo === undefined ? undefined : html`<meta http-equiv="refresh" content="${`0;url=${goesTo}`}" />`}
      <title>${`${title} · ${look.siteName}`}</title>
      <link rel="icon" href="data:," />
      <style>
        ${asMarkup(style)}
      </style>
    </head>
    <body>
      <main>
        <header>
          ${look.logoUrl === undefined ? look.siteName : html`<img alt="${look.siteName}" src="${look.logoUrl}" />`}
        </header>
        <h1>${title}</h1>
        ${content}
      </main>
    </body>
  </html>`
  const headers = { 'content-type': 'text/html; charset=utf-8', 'content-security-policy': policy(style) }
  return { headers, body: `<!doctype html>${page.markup}` }
}

export const sendPlainPage = async (
  reply: FastifyReply,
  services: Services,
  page: PlainPage,
): Promise<FastifyReply> => {
  const { headers, body } = await writePlainPage(services, page)
  return reply.headers(headers).send(body)
}
