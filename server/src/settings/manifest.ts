import { textLanguage } from '@spacekeeper/contract/formatters.ts'
import type { Settings } from '@spacekeeper/contract/index.ts'
import type { FastifyInstance } from 'fastify'
import type { Services } from '#platform/ctx.ts'
import { addressOfIcon, type AppIcon } from './app-icons.ts'

/** What stands under an icon on a phone. */
const shortest = 12

const iconOf = (
  s: Settings,
  { icon, sizes, purpose }: { icon: AppIcon; sizes: string; purpose: 'any' | 'maskable' },
) => ({
  src: addressOfIcon(s, icon),
  sizes,
  type: 'image/png',
  purpose,
})

/** How the portal presents itself as an app, as browsers read it. */
export const manifestOf = (s: Settings) => ({
  id: '/',
  name: s.SITE_NAME,
  short_name: s.SITE_NAME.length <= shortest ? s.SITE_NAME : s.SITE_OWNER.slice(0, 30) || s.SITE_NAME.slice(0, 30),
  description: `The members' portal of ${s.SITE_OWNER}.`,
  lang: textLanguage,
  scope: '/',
  start_url: '/dashboard',
  display: 'standalone',
  background_color: '#fbfaf8',
  theme_color: s.THEME_TOOLBAR,
  icons: [
    iconOf(s, { icon: 'small', sizes: '192x192', purpose: 'any' }),
    iconOf(s, { icon: 'large', sizes: '512x512', purpose: 'any' }),
    iconOf(s, { icon: 'maskable', sizes: '512x512', purpose: 'maskable' }),
  ],
  shortcuts: [
    { name: 'Digital ID', url: '/account/digital-id' },
    { name: 'Report a problem', url: '/tools/issue' },
  ],
})

export const serveManifest = (app: FastifyInstance, { settings }: Services) =>
  app.get('/manifest.webmanifest', async (_request, reply) =>
    reply
      .type('application/manifest+json; charset=utf-8')
      .header('cache-control', 'public, max-age=3600')
      .send(JSON.stringify(manifestOf(await settings.all()))),
  )
