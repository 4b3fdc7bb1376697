import { cpSync, existsSync, mkdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { extname, join } from 'node:path'
import type { MobilePlatform } from '@spacekeeper/contract/mobile-shell.ts'
import { build } from 'rolldown'

const workspace = join(import.meta.dirname, '..')

/** What the server alone needs of the screens: packed copies, pages for a session, the service worker, words for robots. */
const ofServer = new Set(['.gz', '.br'])
const leftOut = new Set([
  'dashboard.html',
  'manifest.webmanifest',
  'member.html',
  'offline.html',
  'robots.txt',
  'sources.txt',
  'sw.js',
])

/** Scripts of the app only. Pictures and calls reach any portal: which one, the member chooses. */
const policy = [
  "default-src 'self' capacitor://localhost",
  "script-src 'self' capacitor://localhost",
  "style-src 'self' capacitor://localhost 'unsafe-inline'",
  "img-src 'self' capacitor://localhost blob: data: https: http:",
  "connect-src 'self' capacitor://localhost https: http:",
  "font-src 'self' capacitor://localhost",
  "object-src 'none'",
  "base-uri 'none'",
  "form-action 'none'",
].join('; ')

/** The page of the app: the bridge comes first and starts the screens, and the portal is not asked before there is one. */
export const appPage = (page: string, push: readonly MobilePlatform[]): string => {
  const screens = /<script type="module" crossorigin src="([^"]+)"><\/script>/.exec(page)?.[1]
  if (screens === undefined) throw new Error('The built screens have no page as this expects it.')
  return page
    .replace(/^ *<link rel="(?:manifest|preload|apple-touch-icon)"[^>]*>\n/gm, '')
    .replace(/^ *<meta name="(?:robots|mobile-web-app-capable|apple-mobile-web-app-capable)"[^>]*>\n/gm, '')
    .replace(
      '<meta charset="utf-8" />',
      `<meta charset="utf-8" />\n    <meta http-equiv="Content-Security-Policy" content="${policy}" />`,
    )
    .replace(
      /<script type="module" crossorigin src="[^"]+"><\/script>/,
      `<script type="module" src="/app/bridge.js" data-screens="${screens}" data-push="${push.join(' ')}"></script>`,
    )
}

type AppFiles = {
  screens: string
  folder: string
  /** Where the app is built with what notifications need: without it, asking for them ends the Android app. */
  push: readonly MobilePlatform[]
}

/** Puts the files of the app together: the built screens and the bridge to the phone. */
export const writeAppFiles = async ({ screens, folder, push }: AppFiles): Promise<void> => {
  const page = join(screens, 'index.html')
  if (!existsSync(page)) throw new Error(`There are no built screens in ${screens}: npm run build`)
  rmSync(folder, { recursive: true, force: true })
  mkdirSync(folder, { recursive: true })
  cpSync(screens, folder, {
    recursive: true,
    filter: (source) => !ofServer.has(extname(source)) && !leftOut.has(source.slice(screens.length + 1)),
  })
  writeFileSync(join(folder, 'index.html'), appPage(readFileSync(page, 'utf8'), push))
  await build({
    input: { bridge: join(workspace, 'src', 'bridge.ts') },
    platform: 'browser',
    output: { dir: join(folder, 'app'), format: 'esm', minify: true, entryFileNames: '[name].js' },
  })
}
