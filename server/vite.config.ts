import { dirname, relative, resolve } from 'node:path'
import { defineConfig, type Plugin } from 'vite'
import { fingerprintFile, programSources } from './source-fingerprint.ts'

/** Packages with files of their own beside their modules, programs for other threads, or machine code. */
const leftAlone = ['@fastify/swagger', '@fastify/swagger-ui', '@node-rs/argon2', 'pino', 'piscina', 'ssh2', 'unhomoglyph']

const isPackage = (name: string) => /^[@a-z]/.test(name) && !name.startsWith('@spacekeeper/')

/** A package that a module loads when it needs it stays where it is. */
const laterPackages = (): Plugin => ({
  name: 'later-packages',
  resolveDynamicImport: (name) => (typeof name === 'string' && isPackage(name) ? { id: name, external: true } : null),
})

/** Modules find files beside them, as before. */
const ownPlaces = (): Plugin => {
  let outDir = ''
  const urlOf = (path: string) =>
    `new URL(${JSON.stringify(relative(outDir, path).replaceAll('\\', '/'))}, import.meta.url)`
  return {
    name: 'own-places',
    configResolved: ({ root, build }) => {
      outDir = resolve(root, build.outDir)
    },
    transform: {
      filter: { id: /\/(server|contract)\/src\/.*\.ts$/, code: 'import.meta.' },
      handler: (code, id) =>
        code
          .replaceAll('import.meta.url', `${urlOf(id)}.href`)
          .replaceAll(
            'import.meta.dirname',
            `process.getBuiltinModule('node:url').fileURLToPath(${urlOf(dirname(id))})`,
          ),
    },
  }
}

const asEscape = (unit: string) => `\\u${unit.charCodeAt(0).toString(16).padStart(4, '0')}`

/** Node keeps a text in half the memory when all of it is ASCII. */
const asciiOnly = (): Plugin => ({
  name: 'ascii-only',
  generateBundle(_options, bundle) {
    for (const file of Object.values(bundle)) {
      if (file.type !== 'chunk') continue
      // There an escape would be read as its letters.
      const raw = /\braw`[^`]*[^\0-\u{7F}`][^`]*`/u.exec(file.code)?.[0]
      if (raw !== undefined) this.error(`Write a letter beyond ASCII as an escape in ${raw}`)
      file.code = file.code.replaceAll(/[\u0080-\uFFFF]/g, asEscape)
    }
  },
})

/** Says what it was made of, and when: what is edited meanwhile is newer. */
const noteSources = (): Plugin => {
  let source = ''
  return {
    name: 'note-sources',
    buildStart: () => {
      source = `${programSources().fingerprint}\n${Date.now()}\n`
    },
    generateBundle() {
      this.emitFile({ type: 'asset', fileName: fingerprintFile, source })
    },
  }
}

// Node spends more time finding and linking 2,700 modules than running them.
export default defineConfig({
  root: import.meta.dirname,
  logLevel: 'warn',
  plugins: [laterPackages(), ownPlaces(), asciiOnly(), noteSources()],
  ssr: { noExternal: true, external: leftAlone },
  build: {
    ssr: 'src/main.ts',
    target: 'node24',
    minify: false,
    outDir: 'dist',
    rolldownOptions: { output: { entryFileNames: '[name].js', chunkFileNames: '[name]-[hash].js' } },
  },
})
