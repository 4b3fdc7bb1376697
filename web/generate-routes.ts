/** `npm run routes`: writes src/routeTree.gen.ts from the addresses that pages say. The router's plugin does it as Vite starts. */
import { join } from 'node:path'
import { resolveConfig } from 'vite'

await resolveConfig({ configFile: join(import.meta.dirname, 'vite.config.ts'), logLevel: 'warn' }, 'build')
