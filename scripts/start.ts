import { enableCompileCache, flushCompileCache } from 'node:module'
import { join } from 'node:path'
import { ensureWebBuilt } from './ensure-web-built.ts'

// A start reads what the one before compiled, which is half of its work. The folder goes with each `npm ci`.
enableCompileCache(join(import.meta.dirname, '..', 'node_modules', '.cache', 'compiled'))

try {
  ensureWebBuilt()
} catch (error) {
  process.stderr.write(`${error instanceof Error ? error.message : String(error)}\n`)
  process.exit(1)
}
await import('../server/src/main.ts')
// Also for a portal that is never stopped in peace.
flushCompileCache()
