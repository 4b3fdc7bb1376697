import { existsSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { z } from 'zod'

const file = new URL('../../package.json', import.meta.url)

/** The version of the product, read once. */
export const { version } = z.object({ version: z.string() }).parse(JSON.parse(readFileSync(file, 'utf8')))

/** The fingerprint that a build of the screens leaves beside them (web/source-fingerprint.ts); empty without a build. */
export const readWebBuild = (webRoot: string): string => {
  const path = join(webRoot, 'sources.txt')
  return existsSync(path) ? readFileSync(path, 'utf8').trim().slice(0, 16) : ''
}
