import type { ConsentQuestion } from '@spacekeeper/contract/openid/shapes.ts'
import { scopeWords, siteRefusalWords } from '@spacekeeper/contract/openid/words.ts'
import { html, type Markup } from '#platform/html.ts'
import type { PlainPage } from '#platform/http/plain-page.ts'
import { openidPath } from './rules.ts'

// Pages of the server: what a browser sees on its way to a site, whichever front end the space uses.

const text = (words: string): Markup => html`<p>${words}</p>`

type PageButton = { label: string; value: string; isQuiet?: boolean }

type PageForm = { path: string; hidden: readonly [name: string, value: string]; buttons: readonly PageButton[] }

const form = ({ path, hidden: [name, value], buttons }: PageForm): Markup =>
  html`<form method="post" action="${path}">
    <input type="hidden" name="${name}" value="${value}" />
    ${buttons.map(
      (button) =>
        html`<button name="answer" value="${button.value}" class="${button.isQuiet ? 'quiet' : 'main'}">
          ${button.label}
        </button>`,
    )}
  </form>`

/** Both front ends have a page at the address of the portal. */
const homeLink = html`<p><a class="button quiet" href="/dashboard">Go to the home page</a></p>`

/** `token`: what shows that the answer comes from the page. */
export type QuestionForm = { path: string; token: string }

type SitePage = { question: ConsentQuestion; email: string; form: QuestionForm }

const consentPage = ({ question: { site, scopes }, email, form: { path, token } }: SitePage): PlainPage => {
  const buttons = [
    { label: `Log in to ${site.name}`, value: 'allow' },
    { label: 'Cancel', value: 'refuse', isQuiet: true },
  ]
  return {
    title: `Log in to ${site.name}?`,
    content: [
      text(`You continue to ${new URL(site.address).host} as ${email}.`),
      text(`${site.name} learns:`),
      html`<ul>
        ${scopes.map((scope) => html`<li>${scopeWords[scope]}</li>`)}
      </ul>`,
      text('You’re not asked again. You can end this in your profile.'),
      form({ path, hidden: ['token', token], buttons }),
    ],
  }
}

/** The page that asks or tells a member something before a site learns who they are. */
export const questionPage = (page: SitePage): PlainPage => {
  const {
    question,
    form: { path, token },
  } = page
  const { site, refusedFor, needsLogin } = question
  const back = { label: `Back to ${site.name}`, value: 'refuse', isQuiet: true }
  const formWith = (...buttons: PageButton[]) => form({ path, hidden: ['token', token], buttons })
  if (refusedFor !== null)
    return {
      title: `You can’t log in to ${site.name}`,
      content: [text(siteRefusalWords[refusedFor]), formWith(back)],
    }
  if (!needsLogin) return consentPage(page)
  return {
    title: `Log in again for ${site.name}`,
    content: [
      text(`${site.name} wants you to log in once more.`),
      formWith({ label: 'Log in again', value: 'again' }, back),
    ],
  }
}

export const gonePage: PlainPage = {
  title: 'This login has expired',
  content: [text('It may have taken too long, or it began in another browser. Start again at the site.'), homeLink],
}

/** At a kiosk, and for whatever else is no browser of a member's own. */
export const sharedScreenPage: PlainPage = {
  title: 'Not on this screen',
  content: [text('This screen is shared. Log in to other sites on a device of your own.')],
}

/** After an answer: the browser goes on by itself. */
export const goOnPage = (address: string): PlainPage => ({
  title: 'Taking you on',
  content: [html`<p><a href="${address}">Go on now</a></p>`],
  goesTo: address,
})

/** After a site sent a member here to log out. */
export const logoutPage = (xsrf: string): PlainPage => ({
  title: 'Log out here, too?',
  content: [
    text(
      'You’re logging out of a site. We can log you out of this portal and of the other sites in this browser, too.',
    ),
    form({
      path: `${openidPath}/logout`,
      hidden: ['xsrf', xsrf],
      buttons: [{ label: 'Log out everywhere in this browser', value: 'logout' }],
    }),
    html`<p><a href="/dashboard">Stay logged in here</a></p>`,
  ],
})

const failures: Readonly<Record<string, string>> = {
  invalid_client: 'The site isn’t set up here, or not any more. Please tell the people who run it.',
  invalid_redirect_uri:
    'The site wants you back at an address that isn’t on its list here. Please tell the people who run it.',
}

/** Where browsers end up when a login cannot even be refused at the site. Nothing that the site sent is shown. */
export const failedPage = (error: string): PlainPage => ({
  title: 'That login didn’t work',
  content: [text(failures[error] ?? 'Something was missing or too old. Start again at the site.'), homeLink],
})
