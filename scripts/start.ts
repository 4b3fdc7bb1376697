import { enableCompileCache } from 'node:module'
import { join } from 'node:path'
import { pathToFileURL } from 'node:url'
import { findBuiltProgram } from '../server/source-fingerprint.ts'
import { ensureWebBuilt } from './ensure-web-built.ts'

// A start reads what the one before compiled, which is half of its work. The folder goes with each `npm ci`.
enableCompileCache(join(import.meta.dirname, '..', 'node_modules', '.cache', 'compiled'))

try {
  ensureWebBuilt()
} catch (error) {
  process.stderr.write(`${error instanceof Error ? error.message : String(error)}\n`)
  process.exit(1)
}
// The same program, with all of its modules in few files. After a change of the sources they run themselves.
const built = findBuiltProgram()
await (built === undefined ? import('../server/src/main.ts') : import(pathToFileURL(built).href))
