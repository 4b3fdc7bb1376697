import type { Trouble } from './ask-portal.ts'

/** The app's own pages: plain markup without scripts, so there is nothing on them that could ask for anything. */

const entities: Record<string, string> = { '&': '&amp;', '<': '&lt;', '>': '&gt;', '"': '&quot;' }
const escapeText = (text: string) => text.replace(/[&<>"]/g, (sign) => entities[sign] ?? '')

const style = `
  :root { color-scheme: light dark; --page: #0461b1; --text: #fff; --quiet: #d7e6f4; --field: #fff; --on-field: #1c2733; --bad: #ffe1dc; --on-bad: #7a1f12 }
  @media (prefers-color-scheme: dark) { :root { --page: #0b2740; --field: #16202b; --on-field: #f1f5f9; --bad: #4a1b14; --on-bad: #ffd9d1 } }
  * { box-sizing: border-box }
  html, body { height: 100%; margin: 0 }
  body { display: grid; place-items: center; padding: 32px; background: var(--page); color: var(--text); font: 20px/1.5 Inter, system-ui, sans-serif }
  main { width: 100%; max-width: 640px }
  h1 { margin: 0 0 12px; font-size: 36px; line-height: 1.2; font-weight: 650 }
  p { margin: 0 0 16px; color: var(--quiet); overflow-wrap: anywhere }
  .problem { padding: 12px 16px; border-radius: 10px; background: var(--bad); color: var(--on-bad) }
  label { display: block; margin-bottom: 8px; font-weight: 600 }
  input, button { width: 100%; min-height: 64px; padding: 0 20px; border-radius: 10px; font: inherit }
  input { border: 2px solid transparent; background: var(--field); color: var(--on-field) }
  button { margin-top: 16px; border: 2px solid var(--text); background: transparent; color: var(--text); font-weight: 600; cursor: pointer }
  input:focus-visible, button:focus-visible { outline: 3px solid var(--text); outline-offset: 3px }
`

const page = (input: { title: string; policy: string; body: string }) => `<!doctype html>
<html lang="en"><head><meta charset="utf-8"><meta name="viewport" content="width=device-width">
<meta http-equiv="Content-Security-Policy" content="default-src 'none'; style-src 'unsafe-inline'; ${input.policy}">
<title>${escapeText(input.title)}</title><style>${style}</style></head>
<body><main>${input.body}</main></body></html>`

export const addressOf = (html: string) => `data:text/html;charset=utf-8,${encodeURIComponent(html)}`

const reasons: Record<Trouble, string> = {
  unreachable: 'It does not answer. The network of this computer may be down, or the portal is being restarted.',
  certificate:
    'Its certificate is not one this computer trusts. The date and time of the computer may be wrong; if they are right, the portal’s certificate has to be renewed.',
  failing: 'It answers that something is wrong with it. It may be being restarted.',
  moved:
    'It sends visitors to another address, and this screen goes nowhere else. Start the app with --setup and type the address a browser shows in the end.',
  foreign: 'Something else answers at its address. The network may need a login first.',
}

export const offlinePage = ({ portal, trouble }: { portal: URL; trouble: Trouble }) =>
  page({
    title: 'The portal cannot be reached',
    policy: "form-action 'none'",
    body: `<h1>The portal cannot be reached</h1>
<p>${reasons[trouble]}</p>
<p>${escapeText(portal.origin)}</p>
<p role="status">This screen tries again by itself and goes on as soon as it can.</p>`,
  })

/** Where the form of the page below goes. Nothing is asked there: the app takes the address out of it. */
export const setupTarget = 'https://setup.invalid/'

export const setupPage = ({ problem, typed }: { problem?: string | undefined; typed?: string | undefined }) =>
  page({
    title: 'Set up this kiosk',
    policy: `form-action ${setupTarget}`,
    body: `<h1>Set up this kiosk</h1>
<p>This screen will show one portal and nothing else.</p>
${problem === undefined ? '' : `<p class="problem" role="alert" id="problem">${escapeText(problem)}</p>`}
<form action="${setupTarget}">
<label for="address">Address of the portal</label>
<input id="address" name="address" required autofocus autocomplete="off" spellcheck="false" inputmode="url" placeholder="https://portal.example.org" value="${escapeText(typed ?? '')}"${problem === undefined ? '' : ' aria-invalid="true" aria-describedby="problem"'}>
<button>Use this portal</button>
</form>`,
  })
