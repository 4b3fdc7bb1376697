import { spawnSync } from 'node:child_process'
import { copyFileSync, existsSync, mkdirSync, readFileSync, rmSync, symlinkSync, writeFileSync } from 'node:fs'
import { createRequire } from 'node:module'
import { dirname, join } from 'node:path'
import type { MobilePlatform } from '@spacekeeper/contract/mobile-shell.ts'
import { type AppFacts, capacitorConfig } from '../capacitor.config.ts'
import about from '../package.json' with { type: 'json' }
import { androidPatches } from './android-project.ts'
import { writeAppFiles } from './app-files.ts'
import { iosPatches } from './ios-project.ts'

const workspace = join(import.meta.dirname, '..')
const icon = join(workspace, '..', 'desktop', 'icons', 'icon.png')

const json = (value: unknown) => `${JSON.stringify(value, undefined, 2)}\n`

/** Capacitor’s own program, in the folder of the projects. */
const runCapacitor = (folder: string, args: string[]) => {
  const program = join(
    dirname(createRequire(import.meta.url).resolve('@capacitor/cli/package.json')),
    'bin',
    'capacitor',
  )
  const { status, stdout, stderr } = spawnSync(process.execPath, [program, ...args], {
    cwd: folder,
    encoding: 'utf8',
    env: { ...process.env, CI: '1', CAPACITOR_TELEMETRY: '0', NO_COLOR: '1' },
  })
  if (status !== 0) throw new Error(`cap ${args.join(' ')}:\n${stdout}${stderr}`)
}

const applyPatches = (folder: string, patches: Record<string, (text: string) => string>) => {
  for (const [name, patch] of Object.entries(patches)) {
    const file = join(folder, name)
    writeFileSync(file, patch(existsSync(file) ? readFileSync(file, 'utf8') : ''))
  }
}

/** Capacitor finds its plugins through the packages a project names, beside it. */
const writeWorkspace = (folder: string, facts: AppFacts) => {
  const { '@spacekeeper/contract': _ours, ...dependencies } = about.dependencies
  writeFileSync(
    join(folder, 'package.json'),
    json({ name: 'app', version: facts.version, private: true, dependencies }),
  )
  writeFileSync(join(folder, 'capacitor.config.json'), json(capacitorConfig(facts)))
  symlinkSync(join(workspace, '..', 'node_modules'), join(folder, 'node_modules'), 'dir')
}

type NativeInput = {
  /** Where the projects come to stand; what was there is replaced. */
  folder: string
  /** The built screens. */
  screens: string
  facts: AppFacts
  /** The file by which Firebase knows the Android app; without it, that has no notifications. */
  googleServices?: string | undefined
}

/** Makes the projects of both systems: Capacitor’s templates with what is ours. The same input gives the same files. */
export const writeNativeProjects = async ({ folder, screens, facts, googleServices }: NativeInput): Promise<void> => {
  rmSync(folder, { recursive: true, force: true })
  mkdirSync(folder, { recursive: true })
  const push: MobilePlatform[] = googleServices === undefined ? ['ios'] : ['android', 'ios']
  await writeAppFiles({ screens, folder: join(folder, 'www'), push })
  writeWorkspace(folder, facts)
  runCapacitor(folder, ['add', 'android'])
  runCapacitor(folder, ['add', 'ios', '--packagemanager', 'SPM'])
  applyPatches(join(folder, 'android'), androidPatches(facts))
  applyPatches(join(folder, 'ios'), iosPatches(facts))
  copyFileSync(icon, join(folder, 'ios', 'App', 'App', 'Assets.xcassets', 'AppIcon.appiconset', 'AppIcon-512@2x.png'))
  if (googleServices !== undefined) copyFileSync(googleServices, join(folder, 'android', 'app', 'google-services.json'))
}
