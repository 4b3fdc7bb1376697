import { copyFileSync, mkdirSync, rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { build, type OutputOptions } from 'rolldown'
import about from '../package.json' with { type: 'json' }

const workspace = join(import.meta.dirname, '..')

async function write(input: string, output: OutputOptions) {
  await build({ input: join(workspace, 'src', input), external: ['electron'], platform: 'node', output })
}

/** The app as Electron starts it: two files without dependencies, and what says which of them comes first. */
export async function bundle(folder: string): Promise<void> {
  rmSync(folder, { recursive: true, force: true })
  mkdirSync(folder, { recursive: true })
  await write('main.ts', { file: join(folder, 'main.js'), format: 'esm' })
  // A sandboxed preload script can only be CommonJS.
  await write('preload.ts', { file: join(folder, 'preload.cjs'), format: 'cjs' })
  const { name, productName, version, description, license } = about
  const app = { name: name.split('/')[1], productName, version, description, license, type: 'module', main: 'main.js' }
  writeFileSync(join(folder, 'package.json'), `${JSON.stringify(app, undefined, 2)}\n`)
  copyFileSync(join(workspace, 'icons', 'icon.png'), join(folder, 'icon.png'))
}
