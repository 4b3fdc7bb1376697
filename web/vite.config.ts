import { tanstackRouter } from '@tanstack/router-plugin/vite'
import react from '@vitejs/plugin-react'
import { defineConfig, type Rolldown } from 'vite'
import { compression } from 'vite-plugin-compression2'
import { apiRoutes } from './api-routes.ts'
import { serviceWorker } from './service-worker.ts'
import { sessionPages } from './session-pages.ts'
import { writeFingerprint } from './source-fingerprint.ts'

const server = process.env.DEV_SERVER ?? 'http://127.0.0.1:8000'

/**
 * Few files instead of dozens, each with all that it imports and that no file before it has: the login page, every other
 * page, the pages behind the login. What only some pages need stays with those pages.
 */
const groups: Rolldown.CodeSplittingGroup[] = [
  { name: 'first', tags: ['$initial'] },
  { name: 'portal', test: /web\/src\/portal\.tsx$/ },
  { name: 'member', test: /web\/src\/(platform\/shell\/frame\.tsx|member-texts\.ts|home\/dashboard-page\.tsx\?tsr)/ },
  // What opens over a page, wherever.
  { name: 'overlay', test: /@mantine\/core\/esm\/components\/(Drawer|Menu|Modal|Popover|Tooltip)\// },
]

export default defineConfig({
  root: import.meta.dirname,
  plugins: [
    apiRoutes(),
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
    rolldownOptions: { output: { codeSplitting: { groups } } },
  },
  server: { proxy: { '/api': server, '/images': server, '/ws': { target: server, ws: true } } },
})
