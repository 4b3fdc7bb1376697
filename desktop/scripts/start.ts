import { spawn } from 'node:child_process'
import { join } from 'node:path'
import { bundle } from './bundle.ts'
import { electronProgram } from './electron-program.ts'

const program = electronProgram()
if (program === undefined) {
  console.error('Electron cannot be fetched from here (see docs/guide/kiosk-desktop.md), so the app cannot start.')
  process.exit(1)
}
const folder = join(import.meta.dirname, '..', 'dist', 'app')
await bundle(folder)
const child = spawn(program, [folder, ...process.argv.slice(2)], { stdio: 'inherit' })
for (const signal of ['SIGINT', 'SIGTERM'] as const) process.once(signal, () => child.kill(signal))
child.once('exit', (code) => process.exit(code ?? 1))
