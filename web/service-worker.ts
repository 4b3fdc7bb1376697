import { createHash } from 'node:crypto'
import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { build, type Plugin, type Rolldown } from 'vite'

const publicFolder = join(import.meta.dirname, 'public')

/** What stands beside the screens and is needed without the network; robots.txt and icons of stores are not. */
const keptPublic = ['offline.html', 'offline.css', 'colour-scheme.js', 'favicon.svg']

/** What every page behind the login is made of (the groups of vite.config.ts); other pages come with their first visit. */
const shellChunks = ['index', 'first', 'portal', 'member']

/** A program of one file, outside of the pages. */
const bundleAlone = async (input: {
  entry: string
  fileName: string
  define?: Record<string, string>
}): Promise<string> => {
  const built = await build({
    configFile: false,
    root: import.meta.dirname,
    publicDir: false,
    logLevel: 'warn',
    define: input.define ?? {},
    build: {
      write: false,
      target: 'baseline-widely-available',
      modulePreload: false,
      rolldownOptions: { input: join(import.meta.dirname, input.entry), output: { format: 'iife' } },
    },
  })
  const [output] = [built].flat()
  const file = output && 'output' in output ? output.output[0] : undefined
  if (file?.type !== 'chunk') throw new Error(`${input.fileName} could not be built`)
  return file.code
}

const isShellChunk = (file: Rolldown.OutputAsset | Rolldown.OutputChunk): file is Rolldown.OutputChunk =>
  file.type === 'chunk' && (file.isEntry || shellChunks.includes(file.name))

/** The scripts of the shell and their styles, with the hashes in their names. */
const hashedFiles = (bundle: Rolldown.OutputBundle): string[] => {
  const chunks = Object.values(bundle).filter(isShellChunk)
  const styles = chunks.flatMap(({ viteMetadata }) => [...(viteMetadata?.importedCss ?? [])])
  return [...new Set([...chunks.map(({ fileName }) => fileName), ...styles])].toSorted().map((name) => `/${name}`)
}

/** The worker is another one as soon as any file of the screens is: then browsers fetch it, and a page offers to reload. */
const versionOf = (bundle: Rolldown.OutputBundle, offlineScript: string): string => {
  const hash = createHash('sha256')
  for (const name of Object.keys(bundle).toSorted()) if (!name.endsWith('.html')) hash.update(`${name}\n`)
  for (const name of readdirSync(publicFolder).toSorted()) hash.update(readFileSync(join(publicFolder, name)))
  return hash.update(offlineScript).digest('hex').slice(0, 12)
}

/** Builds the service worker, which knows the files of the shell by name, and the script of the page without a network. */
export const serviceWorker = (): Plugin => ({
  name: 'service-worker',
  apply: 'build',
  enforce: 'post',
  async generateBundle(_, bundle) {
    const offline = await bundleAlone({ entry: 'src/profile/offline-id.ts', fileName: 'offline.js' })
    const files = [...keptPublic.map((name) => `/${name}`), '/offline.js', ...hashedFiles(bundle)]
    const shellFiles = JSON.stringify({ version: versionOf(bundle, offline), files })
    const worker = await bundleAlone({
      entry: 'src/platform/offline/worker.ts',
      fileName: 'sw.js',
      define: { shellFiles },
    })
    this.emitFile({ type: 'asset', fileName: 'offline.js', source: offline })
    this.emitFile({ type: 'asset', fileName: 'sw.js', source: worker })
  },
})
