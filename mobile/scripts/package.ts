/**
 * Builds what goes to the stores from the projects in mobile/native, for the systems it is told: `-- --android --ios`, or
 * both. What cannot be built on this machine is skipped, which is said, unless `--insist` asks for it or a failure.
 */
import { spawnSync } from 'node:child_process'
import { existsSync } from 'node:fs'
import { join } from 'node:path'
import { parseArgs } from 'node:util'
import { missingFor } from './toolchains.ts'

const native = join(import.meta.dirname, '..', 'native')
const { values } = parseArgs({
  options: {
    android: { type: 'boolean' },
    ios: { type: 'boolean' },
    insist: { type: 'boolean', default: false },
  },
})

const commands = {
  android: { folder: join(native, 'android'), command: ['./gradlew', '--no-daemon', 'bundleRelease'] },
  ios: {
    folder: join(native, 'ios', 'App'),
    command: ['xcodebuild', '-scheme', 'App', '-archivePath', join(native, 'App.xcarchive'), 'archive'],
  },
} as const

const isAll = values.android !== true && values.ios !== true
for (const system of ['android', 'ios'] as const) {
  if (!isAll && values[system] !== true) continue
  const { folder, command } = commands[system]
  const [program, ...args] = command
  const missing = existsSync(folder)
    ? missingFor(system)
    : 'the projects are not there (npm run generate --workspace mobile)'
  if (missing !== null) {
    console.log(`Skipped ${system}: ${missing}. No app was built.`)
    if (values.insist) process.exitCode = 1
    continue
  }
  const { status } = spawnSync(program, args, { cwd: folder, stdio: 'inherit' })
  if (status !== 0) process.exitCode = 1
}
