import { tanstackRouter } from '@tanstack/router-plugin/vite'
import react from '@vitejs/plugin-react'
import { defineConfig } from 'vite'
import { compression } from 'vite-plugin-compression2'
import { apiRoutes } from './api-routes.ts'
import { writeFingerprint } from './source-fingerprint.ts'

const server = process.env.DEV_SERVER ?? 'http://127.0.0.1:8000'

const mantine =
  'ActionIcon|Anchor|Button|Card|CloseButton|Group|Input|InputBase|Loader|Paper|PasswordInput|Stack|Text|TextInput|Title|Transition|UnstyledButton'

/** Few files instead of dozens: the libraries of every page, and the parts that the first page is made of. */
const groups = [
  {
    name: 'vendor',
    // What only some pages use of them stays with those pages.
    test: /node_modules\/(?!.*(Trans[.W]|useBlocker|infiniteQuery|useQueries|queriesObserver|react-virtual|virtual-core|react-table|table-core))(react|react-dom|scheduler|@tanstack|i18next|react-i18next)\//,
  },
  {
    name: 'login',
    // Small files cost more in headers than in content.
    test: /web\/src\/(auth\/login-(page|card|form)|platform\/(api\/client|session\/(session|site|kept)))\.tsx?/,
  },
  {
    name: 'base',
    test: new RegExp(
      `@mantine/core/esm/(core/|components/(${mantine})/)|@tabler/icons-react/dist/esm/createReactComponent`,
    ),
  },
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
