import { ensureWebBuilt } from './ensure-web-built.ts'

try {
  ensureWebBuilt()
} catch (error) {
  process.stderr.write(`${error instanceof Error ? error.message : String(error)}\n`)
  process.exit(1)
}
await import('../server/src/main.ts')
