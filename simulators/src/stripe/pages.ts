import type { PageAnswer, StripePage, StripeWorld } from './part.ts'
import { StripeRefusal } from './refusals.ts'
import type { matcherOf } from './router.ts'

export const escapeHtml = (text: string): string =>
  text.replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('>', '&gt;').replaceAll('"', '&quot;')

const style = `
:root { color-scheme: light dark; font: 16px/1.5 system-ui, sans-serif }
body { margin: 0; background: Canvas; color: CanvasText }
main { max-width: 26rem; margin: 0 auto; padding: 1.5rem 1rem 3rem }
h1 { font-size: 1.4rem; margin: 0 0 .25rem }
form { display: grid; gap: 1rem; margin: 1rem 0 }
label { display: grid; gap: .25rem; font-weight: 600 }
input, select, button { font: inherit; padding: .65rem .75rem; border: 1px solid GrayText; border-radius: .5rem; width: 100%; box-sizing: border-box; font-weight: 400 }
button { background: #4b45c6; color: #fff; border-color: #4b45c6; font-weight: 600; cursor: pointer; min-height: 3rem }
button.plain { background: transparent; color: inherit; border-color: GrayText }
:focus-visible { outline: 3px solid #8b86f0; outline-offset: 2px }
.error { border: 1px solid #c92a2a; border-radius: .5rem; padding: .65rem .75rem }
.note { font-size: .875rem }
.row { display: grid; grid-template-columns: 1fr 1fr; gap: 1rem }
table { width: 100%; border-collapse: collapse } td:last-child { text-align: right } td { padding: .35rem 0 }
.kind { display: none }
form:has(input[value="card"]:checked) .kind.card, form:has(input[value="au_becs_debit"]:checked) .kind.au_becs_debit,
form:has(input[value="sepa_debit"]:checked) .kind.sepa_debit { display: grid }
label.choice { display: flex; gap: .5rem; align-items: center; font-weight: 400 } label.choice input { width: auto }
fieldset { border: 0; padding: 0; margin: 0; display: grid; gap: 1rem }
`

/** A page of the stand-in. `body` is HTML; the title is text. */
export const pageHtml = (input: { title: string; body: string }): string => `<!doctype html>
<html lang="en"><head><meta charset="utf-8"><meta name="viewport" content="width=device-width, initial-scale=1">
<title>${escapeHtml(input.title)}</title><link rel="icon" href="data:,"><style>${style}</style></head>
<body><main><h1>${escapeHtml(input.title)}</h1>${input.body}
<p class="note">Test payments. No real card or account is charged.</p></main></body></html>`

/** An amount as it is read: 12.50 AUD. */
export const describeAmount = (amount: number, currency: string): string =>
  new Intl.NumberFormat('en', { style: 'currency', currency: currency.toUpperCase() }).format(amount / 100)

const isAddress = (answer: PageAnswer): answer is { to: string } => 'to' in answer

const html = { 'content-type': 'text/html; charset=utf-8', 'cache-control': 'no-store' }

type PageRequest = { method: string; path: string; query: string; body: string }
type SentPage = { status: number; body: string; headers: Record<string, string> }

/** Shows the page of a path, or says that there is none. */
export const pageHandler =
  (world: StripeWorld, find: ReturnType<typeof matcherOf<StripePage>>) =>
  ({ method, path, query, body }: PageRequest): SentPage => {
    const found = find(method, path)
    const nothing = (text: string, status: number) => ({
      status,
      body: pageHtml({ title: 'This page is not here', body: `<p>${escapeHtml(text)}</p>` }),
      headers: html,
    })
    if (!found) return nothing('Go back and follow the link once more.', 404)
    try {
      const answer = found.item.show({
        world,
        path: found.path,
        query: new URLSearchParams(query),
        form: new URLSearchParams(body),
      })
      if (isAddress(answer)) return { status: 303, body: '', headers: { location: answer.to } }
      return { status: answer.status ?? 200, body: answer.html, headers: html }
    } catch (error) {
      if (error instanceof StripeRefusal) return nothing(error.message, error.status)
      throw error
    }
  }
