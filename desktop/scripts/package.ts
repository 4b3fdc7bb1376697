/**
 * Installers of the kiosk app, for the system this runs on or those it is told: `-- --linux --win --mac`. Where Electron
 * or electron-builder cannot be fetched it says so and ends well, unless `--insist` asks for installers or a failure.
 */
import { spawnSync } from 'node:child_process'
import { join } from 'node:path'
import { parseArgs } from 'node:util'
import about from '../package.json' with { type: 'json' }
import { bundle } from './bundle.ts'
import { electronProgram } from './electron-program.ts'

/** Not among our packages: it brings hundreds, and only making installers needs them. */
const builder = 'electron-builder@26.17.0'
const workspace = join(import.meta.dirname, '..')
const { values } = parseArgs({
  options: {
    linux: { type: 'boolean' },
    win: { type: 'boolean' },
    mac: { type: 'boolean' },
    insist: { type: 'boolean', default: false },
  },
})

function endSkipped(what: string): never {
  console.log(`Skipped: ${what} cannot be fetched from here, so no installers were made.`)
  process.exit(values.insist ? 1 : 0)
}

const run = (...args: string[]) => {
  const npx = process.platform === 'win32' ? 'npx.cmd' : 'npx'
  return spawnSync(npx, ['--yes', builder, ...args], {
    cwd: workspace,
    stdio: 'inherit',
    shell: process.platform === 'win32',
  }).status
}

await bundle(join(workspace, 'dist', 'app'))
if (electronProgram() === undefined) endSkipped('Electron')
if (run('--version') !== 0) endSkipped(builder)
const systems = (['linux', 'win', 'mac'] as const).filter((system) => values[system]).map((system) => `--${system}`)
const version = `-c.electronVersion=${about.devDependencies.electron}`
process.exitCode = run(...systems, '--config', 'electron-builder.json', version, '--publish', 'never') ?? 1
