import { tanstackRouter } from '@tanstack/router-plugin/vite'
import react from '@vitejs/plugin-react'
import { defineConfig, type Rolldown } from 'vite'
import { compression } from 'vite-plugin-compression2'
import { apiRoutes } from './api-routes.ts'
import { fontSubset } from './font-subset.ts'
import { guides } from './guides.ts'
import { serviceWorker } from './service-worker.ts'
import { pageStylesLast, sessionPages } from './session-pages.ts'
import { writeFingerprint } from './source-fingerprint.ts'

const server = process.env.DEV_SERVER ?? 'http://127.0.0.1:8000'

/**
 * Few files instead of dozens, each with all that it imports and that no file before it has: the login page, every other
 * page, the pages behind the login. What only some pages need stays with those pages.
 */
const groups: Rolldown.CodeSplittingGroup[] = [
  { name: 'first', tags: ['$initial'] },
  { name: 'portal', test: /web\/src\/portal\.tsx$/ },
  {
    name: 'member',
    // The styles of lists are those of a card on the dashboard, which would wait for all that pages share because of them.
    // So would the sheet of refusals because of its one hook.
    test: /@mantine\/hooks\/esm\/use-document-visibility\/|web\/src\/(platform\/shell\/frame\.tsx|platform\/ui\/list-rows|member-texts\.ts|home\/dashboard-page\.tsx\?tsr)/,
  },
  // What opens over a page, wherever.
  { name: 'overlay', test: /@mantine\/core\/esm\/components\/(Drawer|Menu|Modal|Popover|Tooltip)\// },
  // What many other pages are made of: fields, lists, the shapes of what they send.
  { name: 'shared', minShareCount: 5 },
]

/**
 * What is loaded beside a page's own file. All that it imports would be 400 names in the portal's file, a tenth of what the
 * dashboard waits for; what is not shared by many pages is small.
 */
const loadedBeside = (_file: string, files: string[], { hostType }: { hostType: 'html' | 'js' }) =>
  hostType === 'html' ? files : files.filter((file) => /\/(overlay|shared)-/.test(file))

export default defineConfig({
  root: import.meta.dirname,
  plugins: [
    apiRoutes(),
    guides(),
    fontSubset(),
    tanstackRouter({
      target: 'react',
      virtualRouteConfig: './src/site-map.ts',
      routesDirectory: './src',
      generatedRouteTree: './src/routeTree.gen.ts',
      autoCodeSplitting: true,
      addExtensions: true,
      quoteStyle: 'single',
      semicolons: false,
    }),
    react(),
    writeFingerprint(),
    sessionPages(),
    pageStylesLast(),
    serviceWorker(),
    compression({
      algorithms: ['gzip', 'brotliCompress'],
      include: /\.(html|js|css|svg|json|webmanifest)$/,
      threshold: 512,
    }),
  ],
  build: {
    target: 'baseline-widely-available',
    assetsInlineLimit: 0,
    reportCompressedSize: false,
    modulePreload: { resolveDependencies: loadedBeside },
    rolldownOptions: { output: { codeSplitting: { groups } } },
  },
  server: { proxy: { '/api': server, '/images': server, '/ws': { target: server, ws: true } } },
})
