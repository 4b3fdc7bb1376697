import { ensureWebBuilt } from './ensure-web-built.ts'

ensureWebBuilt()
await import('../server/src/main.ts')
