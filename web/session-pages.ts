import { contract } from '@spacekeeper/contract/index.ts'
import type { Plugin, Rolldown } from 'vite'

const { access, home, meetings, profile, visits } = contract

/** What these pages ask for as soon as their script runs, so that it is on its way beside the script. */
const dataOf = {
  'member.html': [profile.get],
  'dashboard.html': [profile.get, visits.check, access.listOwn, home.getNextSteps, meetings.listForMembers],
}

/** Every page but the dashboard calls what only the table of all routes knows. */
const routeTable = '\0virtual:api-routes'

/** Files of the portal and of the frame around its pages, the dashboard among them (the groups of vite.config.ts). */
const chunkNames = ['portal', 'member']

const isChunk = (file: Rolldown.OutputAsset | Rolldown.OutputChunk | undefined): file is Rolldown.OutputChunk =>
  file?.type === 'chunk'

const linksOf = (chunks: Rolldown.OutputChunk[], routes: { path: string }[]) => [
  ...chunks.map(({ fileName }) => `<link rel="modulepreload" crossorigin href="/${fileName}">`),
  ...chunks.flatMap(({ viteMetadata }) =>
    [...(viteMetadata?.importedCss ?? [])].map((file) => `<link rel="stylesheet" crossorigin href="/${file}">`),
  ),
  ...routes.map(({ path }) => `<link rel="preload" href="${path}" as="fetch" crossorigin="anonymous">`),
]

const intoHead = 'document.head.appendChild(link)'

/** Styles of a page come after those it builds on, as they would in the head. */
export const pageStylesLast = (): Plugin => ({
  name: 'page-styles-last',
  apply: 'build',
  transform: {
    filter: { id: /vite\/preload-helper/ },
    handler: (code) => {
      if (!code.includes(intoHead))
        throw new Error('Vite adds styles of pages in another way than web/session-pages.ts knows.')
      return { code: code.replace(intoHead, 'document.body.appendChild(link)'), map: null }
    },
  },
})

const styleLinks = /^ *<link rel="stylesheet" crossorigin .*\n/gm

/** Styles of the screens below what stands there until the portal is drawn, which would wait for them otherwise. */
const stylesBelowSplash = (page: string) => {
  const links = page.match(styleLinks) ?? []
  return page.replace(styleLinks, '').replace(/^ *<div id="root">/m, (root) => `${links.join('')}${root}`)
}

/**
 * The page as a browser with a session gets it (server/src/platform/http/serve-web.ts): it names at once what the login
 * page does not need, instead of one thing leading to the next.
 */
export const sessionPages = (): Plugin => ({
  name: 'session-pages',
  apply: 'build',
  enforce: 'post',
  generateBundle(_, bundle) {
    const page = bundle['index.html']
    if (page?.type !== 'asset') return
    const chunks = chunkNames.map((name) =>
      Object.values(bundle)
        .filter(isChunk)
        .find((chunk) => chunk.name === name),
    )
    if (!chunks.every((chunk) => chunk !== undefined)) throw new Error(`The build has no ${chunkNames.join(' or ')}.`)
    const table = Object.values(bundle)
      .filter(isChunk)
      .filter(({ moduleIds }) => moduleIds.includes(routeTable))
    for (const [fileName, routes] of Object.entries(dataOf)) {
      const links = linksOf(fileName === 'member.html' ? [...chunks, ...table] : chunks, routes).map(
        (link) => `    ${link}\n`,
      )
      const source = String(page.source).replace('  </head>', `${links.join('')}  </head>`)
      this.emitFile({ type: 'asset', fileName, source: stylesBelowSplash(source) })
    }
    page.source = stylesBelowSplash(String(page.source))
  },
})
